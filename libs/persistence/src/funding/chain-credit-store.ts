import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { lockArrivals } from './arrivals-lock';
import { CHAIN_CREDITS } from './chain-credit-rows';
import type { ChainCredit, NewChainCredit } from './chain-credit-rows';
import { creditDeposits } from './credited-deposits';
import type { Claim } from './due-rows';
import { claimNextOfUsers } from './engine-queue';
import { insertCredit } from './insert-credit';

/** What is booked of a user's credits: of those that stand behind each other from the first. */
export interface BookedCredits {
  readonly user: Uint8Array;
  /** Of the last of them. */
  readonly creditSeq: number;
  readonly slot: number;
  readonly txIndex: number;
  /** Of all of them. */
  readonly creditedMicroUsdc: bigint;
}

/** Credits of the vault on their way into the engine: the one way by which money from a chain becomes a balance. */
export class ChainCreditStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** The next credit of each user that has one. */
  async claimNext(claim: Claim): Promise<ChainCredit[]> {
    return this.connections.statement((client) =>
      claimNextOfUsers(client, CHAIN_CREDITS, 'credit_seq', claim),
    );
  }

  /**
   * The engine has it (also when it says so again): the deposits it is made of are credited.
   * @returns why a deposit's record says otherwise, one line each: for the alarm, as the balance is right
   */
  async engineTook(
    { user, creditSeq }: Pick<ChainCredit, 'user' | 'creditSeq'>,
    nowMs: number,
  ): Promise<string[]> {
    return this.connections.transaction(async (client) => {
      await lockArrivals(client, [user]);
      const credit = await CHAIN_CREDITS.lock(client, user, creditSeq);
      if (credit === null || credit.engineMs !== null) return [];
      await CHAIN_CREDITS.update(client, { ...credit, engineMs: nowMs }, { lease_until_ms: 0 });
      return creditDeposits(client, credit, nowMs);
    });
  }

  /** The highest number that was found on chain; 0 before the first. */
  async lastSeqOf(user: Uint8Array): Promise<number> {
    const credit = await this.connections.statement((client) =>
      CHAIN_CREDITS.first(client, 'WHERE user_key = $1 ORDER BY credit_seq DESC', [user]),
    );
    return credit?.creditSeq ?? 0;
  }

  /** Up to a slot, of those users who have any: for the comparison with what their proxy wallets' accounts count. */
  async bookedUpTo(slot: number, users: readonly Uint8Array[]): Promise<BookedCredits[]> {
    const { rows } = await this.connections.statement((client) =>
      client.query<{
        user_key: Uint8Array;
        credit_seq: string;
        slot: string;
        tx_index: number;
        credited: string;
      }>(
        `SELECT DISTINCT ON (user_key) user_key, credit_seq, slot, tx_index, credited
         FROM (SELECT user_key, credit_seq, slot, tx_index,
                 row_number() OVER of_user AS place, sum(amount_micro_usdc) OVER of_user AS credited
               FROM chain_credits WHERE user_key = ANY($1::bytea[]) AND slot <= $2
               WINDOW of_user AS (PARTITION BY user_key ORDER BY credit_seq)) AS credit
         WHERE credit_seq = place ORDER BY user_key, credit_seq DESC`,
        [users, slot],
      ),
    );
    return rows.map((row) => ({
      user: new Uint8Array(row.user_key),
      creditSeq: Number(row.credit_seq),
      slot: Number(row.slot),
      txIndex: row.tx_index,
      creditedMicroUsdc: BigInt(row.credited),
    }));
  }

  /**
   * Credits that no log told, reconciled with the chain: in order, all or none. @returns how many were new
   * @throws Fault (poison) where another stands under such a number
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

  /** Final on chain and not in the engine: for the solvency sum. */
  async underWay(): Promise<ChainCredit[]> {
    return this.connections.statement((client) =>
      CHAIN_CREDITS.select(client, 'WHERE engine_ms IS NULL ORDER BY slot, tx_index'),
    );
  }

  /** Those, and what the engine took in since then: for a solvency sum as of a slot and a seq that lie apart. */
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
