/** Gas charges: numbered per user without a gap, one per purpose. */
import type { GasItem } from '@bellwether/funding';
import { bytea, integer, jsonList, nullable, text } from './columns';
import { Table } from './table';
import type { Client } from './table';

export interface NewGasCharge {
  readonly user: Uint8Array;
  /** The purpose of the payment: `deposit:<id>:bridge`. At most 128 bytes, the engine's limit. */
  readonly purpose: string;
  readonly amountMicroUsdc: number;
  /** The items it consists of, if known. */
  readonly items?: readonly GasItem[] | null;
  /** The deposit it was made for. */
  readonly depositId?: Uint8Array | null;
}

export interface GasCharge extends Required<NewGasCharge> {
  /** Counts from 1 without a gap; the engine accepts only the next one. */
  readonly chargeSeq: number;
  readonly createdMs: number;
}

export const GAS_CHARGES = new Table<GasCharge>(
  'gas_charges',
  {
    user: bytea('user_key'),
    chargeSeq: integer('charge_seq'),
    purpose: text('purpose'),
    amountMicroUsdc: integer('amount_micro_usdc'),
    items: nullable(jsonList<GasItem>('items')),
    depositId: nullable(bytea('deposit_id')),
    createdMs: integer('created_ms'),
  },
  ['user', 'chargeSeq'],
);

/** The number of the user's last charge. Until the transaction ends nobody else numbers any. */
export async function lastChargeOf(client: Client, user: Uint8Array): Promise<number> {
  const { rows } = await client.query<{ last_charge_seq: string }>(
    `INSERT INTO gas_accounts AS account (user_key, last_charge_seq) VALUES ($1, 0)
     ON CONFLICT (user_key) DO UPDATE SET last_charge_seq = account.last_charge_seq
     RETURNING last_charge_seq`,
    [user],
  );
  return Number(rows[0]!.last_charge_seq);
}

/** Returns false if that purpose was charged before. A charge of zero is not added. */
export async function addGasCharge(
  client: Client,
  charge: NewGasCharge,
  nowMs: number,
): Promise<boolean> {
  if (charge.amountMicroUsdc === 0) return false;
  const chargeSeq = (await lastChargeOf(client, charge.user)) + 1;
  const known = { items: null, depositId: null, ...charge };
  const added = await GAS_CHARGES.insert(client, { ...known, chargeSeq, createdMs: nowMs });
  if (added) {
    await client.query('UPDATE gas_accounts SET last_charge_seq = $2 WHERE user_key = $1', [
      charge.user,
      chargeSeq,
    ]);
  }
  return added;
}
