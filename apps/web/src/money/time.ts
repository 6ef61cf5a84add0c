/** Times of the exchange (Unix seconds) for people: the reader's own time zone, 24 hours. */
import { LOCALE } from './format';
import { once } from './once';

const MS = 1_000;
const times = (options: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat(LOCALE, options));
const CLOCK = times({ timeStyle: 'medium', hourCycle: 'h23' });
const DAY = times({ dateStyle: 'medium' });
const UTC_DAY = times({ dateStyle: 'medium', timeZone: 'UTC' });
const MOMENT = times({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
const RELATIVE = once(() => new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always' }));
const MINUTE = 60;
const HOUR = 3_600;
const DAY_SECONDS = 86_400;

export const clock = (unix: number): string => CLOCK().format(unix * MS);
export const day = (unix: number): string => DAY().format(unix * MS);
/** Whatever the reader's time zone: of sums that are of UTC days. */
export const utcDay = (unix: number): string => UTC_DAY().format(unix * MS);
export const moment = (unix: number): string => MOMENT().format(unix * MS);
/** How far this device's clock is behind the exchange's. */
let behindMs = 0;
/** The exchange's time: a device's clock may be days wrong. */
export function setClock(exchangeMs: number): void {
  // Both are of whole seconds at times: a device that is right stays right.
  const behind = exchangeMs - Date.now();
  behindMs = Math.abs(behind) < RIGHT_MS ? 0 : behind;
}
const RIGHT_MS = 5_000;
export const now = (): number => Math.floor((Date.now() + behindMs) / MS);

/** `in 5 minutes`, `2 days ago`; far away it is the day. */
export function relative(unix: number, from = now()): string {
  const seconds = unix - from;
  const distance = Math.abs(seconds);
  if (distance < MINUTE) return RELATIVE().format(seconds, 'second');
  if (distance < HOUR) return RELATIVE().format(Math.trunc(seconds / MINUTE), 'minute');
  if (distance < 2 * DAY_SECONDS) return RELATIVE().format(Math.trunc(seconds / HOUR), 'hour');
  if (distance < 60 * DAY_SECONDS)
    return RELATIVE().format(Math.trunc(seconds / DAY_SECONDS), 'day');
  return day(unix);
}

const UNITS = [
  ['day', DAY_SECONDS],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** `24 hours`, `90 seconds`: in the largest unit of which it is at least one and a whole number. */
export function lasting(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? [
    'second',
    1,
  ];
  return new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(
    seconds / size,
  );
}
