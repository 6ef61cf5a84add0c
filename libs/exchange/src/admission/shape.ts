import { refusal } from '../refusal';
import type { Refusal } from '../reply';

/** Rules of shape: each answers null, or the refusal that names the field, its value and what would be right. */
export type Rule = Refusal | null;

const LONGEST_VALUE_SHOWN = 64;
const utf8 = new TextEncoder();

export function wrong(field: string, value: number | string, expected: string): Refusal {
  const shown = typeof value === 'string' ? value.slice(0, LONGEST_VALUE_SHOWN) : value;
  return refusal('VALIDATION_FAILED', { field, value: shown, expected });
}

export const integer = (field: string, value: number, lowest: number, highest: number): Rule =>
  Number.isSafeInteger(value) && value >= lowest && value <= highest
    ? null
    : wrong(field, printable(value), `an integer from ${lowest} to ${highest}`);

export function bytesOfText(field: string, value: string, shortest: number, longest: number): Rule {
  // A UTF-16 unit is at least a byte: what is longer in units need not be encoded to be refused.
  const bytes = value.length > longest ? value.length : utf8.encode(value).length;
  if (bytes >= shortest && bytes <= longest) return null;
  return wrong(field, value, `a text of ${shortest} to ${longest} bytes of UTF-8`);
}

export const byteString = (field: string, value: Uint8Array, length: number): Rule =>
  value.length === length ? null : wrong(field, value.length, `${length} bytes`);

/** The first rule that is broken. */
export function first(rules: Iterable<Rule>): Rule {
  for (const rule of rules) if (rule !== null) return rule;
  return null;
}

/** Details carry safe integers: any other number is shown as text. */
const printable = (value: number): number | string =>
  Number.isSafeInteger(value) && value >= 0 ? value : String(value);
