/** The middle value; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('the median of nothing');
  return (lower + upper) / 2;
}

type NumbersOf<Round> = {
  [Field in keyof Round as Round[Field] extends number ? Field : never]: number;
};

/** For each number the median over the rounds. A round without the number counts as 0. */
export function mediansOf<Round extends object>(rounds: readonly Round[]): NumbersOf<Round> {
  const all = rounds.map((round) => new Map<string, unknown>(Object.entries(round)));
  const fields = new Set(all.flatMap((round) => [...round.keys()]));
  const medians = [...fields].flatMap((field) => {
    const values = all.map((round) => round.get(field) ?? 0);
    const numbers = values.filter((value) => typeof value === 'number');
    return numbers.length === values.length ? [[field, median(numbers)]] : [];
  });
  return Object.fromEntries(medians) as NumbersOf<Round>;
}

/** The smallest value that at least `share` of the values do not exceed (nearest rank). `share` is from 0 to 1. */
export function percentile(values: Float64Array, share: number): number {
  const sorted = values.toSorted();
  const value = sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)];
  if (value === undefined) throw new RangeError('a percentile of nothing');
  return value;
}

/** Formats a figure. */
export function quantilesOf(milliseconds: readonly number[]) {
  const all = Float64Array.from(milliseconds);
  const at = (share: number) => Number(percentile(all, share).toFixed(1));
  return { count: all.length, p50_ms: at(0.5), p99_ms: at(0.99), max_ms: at(1) };
}

/** Each list begins at another item, so that no item always comes after the same one. */
export function rotated<T>(list: readonly T[], by: number): T[] {
  const start = by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
