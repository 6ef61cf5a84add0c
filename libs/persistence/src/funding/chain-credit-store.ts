import { fieldsOf } from '../columns';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { lockArrivals } from './arrivals-lock';
import { CHAIN_CREDITS } from './chain-credit-rows';
import type { ChainCredit, NewChainCredit } from './chain-credit-rows';
import { creditDeposits } from './credited-deposits';
import type { Claim } from './due-rows';
import { claimNextOfUsers } from './engine-queue';
import { insertCredit } from './insert-credit';

const PLACE = ['user', 'creditSeq', 'slot', 'txIndex'] as const;

/** A user's booked credits, the unbroken sequence from the first: number and place of the last one, and their sum. */
export type BookedCredits = Pick<ChainCredit, (typeof PLACE)[number]> & {
  readonly creditedMicroUsdc: bigint;
};

/** The vault's credits on their way into the engine: the only way money from a chain becomes a balance. */
export class ChainCreditStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  async claimNext(claim: Claim): Promise<ChainCredit[]> {
    return this.connections.statement((client) =>
      claimNextOfUsers(client, CHAIN_CREDITS, 'credit_seq', claim),
    );
  }

  /**
   * Records that the engine accepted the credit, and marks the credit's deposits as credited. Idempotent.
   * @returns why a deposit's record contradicts the credit, one line each: for an alarm, as the balance is right
   */
  async engineTook(
    { user, creditSeq }: Pick<ChainCredit, 'user' | 'creditSeq'>,
    nowMs: number,
  ): Promise<string[]> {
    return this.connections.transaction(async (client) => {
      await lockArrivals(client, [user]);
      const credit = await CHAIN_CREDITS.lock(client, user, creditSeq);
      if (credit === null || credit.engineMs !== null) return [];
      await CHAIN_CREDITS.update(client, { ...credit, engineMs: nowMs }, { leaseUntilMs: 0 });
      return creditDeposits(client, credit, nowMs);
    });
  }

  /** The highest credit number found on chain; 0 before the first. */
  async lastSeqOf(user: Uint8Array): Promise<number> {
    const credit = await this.connections.statement((client) =>
      CHAIN_CREDITS.first(client, 'WHERE user_key = $1 ORDER BY credit_seq DESC', [user]),
    );
    return credit?.creditSeq ?? 0;
  }

  /** Booked credits up to a slot by user: to compare with the counters in the proxy wallets' accounts. */
  async bookedUpTo(slot: number, users: readonly Uint8Array[]): Promise<BookedCredits[]> {
    const { rows } = await this.connections.statement((client) =>
      client.query<BookedCredits>(
        `SELECT DISTINCT ON (user_key) ${fieldsOf('ChainCredit', 'credit', PLACE)},
           credited AS "creditedMicroUsdc"
         FROM (SELECT user_key, credit_seq, slot, tx_index,
                 row_number() OVER of_user AS place, sum(amount_micro_usdc) OVER of_user AS credited
               FROM chain_credits WHERE user_key = ANY($1::bytea[]) AND slot <= $2
               WINDOW of_user AS (PARTITION BY user_key ORDER BY credit_seq)) AS credit
         WHERE credit_seq = place ORDER BY user_key, credit_seq DESC`,
        [users, slot],
      ),
    );
    return rows;
  }

  /**
   * Adds credits found by comparing the tables with the chain, which no log reported: in order, all or none.
   * @returns the number of new credits
   * @throws Fault (poison) if another credit has such a number
   */
  async add(credits: readonly NewChainCredit[], nowMs: number): Promise<number> {
    return this.connections.transaction(async (client) => {
      const users = credits.map(({ user }) => user);
      await lockArrivals(client, users);
      let count = 0;
      for (const credit of credits) if (await insertCredit(client, credit, nowMs)) count++;
      return count;
    });
  }

  /** Credits that are final on chain and not in the engine: for the solvency sum. */
  async underWay(): Promise<ChainCredit[]> {
    return this.connections.statement((client) =>
      CHAIN_CREDITS.select(client, 'WHERE engine_ms IS NULL ORDER BY slot, tx_index'),
    );
  }

  /** Credits under way or accepted since `sinceMs`: for a solvency sum whose slot and seq are apart in time. */
  async underWaySince(sinceMs: number): Promise<ChainCredit[]> {
    return this.connections.statement((client) =>
      CHAIN_CREDITS.select(
        client,
        'WHERE engine_ms IS NULL OR engine_ms >= $1 ORDER BY slot, tx_index',
        [sinceMs],
      ),
    );
  }
}
