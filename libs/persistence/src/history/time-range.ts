/** A range of time cut into whole days and minutes, whose sums are kept, and the rests at its ends, whose trades are summed. */
import { assert } from '@bellwether/errors';

/** Of which sums are kept, in seconds: a minute, and a UTC day. */
export const SUM_INTERVALS = [60, 86_400] as const;
const [MINUTE, DAY] = SUM_INTERVALS;

/** The last moment a JavaScript date can name: later than any trade. */
export const END_OF_TIME_SECONDS = 8.64e12;

/** Unix seconds, `from` inclusive, `to` exclusive. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Whole buckets of this interval. */
export interface BucketRange extends TimeRange {
  readonly intervalSeconds: number;
}

export interface CutRange {
  /** At most three ranges: minutes before, days, minutes after. Less than two days of minutes together. */
  readonly buckets: readonly BucketRange[];
  /** Less than two minutes together. */
  readonly rests: readonly TimeRange[];
}

export function cutIntoBuckets(range: TimeRange): CutRange {
  const days = wholeBuckets(range, DAY);
  const besideDays = without(range, days);
  const minutes = besideDays.flatMap((piece) => wholeBuckets(piece, MINUTE) ?? []);
  const rests = besideDays.flatMap((piece) => without(piece, wholeBuckets(piece, MINUTE)));
  assert(rests.length <= 2, 'a range has two ends');
  return { buckets: [...(days === null ? [] : [days]), ...minutes], rests };
}

/** `null` where the range covers no whole bucket. */
function wholeBuckets({ from, to }: TimeRange, intervalSeconds: number): BucketRange | null {
  const first = Math.ceil(from / intervalSeconds) * intervalSeconds;
  const end = Math.floor(to / intervalSeconds) * intervalSeconds;
  return first < end ? { intervalSeconds, from: first, to: end } : null;
}

const without = ({ from, to }: TimeRange, middle: TimeRange | null): TimeRange[] => {
  const pieces =
    middle === null
      ? [{ from, to }]
      : [
          { from, to: middle.from },
          { from: middle.to, to },
        ];
  return pieces.filter((piece) => piece.from < piece.to);
};
