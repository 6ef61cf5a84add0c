/** The gas reserve: one row, written by the migration. It changes in the same transaction as its cause. */
import { assert } from '@bellwether/errors';
import type { GasReserve } from '@bellwether/funding';
import { fieldsOf } from '../columns';
import type { Client } from './table';

const RESERVE_ID = 1;

export async function readReserve(client: Client): Promise<GasReserve> {
  const { rows } = await client.query<GasReserve>(
    `SELECT ${fieldsOf('GasReserve', '', ['collectedMicroUsdc', 'spentMicroUsdc'])} FROM gas_reserve
     WHERE reserve_id = $1`,
    [RESERVE_ID],
  );
  const [row] = rows;
  assert(row !== undefined, 'gas_reserve has its row');
  return row;
}

/**
 * Takes the amount if the reserve has it: one conditional update, so two concurrent callers cannot take the same money.
 */
export async function drawFromReserve(
  client: Client,
  microUsdc: number,
  nowMs: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE gas_reserve SET spent_micro_usdc = spent_micro_usdc + $2, updated_ms = $3
     WHERE reserve_id = $1 AND collected_micro_usdc - spent_micro_usdc >= $2::bigint`,
    [RESERVE_ID, microUsdc, nowMs],
  );
  return rowCount === 1;
}

/** Adds what came in and subtracts what was spent, even below zero. */
export async function moveReserve(
  client: Client,
  { collectedMicroUsdc = 0, spentMicroUsdc = 0 }: Partial<GasReserve>,
  nowMs: number,
): Promise<void> {
  if (collectedMicroUsdc === 0 && spentMicroUsdc === 0) return;
  await client.query(
    `UPDATE gas_reserve SET collected_micro_usdc = collected_micro_usdc + $2,
       spent_micro_usdc = spent_micro_usdc + $3, updated_ms = $4
     WHERE reserve_id = $1`,
    [RESERVE_ID, collectedMicroUsdc, spentMicroUsdc, nowMs],
  );
}
