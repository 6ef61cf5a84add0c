/** Gas charges: numbered per user without a gap, one per purpose. */
import type { GasItem } from '@bellwether/funding';
import { jsonList, recordTable } from './table';
import type { Client, RecordIn } from './table';

export const GAS_CHARGES = recordTable('GasCharge', { items: jsonList<GasItem>() });
export type GasCharge = RecordIn<typeof GAS_CHARGES>;

/** `items`, `depositId`: if known, and if it was made for one. */
export type NewGasCharge = Pick<GasCharge, 'user' | 'purpose' | 'amountMicroUsdc'> &
  Partial<Pick<GasCharge, 'items' | 'depositId'>>;

/** The number of the user's last charge. Until the transaction ends nobody else numbers any. */
export async function lastChargeOf(client: Client, user: Uint8Array): Promise<number> {
  const { rows } = await client.query<{ last: number }>(
    `INSERT INTO gas_accounts AS account (user_key, last_charge_seq) VALUES ($1, 0)
     ON CONFLICT (user_key) DO UPDATE SET last_charge_seq = account.last_charge_seq
     RETURNING last_charge_seq AS last`,
    [user],
  );
  return rows[0]!.last;
}

/** Returns false if that purpose was charged before. A charge of zero is not added. */
export async function addGasCharge(
  client: Client,
  charge: NewGasCharge,
  nowMs: number,
): Promise<boolean> {
  if (charge.amountMicroUsdc === 0) return false;
  const chargeSeq = (await lastChargeOf(client, charge.user)) + 1;
  const { user, purpose, amountMicroUsdc, items = null, depositId = null } = charge;
  const made = { user, purpose, amountMicroUsdc, items, depositId };
  const times = { createdMs: nowMs, engineMs: null };
  const added = await GAS_CHARGES.insert(client, { ...made, chargeSeq, ...times });
  if (added) {
    await client.query('UPDATE gas_accounts SET last_charge_seq = $2 WHERE user_key = $1', [
      charge.user,
      chargeSeq,
    ]);
  }
  return added;
}
