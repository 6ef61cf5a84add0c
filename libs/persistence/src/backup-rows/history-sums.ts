/** Sums of history as of a seq, to compare rebuilt history with the original although the original has grown since. */
import type { Client } from 'pg';
import { withClient } from './rows-client';

/** How far history had come, and its sums up to there. Every sum is a decimal number. */
export interface HistoryMark {
  readonly seq: number;
  /** Time of the last event. Candles that had ended by then are complete. */
  readonly timestamp_ms: number;
  readonly sums: Readonly<Record<string, string>>;
}

/**
 * $1: seq, $2: time in whole seconds. Only of what never changes once it is written, so not of an order's size: it may be
 * amended. Candles never change once their time is over. What was dropped is in `dropped_sums`, under the same names.
 */
const SUMS: Readonly<Record<string, string>> = {
  trades: 'SELECT count(*) FROM trades WHERE seq <= $1',
  trades_contracts: 'SELECT coalesce(sum(quantity), 0) FROM trades WHERE seq <= $1',
  trades_taker_fees: 'SELECT coalesce(sum(taker_fee), 0) FROM trades WHERE seq <= $1',
  orders: 'SELECT count(*) FROM orders WHERE seq <= $1',
  refusals: 'SELECT count(*) FROM refusals WHERE seq <= $1',
  credits_micro_usdc: 'SELECT coalesce(sum(amount_micro_usdc), 0) FROM credits WHERE seq <= $1',
  payouts_micro_usdc: 'SELECT coalesce(sum(paid_micro_usdc), 0) FROM payouts WHERE seq <= $1',
  postings: 'SELECT count(*) FROM ledger_postings WHERE seq <= $1',
  postings_in_micro_usdc: `SELECT coalesce(sum(amount_micro_usdc), 0) FROM ledger_postings
    WHERE seq <= $1 AND amount_micro_usdc > 0`,
  postings_balance_micro_usdc:
    'SELECT coalesce(sum(amount_micro_usdc), 0) FROM ledger_postings WHERE seq <= $1',
  candles: 'SELECT count(*) FROM candles WHERE time_seconds + interval_seconds <= $2',
  candles_contracts: `SELECT coalesce(sum(volume), 0) FROM candles
    WHERE time_seconds + interval_seconds <= $2`,
  candles_notional_micro_usdc: `SELECT coalesce(sum(notional_micro_usdc), 0) FROM candles
    WHERE time_seconds + interval_seconds <= $2`,
};

/** Seq up to which history is complete; null if no projector has written anything yet. */
export const historySeq = (url: string, shard: number): Promise<number | null> =>
  withClient(url, async (client) => (await historyPlace(client, shard))?.seq ?? null);

export const historySumsAt = (
  url: string,
  mark: Omit<HistoryMark, 'sums'>,
): Promise<Record<string, string>> => withClient(url, (client) => historySums(client, mark));

/** Seq up to which history is complete, and the time of its last event; null before the first event. */
export async function historyPlace(
  client: Client,
  shard: number,
): Promise<Omit<HistoryMark, 'sums'> | null> {
  const { rows } = await client.query<{ seq: number; timestamp_ms: number }>(
    'SELECT seq, timestamp_ms FROM projection_cursor WHERE shard = $1',
    [shard],
  );
  const [row] = rows;
  // The cursor may stand between two events of one command; everything before that command is complete.
  return row ? { ...row, seq: row.seq - 1 } : null;
}

export async function historySums(
  client: Client,
  { seq, timestamp_ms }: Omit<HistoryMark, 'sums'>,
): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const [name, query] of Object.entries(SUMS)) {
    const value = query.includes('$2') ? Math.floor(timestamp_ms / 1_000) : seq;
    const { rows } = await client.query<{ sum: string }>(
      `SELECT ((${query.replace('$2', '$1')}) +
         COALESCE((SELECT sum FROM dropped_sums WHERE name = $2), 0))::text AS sum`,
      [value, name],
    );
    sums[name] = rows[0]?.sum ?? '0';
  }
  return sums;
}
