import { DEPOSIT_STATUS_LENGTH } from '@bellwether/funding';
import { toHex } from '@bellwether/codec';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';

/** Of each user the last deposits by the index (user, number), however many there have been. */
const MARKS = `
  SELECT asked.user_key AS "user", coalesce(md5(string_agg(
    concat_ws(' ', d.number, d.phase, d.reason, d.attempt, d.updated_ms, d.charges), ',' ORDER BY d.number)), '') AS mark
  FROM unnest($1::bytea[]) AS asked (user_key)
  LEFT JOIN LATERAL (
    SELECT number, phase, reason, attempt, updated_ms,
      (SELECT count(*) FROM gas_charges WHERE gas_charges.deposit_id = deposits.deposit_id) AS charges
    FROM deposits WHERE deposits.user_key = asked.user_key ORDER BY number DESC LIMIT $2
  ) AS d ON true
  GROUP BY asked.user_key`;

const NEWEST = `
  SELECT greatest((SELECT max(updated_ms) FROM deposits), (SELECT max(created_ms) FROM gas_charges)) AS ms`;

const CHANGED = `
  SELECT user_key AS "user", max(ms) AS ms FROM (
    SELECT user_key, updated_ms AS ms FROM deposits WHERE updated_ms > $1
    UNION ALL SELECT user_key, created_ms FROM gas_charges WHERE created_ms > $1
  ) AS changed GROUP BY user_key`;

/** Users whose deposits have changed. */
export interface ChangedDeposits {
  /** Keys in hex. */
  readonly users: readonly string[];
  /** Of the newest change, on the clock of who made it; 0 if there is none. */
  readonly newestMs: number;
}

/** Whether the records that `DepositStore.latestOf` and `GasChargeStore.ofDeposits` return have changed. */
export class DepositMarks {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /**
   * The users whose records changed after a time, in one statement for all. Null: none of them, only the newest time.
   * @throws CodedError HISTORY_UNAVAILABLE
   */
  async changedAfter(ms: number | null): Promise<ChangedDeposits> {
    if (ms === null) {
      const { rows } = await this.connections.statement((client) =>
        client.query<{ ms: number | null }>(NEWEST),
      );
      return { users: [], newestMs: rows[0]?.ms ?? 0 };
    }
    const { rows } = await this.connections.statement((client) =>
      client.query<{ user: Uint8Array; ms: number }>(CHANGED, [ms]),
    );
    return {
      users: rows.map(({ user }) => toHex(user)),
      newestMs: rows.reduce((newest, row) => Math.max(newest, row.ms), 0),
    };
  }

  /**
   * By the user's key in hex: a text that is another one after a change.
   * @throws CodedError HISTORY_UNAVAILABLE
   */
  async of(users: readonly Uint8Array[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.connections.statement((client) =>
      client.query<{ user: Uint8Array; mark: string }>(MARKS, [users, DEPOSIT_STATUS_LENGTH]),
    );
    return new Map(rows.map(({ user, mark }) => [toHex(user), mark]));
  }
}
