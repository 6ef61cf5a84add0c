import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { CHAIN_CREDITS } from './chain-credit-rows';
import type { ChainCredit } from './chain-credit-rows';
import { creditDeposits } from './credited-deposits';
import type { Claim } from './due-rows';
import { claimNextOfUsers } from './engine-queue';

/** Credits of the vault on their way into the engine: the one way by which money from a chain becomes a balance. */
export class ChainCreditStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** The next credit of each user that has one. */
  async claimNext(claim: Claim): Promise<ChainCredit[]> {
    return this.connections.transaction((client) =>
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
      const credit = await CHAIN_CREDITS.lock(client, user, creditSeq);
      if (credit === null || credit.engineMs !== null) return [];
      await CHAIN_CREDITS.update(client, { ...credit, engineMs: nowMs }, { lease_until_ms: 0 });
      return creditDeposits(client, credit, nowMs);
    });
  }

  /** The highest number that was found on chain; 0 before the first. */
  async lastSeqOf(user: Uint8Array): Promise<number> {
    const credit = await this.connections.transaction((client) =>
      CHAIN_CREDITS.first(client, 'WHERE user_key = $1 ORDER BY credit_seq DESC', [user]),
    );
    return credit?.creditSeq ?? 0;
  }

  /** Final on chain and not in the engine: for the solvency sum. */
  async underWay(): Promise<ChainCredit[]> {
    return this.connections.transaction((client) =>
      CHAIN_CREDITS.select(client, 'WHERE engine_ms IS NULL ORDER BY slot, tx_index'),
    );
  }

  /** Those, and what the engine took in since then: for a solvency sum as of a slot and a seq that lie apart. */
  async underWaySince(sinceMs: number): Promise<ChainCredit[]> {
    return this.connections.transaction((client) =>
      CHAIN_CREDITS.select(
        client,
        'WHERE engine_ms IS NULL OR engine_ms >= $1 ORDER BY slot, tx_index',
        [sinceMs],
      ),
    );
  }
}
