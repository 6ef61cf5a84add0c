import { percentile } from '../../bench-exchange/src/statistics';

export interface Summary {
  readonly p50: number;
  readonly p90: number;
  readonly worst: number;
}

export function summaryOf(values: readonly number[]): Summary {
  const numbers = Float64Array.from(values);
  return {
    p50: percentile(numbers, 0.5),
    p90: percentile(numbers, 0.9),
    worst: percentile(numbers, 1),
  };
}
