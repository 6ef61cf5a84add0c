import { toHex } from '@bellwether/codec';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { registerPayouts } from './withdrawal-store';

/** Key of a payout on its chain: the transaction that makes it. */
export const payoutBySignature = (txSignature: Uint8Array): string =>
  `signature:${toHex(txSignature)}`;

/** Key of a payout over the bridge, which anyone may complete: the sequence of the message that main emitted. */
export const payoutBySequence = (sequence: number): string => `sequence:${sequence}`;

/** Withdrawals on their way to a recipient. An arrival at a deposit address by one of these is not a deposit. */
export class PayoutStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** Call before the payment is broadcast, or can be completed by anyone. Idempotent. */
  async register(withdrawalId: Uint8Array, payoutKeys: readonly string[]): Promise<void> {
    await this.connections.statement((client) => registerPayouts(client, withdrawalId, payoutKeys));
  }

  /** The keys among these that are payouts. */
  async among(payoutKeys: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.connections.statement((client) =>
      client.query<{ payout_key: string }>(
        'SELECT payout_key FROM withdrawal_payouts WHERE payout_key = ANY($1::text[])',
        [payoutKeys],
      ),
    );
    return new Set(rows.map((row) => row.payout_key));
  }
}
