/** The smallest value that at least `share` of the values do not exceed (nearest rank). `share` of 0 to 1. */
export function percentile(values: Float64Array, share: number): number {
  const sorted = values.toSorted();
  const value = sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)];
  if (value === undefined) throw new RangeError('a percentile of nothing');
  return value;
}
