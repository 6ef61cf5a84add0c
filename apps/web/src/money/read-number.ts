/**
 * Reads typed text as the exchange's whole numbers. A text has one reading, or it is refused and its readings are
 * named: `25,000` is 25000 on these English pages, but `1,5` may be 1.5 or 15, and `25.000` may be 25 or 25000.
 */

export type NumberUnit = 'contracts' | 'cents' | 'dollars';

interface Scale {
  readonly decimals: number;
  readonly least: bigint;
  readonly most: bigint;
  /** Signs that people write around the number. */
  readonly sign: RegExp;
}

const NO_SIGN = /$^/;
export const SCALES: Readonly<Record<NumberUnit, Scale>> = {
  contracts: { decimals: 0, least: 1n, most: 10_000_000n, sign: NO_SIGN },
  cents: { decimals: 2, least: 1n, most: 9_999n, sign: /\s?¢$/ },
  /** Micro-USDC; above this an answer's number would not be exact. */
  dollars: { decimals: 6, least: 1n, most: BigInt(Number.MAX_SAFE_INTEGER), sign: /^\$\s?/ },
};

export interface NumberRead {
  /** Undefined: nothing was typed, or not one number within the limits. */
  readonly value?: number;
  /** Refused: the possible readings, in the unit's smallest parts. Empty if it is no number, or out of the limits. */
  readonly readings?: readonly bigint[];
}

const GROUPED =
  /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?:[ \u00A0\u2009\u202F]\d{3})+|(?:['’]\d{3})+)(?=\.|$)/;
const PLAIN = /^(?:\d+\.?\d*|\.\d+)$/;
/** Where a full stop separates thousands, these are thousands. */
const DOT_THOUSANDS = /^[1-9]\d{0,2}\.\d{3}$/;
const OTHER_MARKS = /[\s'’]/g;

export function readNumber(text: string, unit: NumberUnit): NumberRead {
  const scale = SCALES[unit];
  const typed = text.trim().replace(scale.sign, '');
  if (typed === '') return text.trim() === '' ? {} : { readings: [] };
  const grouped = GROUPED.exec(typed)?.[0] ?? '';
  const plain = grouped.replaceAll(/\D/g, '') + typed.slice(grouped.length);
  if (PLAIN.test(plain) && !DOT_THOUSANDS.test(typed)) {
    const value = scaled(plain, scale);
    return value === null ? { readings: [] } : { value: Number(value) };
  }
  const bare = typed.replaceAll(OTHER_MARKS, '');
  const readings = [bare.replaceAll(',', ''), bare.replaceAll('.', '').replace(',', '.')].flatMap(
    (one) => (PLAIN.test(one) ? (scaled(one, scale) ?? []) : []),
  );
  return { readings: [...new Set(readings)] };
}

/** @returns null if it has more places than the unit, or is beyond its limits */
function scaled(plain: string, { decimals, least, most }: Scale): bigint | null {
  const [whole = '', typed = ''] = plain.split('.');
  const fraction = typed.replace(/0+$/, '');
  if (fraction.length > decimals) return null;
  const value = BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
  return value >= least && value <= most ? value : null;
}
