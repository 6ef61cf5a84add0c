import { MAX_HISTORY_ENTRIES } from './limits';

/** One entry of a record's history. `txSignature` is base58, the form that explorers use. */
export interface HistoryEntry {
  readonly state: string;
  readonly atMs: number;
  readonly reason: string | null;
  readonly txSignature: string | null;
}

/**
 * The history with one more entry. An entry equal to the last one (e.g. a deposit queued again for the same reason)
 * replaces it. When there are too many, the second oldest is dropped: the first always stays.
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
