/**
 * The tables whose rows grow for ever, and which of their rows belong to a month. What is not here stays: the catalogue,
 * candles, builders' sums, accounts with their balances, and orders that are open.
 */
import type { REBUILT_TABLES } from '../backup-rows/backup-tables';

/** A table, and which of its rows belong to a month. */
export interface MonthRows {
  readonly table: (typeof REBUILT_TABLES)[number];
  /** Condition on the table's rows. $1 and $2: the month's start and end, Unix milliseconds. */
  readonly isOfMonth: string;
}

export interface MonthTable extends MonthRows {
  /** Unix milliseconds. */
  readonly time: 'timestamp_ms' | 'updated_ms';
  /** Condition on rows that change no more; default: all. */
  readonly isEnded?: string;
  /** The addends for dropped rows, so that sums over all of history do not change: history-sums.ts. */
  readonly sums: Readonly<Record<string, string>>;
}

const HAPPENED = {
  time: 'timestamp_ms',
  isOfMonth: 'timestamp_ms >= $1 AND timestamp_ms < $2',
} as const;
const IS_FINISHED = `status IN ('filled', 'cancelled')`;

/** Trade ids rise with time. */
export const firstTradeAt = (parameter: string): string => `COALESCE((
  SELECT trade_id FROM trades WHERE timestamp_ms >= ${parameter} ORDER BY timestamp_ms, trade_id LIMIT 1
), 9223372036854775807)`;

/** All but `BUILDER_TRADES`, which are found by the trades. */
export const MONTH_TABLES: readonly MonthTable[] = [
  {
    table: 'ledger_postings',
    ...HAPPENED,
    sums: {
      postings: 'count(*)',
      postings_in_micro_usdc: 'sum(amount_micro_usdc) FILTER (WHERE amount_micro_usdc > 0)',
      postings_balance_micro_usdc: 'sum(amount_micro_usdc)',
    },
  },
  {
    table: 'trades',
    ...HAPPENED,
    sums: {
      trades: 'count(*)',
      trades_contracts: 'sum(quantity)',
      trades_taker_fees: 'sum(taker_fee)',
    },
  },
  {
    // The month in which they ended.
    table: 'orders',
    time: 'updated_ms',
    isEnded: IS_FINISHED,
    isOfMonth: `updated_ms >= $1 AND updated_ms < $2 AND ${IS_FINISHED}`,
    sums: { orders: 'count(*)' },
  },
  { table: 'refusals', ...HAPPENED, sums: { refusals: 'count(*)' } },
  { table: 'amendments', ...HAPPENED, sums: {} },
  { table: 'redemptions', ...HAPPENED, sums: {} },
  {
    table: 'credits',
    ...HAPPENED,
    sums: { credits_micro_usdc: 'sum(amount_micro_usdc)' },
  },
  {
    table: 'payouts',
    ...HAPPENED,
    sums: { payouts_micro_usdc: 'sum(paid_micro_usdc)' },
  },
];

export const BUILDER_TRADES: MonthRows = {
  table: 'builder_trades',
  isOfMonth: `trade_id >= ${firstTradeAt('$1')} AND trade_id < ${firstTradeAt('$2')}`,
};

export const EXPORTED_TABLES: readonly MonthRows[] = [...MONTH_TABLES, BUILDER_TRADES];
