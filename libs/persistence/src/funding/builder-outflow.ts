import { utcDayOf } from '@bellwether/funding';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';

export interface Outflow {
  readonly withdrawalId: Uint8Array;
  readonly keyId: Uint8Array;
  readonly amountMicroUsdc: number;
  /** The most that may leave through that key per UTC day. */
  readonly capMicroUsdc: number;
  readonly nowMs: number;
}

/** Withdrawals through builders' keys, against the keys' daily caps. Each withdrawal counts once. */
export class BuilderOutflow {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /**
   * Reserves the withdrawal's amount. True if it fits, or as much was already reserved for it; false if it does not
   * fit, and nothing is written. A larger amount for the same withdrawal counts in full, on today's cap, so starting
   * with a small amount gains nothing.
   */
  async take(outflow: Outflow): Promise<boolean> {
    const { withdrawalId, keyId, amountMicroUsdc, capMicroUsdc, nowMs } = outflow;
    const day = utcDayOf(nowMs);
    return this.connections.transaction(async (client) => {
      // The day's row is locked first, so a concurrent call sees what this one reserves.
      await client.query(
        `INSERT INTO builder_outflow AS mine (key_id, day, used_micro_usdc) VALUES ($1, $2, 0)
         ON CONFLICT (key_id, day) DO UPDATE SET used_micro_usdc = mine.used_micro_usdc`,
        [keyId, day],
      );
      const { rows } = await client.query<{ taken: number; isSameDay: boolean }>(
        `SELECT amount_micro_usdc AS taken, key_id = $2 AND day = $3 AS "isSameDay"
         FROM builder_outflow_entries WHERE withdrawal_id = $1 FOR UPDATE`,
        [withdrawalId, keyId, day],
      );
      const [entry] = rows;
      if (entry !== undefined && entry.taken >= amountMicroUsdc) return true;
      const more = amountMicroUsdc - (entry?.isSameDay === true ? entry.taken : 0);
      const { rowCount } = await client.query(
        `UPDATE builder_outflow SET used_micro_usdc = used_micro_usdc + $3
         WHERE key_id = $1 AND day = $2 AND used_micro_usdc + $3 <= $4`,
        [keyId, day, more, capMicroUsdc],
      );
      if (rowCount !== 1) return false;
      await client.query(
        `INSERT INTO builder_outflow_entries (withdrawal_id, key_id, day, amount_micro_usdc)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (withdrawal_id) DO UPDATE SET key_id = $2, day = $3, amount_micro_usdc = $4`,
        [withdrawalId, keyId, day, amountMicroUsdc],
      );
      return true;
    });
  }

  /** Frees the reservation of a withdrawal that the engine refused. Idempotent. */
  async release(withdrawalId: Uint8Array): Promise<void> {
    await this.connections.statement((client) =>
      client.query(
        `WITH released AS (
           DELETE FROM builder_outflow_entries WHERE withdrawal_id = $1
           RETURNING key_id, day, amount_micro_usdc)
         UPDATE builder_outflow AS outflow
         SET used_micro_usdc = outflow.used_micro_usdc - released.amount_micro_usdc
         FROM released WHERE outflow.key_id = released.key_id AND outflow.day = released.day`,
        [withdrawalId],
      ),
    );
  }
}
