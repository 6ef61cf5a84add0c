/** A time of day in UTC as people type it: `2030-12-31 18:00`, or a day alone. */

const TIME = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2})?$/;
const MS = 1_000;

/** As it was typed. */
export const utcText = (unix: number): string =>
  new Date(unix * MS).toISOString().slice(0, 16).replace('T', ' ');

/** @returns Unix seconds; undefined if it is no time, such as 31 February, which would be read as a day of March */
export function readUtc(text: string): number | undefined {
  const typed = text.trim().replace('T', ' ');
  if (!TIME.test(typed)) return undefined;
  const ms = Date.parse(`${typed.replace(' ', 'T')}${typed.includes(' ') ? ':00Z' : ''}`);
  if (Number.isNaN(ms)) return undefined;
  const unix = Math.floor(ms / MS);
  return utcText(unix).startsWith(typed) ? unix : undefined;
}
