import { toHex } from '@bellwether/codec';
import { fieldsOf } from '../columns';
import type { Records } from '../columns';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import type { Claim } from './due-rows';
import { claimNextOfUsers } from './engine-queue';
import { GAS_CHARGES, addGasCharge } from './gas-charge-rows';
import type { GasCharge, NewGasCharge } from './gas-charge-rows';

const PAID = ['withdrawalId', 'user'] as const;

/** `transactions`: how many transactions the chain included and failed. */
export type FailedPayout = Pick<Records['Withdrawal'], (typeof PAID)[number]> & {
  readonly transactions: number;
};

/** Gas charges on their way into the engine. Most are added with the step they pay for (`StepEffects.charges`). */
export class GasChargeStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** Returns false if that purpose was charged before, or the charge is zero. */
  async add(charge: NewGasCharge, nowMs: number): Promise<boolean> {
    return this.connections.transaction((client) => addGasCharge(client, charge, nowMs));
  }

  async claimNext(claim: Claim): Promise<GasCharge[]> {
    return this.connections.statement((client) =>
      claimNextOfUsers(client, GAS_CHARGES, 'charge_seq', claim),
    );
  }

  /** Records that the engine accepted the charge. Idempotent. */
  async engineTook(
    { user, chargeSeq, purpose }: Pick<GasCharge, 'user' | 'chargeSeq' | 'purpose'>,
    nowMs: number,
  ): Promise<void> {
    await this.connections.statement((client) =>
      client.query(
        `UPDATE gas_charges SET engine_ms = $3, lease_until_ms = 0
         WHERE user_key = $1 AND charge_seq = $2 AND purpose = $4 AND engine_ms IS NULL`,
        [user, chargeSeq, nowMs, purpose],
      ),
    );
  }

  /** Charges of deposits, by deposit id in hex; deposits without a charge have no entry. */
  async ofDeposits(
    depositIds: readonly Uint8Array[],
  ): Promise<ReadonlyMap<string, readonly GasCharge[]>> {
    const charges = await this.connections.statement((client) =>
      GAS_CHARGES.select(client, 'WHERE deposit_id = ANY($1) ORDER BY charge_seq', [depositIds]),
    );
    const byDeposit = new Map<string, GasCharge[]>();
    for (const charge of charges) {
      const key = toHex(charge.depositId!);
      byDeposit.set(key, [...(byDeposit.get(key) ?? []), charge]);
    }
    return byDeposit;
  }

  /** Withdrawals that were refunded after the chain failed transactions of theirs, and were not charged for it. */
  async failedPayouts(limit: number): Promise<FailedPayout[]> {
    const { rows } = await this.connections.statement((client) =>
      client.query<FailedPayout>(
        `SELECT ${fieldsOf('Withdrawal', 'withdrawals', PAID)}, count(*) AS transactions
         FROM withdrawals
         CROSS JOIN LATERAL generate_series(1, withdrawals.attempt) AS signed
         JOIN chain_transactions AS payout
           ON payout.purpose = 'withdrawal:' || encode(withdrawal_id, 'hex') || ':debit:' || signed
         WHERE withdrawals.status = 'failed' AND withdrawals.attempt > 0 AND payout.state = 'failed'
           AND NOT EXISTS (SELECT 1 FROM gas_charges
             WHERE gas_charges.purpose =
               'withdrawal:' || encode(withdrawal_id, 'hex') || ':failed')
         GROUP BY withdrawal_id LIMIT $1`,
        [limit],
      ),
    );
    return rows;
  }

  /** The sum of a user's charges that have not reached the engine. */
  async waitingMicroUsdc(user: Uint8Array): Promise<number> {
    const waiting = await this.connections.statement((client) =>
      GAS_CHARGES.select(client, 'WHERE user_key = $1 AND engine_ms IS NULL', [user]),
    );
    return waiting.reduce((sum, { amountMicroUsdc }) => sum + amountMicroUsdc, 0);
  }

  /** True if a charge of the user has not reached the engine: it goes before the next credit. */
  async isWaiting(user: Uint8Array): Promise<boolean> {
    const waiting = await this.connections.statement((client) =>
      GAS_CHARGES.first(client, 'WHERE user_key = $1 AND engine_ms IS NULL', [user]),
    );
    return waiting !== null;
  }
}
