import type { CapitalKind, FundingChain } from '@bellwether/funding';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { ACCOUNT_RENTS } from './account-rent-rows';
import type { AccountRent } from './account-rent-rows';
import { claimDue } from './due-rows';
import type { Claim } from './due-rows';

/** Rent that is out, of one kind of account. `lamports` of its chain. */
export interface RentOut {
  readonly chain: FundingChain;
  readonly kind: CapitalKind;
  readonly accounts: number;
  readonly lamports: number;
  readonly oldestMs: number;
}

/** The rent of the exchange's own accounts. Rows are made with the transactions (`NewStoredTransaction.makes`). */
export class AccountRentStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** Claims accounts whose time to be looked at has come. */
  async claimDue(claim: Claim): Promise<AccountRent[]> {
    return this.connections.statement((client) => claimDue(client, ACCOUNT_RENTS, claim));
  }

  /** Whether nothing of the user is under way, and nothing has moved since. */
  async isUnused(user: Uint8Array, sinceMs: number): Promise<boolean> {
    const { rows } = await this.connections.statement((client) =>
      client.query(
        `SELECT 1 FROM deposits
         WHERE user_key = $1 AND (step <> 'ended' OR updated_ms >= $2)
         UNION ALL
         SELECT 1 FROM main_arrivals
         WHERE user_key = $1 AND (credit_seq IS NULL OR found_ms >= $2)
         UNION ALL
         SELECT 1 FROM withdrawals WHERE user_key = $1
           AND (status NOT IN ('completed', 'failed') OR updated_ms >= $2) LIMIT 1`,
        [user, sinceMs],
      ),
    );
    return rows.length === 0;
  }

  /** Whether this transaction makes an account of the exchange's own, at the exchange's cost. */
  async isLaidOut(purpose: string): Promise<boolean> {
    const found = await this.connections.statement((client) =>
      ACCOUNT_RENTS.first(client, 'WHERE purpose = $1', [purpose]),
    );
    return found !== null;
  }

  async postpone(purpose: string, dueMs: number): Promise<void> {
    await this.connections.statement((client) =>
      client.query(
        `UPDATE account_rents SET due_ms = $2, lease_until_ms = 0
         WHERE purpose = $1 AND due_ms IS NOT NULL`,
        [purpose, dueMs],
      ),
    );
  }

  /** It is not there: it was closed, or never made. */
  async close(purpose: string, nowMs: number): Promise<void> {
    await this.connections.statement((client) =>
      client.query(
        `UPDATE account_rents SET closed_ms = $2, due_ms = NULL, lease_until_ms = 0
         WHERE purpose = $1 AND closed_ms IS NULL`,
        [purpose, nowMs],
      ),
    );
  }

  /** When the account that waits longest was to be looked at; null: there is none. */
  async longestDueMs(): Promise<number | null> {
    const { rows } = await this.connections.statement((client) =>
      client.query<{ dueMs: number | null }>('SELECT min(due_ms) AS "dueMs" FROM account_rents'),
    );
    return rows[0]!.dueMs;
  }

  /** By chain and kind. */
  async out(): Promise<RentOut[]> {
    const { rows } = await this.connections.statement((client) =>
      client.query<RentOut>(
        `SELECT account_rents.chain, kind, count(*) AS accounts, sum(lamports)::bigint AS lamports,
           min(account_rents.created_ms) AS "oldestMs"
         FROM account_rents JOIN chain_transactions USING (purpose)
         WHERE closed_ms IS NULL AND state = 'final'
         GROUP BY account_rents.chain, kind ORDER BY account_rents.chain, kind`,
      ),
    );
    return rows;
  }
}
