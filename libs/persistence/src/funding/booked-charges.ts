/** Charges that the engine has booked, from its events: its books, and not these rows, decide their numbers. */
import { GAS_CHARGES, addGasCharge, lastChargeOf } from './gas-charge-rows';
import type { GasCharge } from './gas-charge-rows';
import type { Client } from './table';

export type BookedCharge = Pick<GasCharge, 'user' | 'chargeSeq' | 'purpose' | 'amountMicroUsdc'>;

/**
 * Notes charges as booked. One without its row was made by rows that are gone, as PostgreSQL was put back to an older
 * copy: it gets its row, and charges that wait under its number get later ones.
 * @returns how many had no row
 */
export async function noteBooked(
  client: Client,
  booked: readonly BookedCharge[],
  nowMs: number,
): Promise<number> {
  if (booked.length === 0) return 0;
  const { rows } = await client.query<{ at: number }>(
    `WITH booked AS (
       SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::text[])
         WITH ORDINALITY AS booked (user_key, charge_seq, purpose, at)),
     marked AS (
       UPDATE gas_charges SET engine_ms = $4, lease_until_ms = 0 FROM booked
       WHERE gas_charges.user_key = booked.user_key AND gas_charges.charge_seq = booked.charge_seq
         AND gas_charges.purpose = booked.purpose AND engine_ms IS NULL)
     SELECT at FROM booked WHERE NOT EXISTS (
       SELECT 1 FROM gas_charges
       WHERE gas_charges.user_key = booked.user_key AND gas_charges.charge_seq = booked.charge_seq
         AND gas_charges.purpose = booked.purpose)
     ORDER BY at`,
    [
      booked.map(({ user }) => user),
      booked.map(({ chargeSeq }) => chargeSeq),
      booked.map(({ purpose }) => purpose),
      nowMs,
    ],
  );
  for (const { at } of rows) await enter(client, booked[at - 1]!, nowMs);
  return rows.length;
}

async function enter(
  client: Client,
  { user, chargeSeq, purpose, amountMicroUsdc }: BookedCharge,
  nowMs: number,
): Promise<void> {
  await lastChargeOf(client, user);
  const waiting = await GAS_CHARGES.select(
    client,
    'WHERE user_key = $1 AND engine_ms IS NULL ORDER BY charge_seq',
    [user],
  );
  await client.query('DELETE FROM gas_charges WHERE user_key = $1 AND engine_ms IS NULL', [user]);
  const known = waiting.find((one) => one.purpose === purpose);
  const { items = null, depositId = depositOf(purpose), createdMs = nowMs } = known ?? {};
  const charge = { user, chargeSeq, purpose, amountMicroUsdc, items, depositId, createdMs };
  await GAS_CHARGES.insert(client, { ...charge, engineMs: nowMs });
  await client.query(
    `UPDATE gas_accounts SET last_charge_seq = coalesce(
       (SELECT max(charge_seq) FROM gas_charges WHERE user_key = $1), 0) WHERE user_key = $1`,
    [user],
  );
  for (const one of waiting) {
    if (one.purpose !== purpose) await addGasCharge(client, one, one.createdMs);
  }
}

/** `deposit:<id>:…`, of whatever part. */
function depositOf(purpose: string): Uint8Array | null {
  const id = /^deposit:([0-9a-f]{64}):/.exec(purpose)?.[1];
  return id === undefined ? null : Uint8Array.from(Buffer.from(id, 'hex'));
}
