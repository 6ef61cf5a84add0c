export interface Summary {
  readonly p50: number;
  readonly p90: number;
  readonly worst: number;
}

/** Nearest ranks. */
export function summaryOf(values: readonly number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
    if (value === undefined) throw new RangeError('a summary of nothing');
    return value;
  };
  return { p50: at(0.5), p90: at(0.9), worst: at(1) };
}
