import { refusal } from '../refusal';
import type { Refusal } from '../reply';

/** Checks of shape. Each returns null, or the refusal that names the field, its value and what is expected. */
export type Rule = Refusal | null;

const LONGEST_VALUE_SHOWN = 64;
/** Half of a character of two units, which no answer could encode, after a cut. */
const HALF_CHARACTER = /\p{Surrogate}/gu;
const utf8 = new TextEncoder();

export function wrong(field: string, value: number | string, expected: string): Refusal {
  const shown =
    typeof value === 'string'
      ? value.slice(0, LONGEST_VALUE_SHOWN).replace(HALF_CHARACTER, '')
      : value;
  return refusal('VALIDATION_FAILED', { field, value: shown, expected });
}

export const integer = (field: string, value: number, lowest: number, highest: number): Rule =>
  Number.isSafeInteger(value) && value >= lowest && value <= highest
    ? null
    : wrong(field, printable(value), `an integer from ${lowest} to ${highest}`);

export function bytesOfText(field: string, value: string, shortest: number, longest: number): Rule {
  // A UTF-16 unit takes at least one byte: a text longer than that in units is refused without encoding it.
  const bytes = value.length > longest ? value.length : utf8.encode(value).length;
  if (bytes >= shortest && bytes <= longest) return null;
  return wrong(field, value, `a text of ${shortest} to ${longest} bytes of UTF-8`);
}

export const byteString = (field: string, value: Uint8Array, length: number): Rule =>
  value.length === length ? null : wrong(field, value.length, `${length} bytes`);

/** The first failed check, null if none failed. */
export function first(rules: Iterable<Rule>): Rule {
  for (const rule of rules) if (rule !== null) return rule;
  return null;
}

/** Details hold safe integers; any other number is shown as text. */
const printable = (value: number): number | string =>
  Number.isSafeInteger(value) && value >= 0 ? value : String(value);
