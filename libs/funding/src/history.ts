import { MAX_HISTORY_ENTRIES } from './limits';

/** One line of a record's history. `txSignature` is base58, as people look it up. */
export interface HistoryEntry {
  readonly state: string;
  readonly atMs: number;
  readonly reason: string | null;
  readonly txSignature: string | null;
}

/**
 * The history with one more line. A line that says what the last one says (a deposit queued again for the same
 * reason) takes its place; where there are too many, the second oldest goes: how it began always stays.
 */
export function withEntry(
  history: readonly HistoryEntry[],
  entry: HistoryEntry,
): readonly HistoryEntry[] {
  const last = history.at(-1);
  const repeats =
    last !== undefined &&
    last.state === entry.state &&
    last.reason === entry.reason &&
    last.txSignature === entry.txSignature;
  const grown = repeats ? [...history.slice(0, -1), entry] : [...history, entry];
  return grown.length <= MAX_HISTORY_ENTRIES ? grown : [grown[0]!, ...grown.slice(2)];
}
