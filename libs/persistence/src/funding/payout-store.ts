import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';

/**
 * Key of a payout over the bridge: the sequence of the message that main emitted. It is written before anyone can
 * complete it (`WithdrawalStore.advance`).
 */
export const payoutBySequence = (sequence: number): string => `sequence:${sequence}`;

/** Withdrawals that went over the bridge. */
export class PayoutStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** Those of them that pay a withdrawal to anyone. */
  async registered(sequences: readonly number[]): Promise<ReadonlySet<number>> {
    const { rows } = await this.connections.statement((client) =>
      client.query<{ key: string }>(
        'SELECT payout_key AS key FROM withdrawal_payouts WHERE payout_key = ANY($1::text[])',
        [sequences.map(payoutBySequence)],
      ),
    );
    const keys = new Set(rows.map(({ key }) => key));
    return new Set(sequences.filter((sequence) => keys.has(payoutBySequence(sequence))));
  }

  /**
   * Those among these that pay a withdrawal without a recipient to its user's own deposit address, with that user. They
   * alone are no deposits.
   */
  async toOwnAddress(sequences: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    const { rows } = await this.connections.statement((client) =>
      client.query<{ key: string; user: Uint8Array }>(
        `SELECT payout_key AS key, user_key AS "user" FROM withdrawal_payouts JOIN withdrawals USING (withdrawal_id)
         WHERE payout_key = ANY($1::text[]) AND recipient_kind = 'default'`,
        [sequences.map(payoutBySequence)],
      ),
    );
    const users = new Map(rows.map(({ key, user }) => [key, user]));
    return new Map(
      sequences.flatMap((sequence) => {
        const user = users.get(payoutBySequence(sequence));
        return user === undefined ? [] : [[sequence, user] as const];
      }),
    );
  }
}
