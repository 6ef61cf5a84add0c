/** A range of time cut into whole UTC days, whose sums are kept, and the rests at its ends, whose trades are summed. */

export const MS_PER_DAY = 86_400_000;
/** The last moment a JavaScript date can name: later than any trade, and its day still fits an INTEGER. */
export const END_OF_TIME_MS = 8.64e15;

/** `fromMs` inclusive, `toMs` exclusive. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Days since 1970; `endDay` exclusive. */
export interface DayRange {
  readonly firstDay: number;
  readonly endDay: number;
}

export interface CutRange {
  /** None where the range covers no whole day. */
  readonly days: DayRange | null;
  /** Less than two days together. */
  readonly rests: readonly TimeRange[];
}

export function cutIntoDays({ fromMs, toMs }: TimeRange): CutRange {
  const firstDay = Math.ceil(fromMs / MS_PER_DAY);
  const endDay = Math.floor(toMs / MS_PER_DAY);
  const days = firstDay < endDay ? { firstDay, endDay } : null;
  const pieces =
    days === null
      ? [{ fromMs, toMs }]
      : [
          { fromMs, toMs: firstDay * MS_PER_DAY },
          { fromMs: endDay * MS_PER_DAY, toMs },
        ];
  return { days, rests: pieces.filter((piece) => piece.fromMs < piece.toMs) };
}
