/** The daily cap's rows: one per UTC day, and the operator's settings. */
import { toHex } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import { DAY_MS, utcDayOf } from '@bellwether/funding';
import type { DailyCapBucket } from '@bellwether/funding';
import { fieldsOf } from '../columns';
import type { Records } from '../columns';
import type { Client } from './table';

/** Held while a deposit of a user is decided. */
const SHARE_LOCK = 'share of the daily cap';

/** The one row of funding_settings. The migration writes it. */
const SETTINGS_ID = 1;

const SETTINGS = ['bridgeExecutor', 'dailyCapMicroUsdc'] as const;
export type Settings = Pick<Records['FundingSettings'], (typeof SETTINGS)[number]>;

/**
 * `FOR SHARE` delays a change of settings until decisions that read the old ones are written; `FOR UPDATE` waits for
 * such decisions. So a deposit queued because of a setting is always there to be woken when it changes.
 */
export async function readSettings(
  client: Client,
  lock: 'FOR SHARE' | 'FOR UPDATE' | '' = '',
): Promise<Settings> {
  const { rows } = await client.query<Settings>(
    `SELECT ${fieldsOf('FundingSettings', '', SETTINGS)} FROM funding_settings
     WHERE settings_id = $1 ${lock}`,
    [SETTINGS_ID],
  );
  const [row] = rows;
  assert(row !== undefined, 'funding_settings has its row');
  return row;
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
  const { rows } = await client.query<{ used: number }>(
    'SELECT used_micro_usdc AS used FROM daily_cap WHERE day = $1',
    [day],
  );
  return { day, capMicroUsdc: dailyCapMicroUsdc, usedMicroUsdc: rows[0]?.used ?? 0 };
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

/**
 * A user's credited deposits of the day in the cap, and the user's withdrawals on that day: `$1` is the day, `$2` its
 * first millisecond. A deposit under way is left out: it may yet release its reservation itself.
 */
const RETURNED_OF_CREDITED = `least(credited.reserved, (
  SELECT coalesce(sum(amount_micro_usdc), 0) FROM withdrawals
  WHERE withdrawals.user_key = credited.user_key AND created_ms >= $2
    AND status IN ('debited', 'burned', 'attested', 'completed')))`;

/** Gives back of the day's cap what its users have withdrawn again. @returns how much more than before */
export async function giveBackCap(client: Client, nowMs: number): Promise<number> {
  const day = utcDayOf(nowMs);
  const { rows: held } = await client.query<{ returned: number }>(
    'SELECT returned_micro_usdc AS returned FROM daily_cap WHERE day = $1 FOR UPDATE',
    [day],
  );
  const [before] = held;
  if (before === undefined) return 0;
  const { rows } = await client.query<{ returned: number }>(
    `SELECT coalesce(sum(${RETURNED_OF_CREDITED}), 0)::bigint AS returned FROM (
       SELECT user_key, sum(reserved_micro_usdc) AS reserved FROM deposits
       WHERE reserved_day = $1 AND phase = 'credited' GROUP BY user_key) AS credited`,
    [day, day * DAY_MS],
  );
  const more = rows[0]!.returned - before.returned;
  if (more <= 0) return 0;
  await client.query(
    `UPDATE daily_cap SET used_micro_usdc = used_micro_usdc - $2,
       returned_micro_usdc = returned_micro_usdc + $2 WHERE day = $1`,
    [day, more],
  );
  return more;
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
 * The user's reservations of that day less what was withdrawn again, in micro-USDC. Until the transaction ends, no other
 * decision on this user's deposits can run.
 */
export async function usedByUser(client: Client, user: Uint8Array, day: number): Promise<number> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${SHARE_LOCK}:${toHex(user)}`,
  ]);
  const { rows } = await client.query<{ used: number }>(
    `SELECT (all_of.reserved - ${RETURNED_OF_CREDITED})::bigint AS used FROM (
       SELECT coalesce(sum(reserved_micro_usdc), 0) AS reserved FROM deposits
       WHERE user_key = $3 AND reserved_day = $1) AS all_of, (
       SELECT $3::bytea AS user_key, coalesce(sum(reserved_micro_usdc), 0) AS reserved FROM deposits
       WHERE user_key = $3 AND reserved_day = $1 AND phase = 'credited') AS credited`,
    [day, day * DAY_MS, user],
  );
  return rows[0]?.used ?? 0;
}
