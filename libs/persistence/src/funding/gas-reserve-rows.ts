/** The gas reserve: one row, which the migration writes. It is moved in the transaction of what moves it. */
import { assert } from '@bellwether/errors';
import type { GasReserve } from '@bellwether/funding';
import type { Client } from './table';

const RESERVE_ID = 1;

export async function readReserve(client: Client): Promise<GasReserve> {
  const { rows } = await client.query<{ collected_micro_usdc: string; spent_micro_usdc: string }>(
    'SELECT collected_micro_usdc, spent_micro_usdc FROM gas_reserve WHERE reserve_id = $1',
    [RESERVE_ID],
  );
  const [row] = rows;
  assert(row !== undefined, 'gas_reserve has its row');
  return {
    collectedMicroUsdc: Number(row.collected_micro_usdc),
    spentMicroUsdc: Number(row.spent_micro_usdc),
  };
}

/** Takes so much where there is so much: one conditional update, so that two who ask share nothing. */
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

/** What came in, and what is gone whatever is left. */
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
