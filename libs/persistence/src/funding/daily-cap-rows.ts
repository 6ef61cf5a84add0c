/** The daily cap's rows: one per UTC day, and the operator's settings. */
import { toHex } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import { utcDayOf } from '@bellwether/funding';
import type { DailyCapBucket } from '@bellwether/funding';
import type { Client } from './table';

/** Held while a deposit of a user is decided. */
const SHARE_LOCK = 'share of the daily cap';

/** The one row of funding_settings. The migration writes it. */
const SETTINGS_ID = 1;

export interface Settings {
  readonly bridgeExecutor: boolean;
  readonly dailyCapMicroUsdc: number;
}

/**
 * `FOR SHARE` delays a change of settings until decisions that read the old ones are written; `FOR UPDATE` waits for
 * such decisions. So a deposit queued because of a setting is always there to be woken when it changes.
 */
export async function readSettings(
  client: Client,
  lock: 'FOR SHARE' | 'FOR UPDATE' | '' = '',
): Promise<Settings> {
  const { rows } = await client.query<{
    bridge_executor: boolean;
    daily_cap_micro_usdc: string;
  }>(
    `SELECT bridge_executor, daily_cap_micro_usdc FROM funding_settings
     WHERE settings_id = $1 ${lock}`,
    [SETTINGS_ID],
  );
  const [row] = rows;
  assert(row !== undefined, 'funding_settings has its row');
  return {
    bridgeExecutor: row.bridge_executor,
    dailyCapMicroUsdc: Number(row.daily_cap_micro_usdc),
  };
}

export async function writeSettings(
  client: Client,
  { bridgeExecutor, dailyCapMicroUsdc }: Settings,
  nowMs: number,
): Promise<void> {
  await client.query(
    `UPDATE funding_settings SET bridge_executor = $2, daily_cap_micro_usdc = $3, updated_ms = $4
     WHERE settings_id = $1`,
    [SETTINGS_ID, bridgeExecutor, dailyCapMicroUsdc, nowMs],
  );
}

export async function readBucket(
  client: Client,
  { dailyCapMicroUsdc }: Settings,
  nowMs: number,
): Promise<DailyCapBucket> {
  const day = utcDayOf(nowMs);
  const { rows } = await client.query<{ used_micro_usdc: string }>(
    'SELECT used_micro_usdc FROM daily_cap WHERE day = $1',
    [day],
  );
  const usedMicroUsdc = Number(rows[0]?.used_micro_usdc ?? 0);
  return { day, capMicroUsdc: dailyCapMicroUsdc, usedMicroUsdc };
}

/** One conditional update decides. False if the amount does not fit any more. */
export async function reserveCap(
  client: Client,
  reservation: { readonly day: number; readonly microUsdc: number },
  { dailyCapMicroUsdc }: Pick<Settings, 'dailyCapMicroUsdc'>,
): Promise<boolean> {
  const { day, microUsdc } = reservation;
  await client.query(
    'INSERT INTO daily_cap (day, used_micro_usdc) VALUES ($1, 0) ON CONFLICT DO NOTHING',
    [day],
  );
  const { rowCount } = await client.query(
    `UPDATE daily_cap SET used_micro_usdc = used_micro_usdc + $2
     WHERE day = $1 AND used_micro_usdc + $2 <= $3`,
    [day, microUsdc, dailyCapMicroUsdc],
  );
  return rowCount === 1;
}

/** Adjusts a day's reservation; `byMicroUsdc` may be negative. */
export async function correctCap(client: Client, day: number, byMicroUsdc: number): Promise<void> {
  if (byMicroUsdc === 0) return;
  const { rowCount } = await client.query(
    'UPDATE daily_cap SET used_micro_usdc = used_micro_usdc + $2 WHERE day = $1 AND used_micro_usdc + $2 >= 0',
    [day, byMicroUsdc],
  );
  assert(rowCount === 1, 'what is given back of the cap was taken before');
}

/**
 * The user's reservations of that day, in micro-USDC. Until the transaction ends, no other decision on this user's
 * deposits can run.
 */
export async function usedByUser(client: Client, user: Uint8Array, day: number): Promise<number> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${SHARE_LOCK}:${toHex(user)}`,
  ]);
  const { rows } = await client.query<{ used: string }>(
    `SELECT coalesce(sum(reserved_micro_usdc), 0) AS used FROM deposits
     WHERE user_key = $1 AND reserved_day = $2`,
    [user, day],
  );
  return Number(rows[0]?.used ?? 0);
}
