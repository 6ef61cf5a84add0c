/** The statement as a file: the same rows, every amount to the last micro-USDC (RFC 4180). */
import type { LedgerEntry } from '@bellwether/client';
import { decimalText } from '../../money/format';

const HEAD = [
  'seq',
  'index',
  'time',
  'kind',
  'amount_usd',
  'balance_usd',
  'market_id',
  'trade_id',
  'withdrawal_id',
  'transaction',
];
const MICRO_DECIMALS = 6;
const MS = 1_000;
/** A document may hold the file until the browser has taken it. */
const RELEASE_MS = 10_000;

export function csvOf(entries: readonly LedgerEntry[]): string {
  const rows = entries.map((entry) => [
    entry.seq,
    entry.event_index,
    new Date(entry.time * MS).toISOString(),
    entry.kind,
    decimalText(BigInt(entry.amount), MICRO_DECIMALS),
    decimalText(BigInt(entry.balance), MICRO_DECIMALS),
    entry.market_id ?? '',
    entry.trade_id ?? '',
    entry.withdrawal_id ?? '',
    entry.tx_signature ?? '',
  ]);
  return [HEAD, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

export function saveCsv(entries: readonly LedgerEntry[]): void {
  const url = URL.createObjectURL(new Blob([csvOf(entries)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'bellwether-statement.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS);
}
