/** Calendar months in UTC: what history is exported and dropped by. */

export interface Month {
  /** `2026-10`. */
  readonly name: string;
  /** Unix milliseconds, `startMs` inclusive, `endMs` exclusive. */
  readonly startMs: number;
  readonly endMs: number;
}

const NAME = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** `null` if the text is no month. */
export function monthOf(name: string): Month | null {
  const [, year, month] = NAME.exec(name) ?? [];
  return year === undefined ? null : monthAt(Number(year), Number(month) - 1);
}

export function monthAtMs(timestampMs: number): Month {
  const date = new Date(timestampMs);
  return monthAt(date.getUTCFullYear(), date.getUTCMonth());
}

/** So many months later; earlier, if negative. */
export function monthsLater({ startMs }: Month, months: number): Month {
  const date = new Date(startMs);
  return monthAt(date.getUTCFullYear(), date.getUTCMonth() + months);
}

function monthAt(year: number, month: number): Month {
  const startMs = Date.UTC(year, month);
  return {
    name: new Date(startMs).toISOString().slice(0, 'YYYY-MM'.length),
    startMs,
    endMs: Date.UTC(year, month + 1),
  };
}
