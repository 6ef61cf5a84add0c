import { escapeIdentifier } from 'pg';
import { withClient } from '../backup-rows/rows-client';
import { monthAtMs, monthOf } from './month';
import type { Month } from './month';
import { MONTH_TABLES } from './month-tables';

/** The month that is being dropped, else that of the oldest row that may be dropped one day; null without any. */
export const oldestMonth = (url: string): Promise<Month | null> =>
  withClient(url, async (client) => {
    const begun = await client.query<{ month: string }>(
      'SELECT month FROM dropped_months WHERE NOT is_done ORDER BY month LIMIT 1',
    );
    const [month] = begun.rows;
    if (month !== undefined) return monthOf(month.month);
    let oldest = Number.POSITIVE_INFINITY;
    for (const { table, time, isEnded = 'true' } of MONTH_TABLES) {
      const { rows } = await client.query<{ oldest: number | null }>(
        `SELECT min(${time}) AS oldest FROM ${escapeIdentifier(table)} WHERE ${isEnded}`,
      );
      oldest = Math.min(oldest, rows[0]?.oldest ?? oldest);
    }
    return Number.isFinite(oldest) ? monthAtMs(oldest) : null;
  });
