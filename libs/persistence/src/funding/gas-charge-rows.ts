/** Gas charges: numbered a user without a gap, each purpose once. */
import type { GasItem } from '@bellwether/funding';
import { bytea, integer, jsonList, nullable, text } from './columns';
import { Table } from './table';
import type { Client } from './table';

export interface NewGasCharge {
  readonly user: Uint8Array;
  /** What was paid for: `deposit:<id>:bridge`. At most 128 bytes, as the engine keeps it. */
  readonly purpose: string;
  readonly amountMicroUsdc: number;
  /** What it is made of, where that is known. */
  readonly items?: readonly GasItem[] | null;
  /** The deposit it was made for. */
  readonly depositId?: Uint8Array | null;
}

export interface GasCharge extends Required<NewGasCharge> {
  /** From 1, one more each: the engine takes the next one only. */
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

/** False where that purpose was charged before. A charge of nothing is none. */
export async function addGasCharge(
  client: Client,
  charge: NewGasCharge,
  nowMs: number,
): Promise<boolean> {
  if (charge.amountMicroUsdc === 0) return false;
  // The row's lock makes one transaction at a time number the user's charges.
  const { rows } = await client.query<{ last_charge_seq: string }>(
    `INSERT INTO gas_accounts AS account (user_key, last_charge_seq) VALUES ($1, 0)
     ON CONFLICT (user_key) DO UPDATE SET last_charge_seq = account.last_charge_seq
     RETURNING last_charge_seq`,
    [charge.user],
  );
  const chargeSeq = Number(rows[0]!.last_charge_seq) + 1;
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
