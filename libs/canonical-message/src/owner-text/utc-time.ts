/** Unix seconds as texts write them: `2026-12-23T00:00:00Z`. */

const SECONDS_PER_DAY = 86_400;
/** Days of a 400-year cycle, and those from 0000-03-01 to 1970-01-01. */
const DAYS_PER_ERA = 146_097;
const DAYS_BEFORE_1970 = 719_468;
const UTC_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** The last second that four digits of a year can write. */
export const LAST_UTC_SECOND = 253_402_300_799;

const digits = (value: number, count: number): string => String(value).padStart(count, '0');

/** @param seconds an integer from 0 to `LAST_UTC_SECOND` */
export function utcTime(seconds: number): string {
  const ofDay = seconds % SECONDS_PER_DAY;
  const { year, month, day } = dateOf(Math.floor(seconds / SECONDS_PER_DAY));
  const date = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
  const hours = digits(Math.floor(ofDay / 3600), 2);
  const minutes = digits(Math.floor(ofDay / 60) % 60, 2);
  return `${date}T${hours}:${minutes}:${digits(ofDay % 60, 2)}Z`;
}

/** `undefined` if it is not exactly how a second since 1970 is written. */
export function readUtcTime(text: string): number | undefined {
  if (!UTC_TIME.test(text)) return undefined;
  const at = (from: number, to: number) => Number(text.slice(from, to));
  const days = daysTo(at(0, 4), at(5, 7), at(8, 10));
  const seconds = days * SECONDS_PER_DAY + at(11, 13) * 3600 + at(14, 16) * 60 + at(17, 19);
  if (seconds < 0 || seconds > LAST_UTC_SECOND) return undefined;
  return utcTime(seconds) === text ? seconds : undefined;
}

/** Years begin in March here, so that a leap day is the last day of a year. */
function dateOf(daysSince1970: number): { year: number; month: number; day: number } {
  const days = daysSince1970 + DAYS_BEFORE_1970;
  const era = Math.floor(days / DAYS_PER_ERA);
  const ofEra = days - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) /
      365,
  );
  const ofYear =
    ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * ofYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: ofYear - Math.floor((153 * shifted + 2) / 5) + 1,
  };
}

function daysTo(year: number, month: number, day: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const ofYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const ofEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + ofYear;
  return era * DAYS_PER_ERA + ofEra - DAYS_BEFORE_1970;
}
