/** The lines that texts are made of: how each value is written, and the only way in which it is read. */
import { fromBase58, fromHex, toBase58, toHex } from '@bellwether/codec';
import { NETWORK_NAMES } from '../words';
import { LAST_UTC_SECOND, readUtcTime, utcTime } from './utc-time';

const KEY_BYTES = 32;
const MICRO_USDC_PER_USD = 1_000_000n;
const INTEGER = /^(?:0|[1-9]\d*)$/;
const AMOUNT = /^((?:0|[1-9]\d*)\.\d{6}) USD$/;

/** Writes and reads the value of one line. `read` gives `undefined` for every text but the one that `write` makes. */
export interface LineValue<T> {
  write(value: T): string;
  read(text: string): T | undefined;
  readonly expected: string;
}

export const key: LineValue<Uint8Array> = {
  write: toBase58,
  read: (text) => fromBase58(text, KEY_BYTES),
  expected: '32 bytes in base58',
};

const HASH = /^[0-9a-f]{64}$/;

export const hash: LineValue<Uint8Array> = {
  write: toHex,
  read: (text) => (HASH.test(text) ? fromHex(text, KEY_BYTES) : undefined),
  expected: '32 bytes in lower-case hex',
};

const NONE = 'none';

export const hashOrNone: LineValue<Uint8Array | null> = {
  write: (value) => (value === null ? NONE : hash.write(value)),
  read: (text) => (text === NONE ? null : hash.read(text)),
  expected: `\`${NONE}\`, or ${hash.expected}`,
};

export const integer: LineValue<number> = {
  write(value) {
    requireSafe(value);
    return String(value);
  },
  read: (text) => (INTEGER.test(text) ? safe(Number(text)) : undefined),
  expected: 'an integer from 0 to 9007199254740991, without leading zeros',
};

/** Micro-USDC as USD with all six decimals. */
export const amount: LineValue<number> = {
  write(value) {
    requireSafe(value);
    const whole = BigInt(value) / MICRO_USDC_PER_USD;
    const micro = String(BigInt(value) % MICRO_USDC_PER_USD).padStart(6, '0');
    return `${whole}.${micro} USD`;
  },
  read(text) {
    const [, usd] = AMOUNT.exec(text) ?? [];
    return usd === undefined ? undefined : safe(Number(usd.replace('.', '')));
  },
  expected: 'an amount with six decimals, for example `12.500000 USD`',
};

/** A value, then words that say what it is of. */
export const followed = <T>(value: LineValue<T>, words: string): LineValue<T> => ({
  write: (one) => value.write(one) + words,
  read: (text) => (text.endsWith(words) ? value.read(text.slice(0, -words.length)) : undefined),
  expected: `${value.expected}, then \`${words.trim()}\``,
});

const NO_BOUND = 'any';

/** The maximum of a sum, in micro-USDC; 0: unlimited. */
export const bound: LineValue<number> = {
  write: (value) => (value === 0 ? NO_BOUND : amount.write(value)),
  read(text) {
    if (text === NO_BOUND) return 0;
    const most = amount.read(text);
    return most === 0 ? undefined : most;
  },
  expected: `\`${NO_BOUND}\`, or an amount with six decimals above 0, for example \`1.500000 USD\``,
};

/** Unix seconds. */
export const time: LineValue<number> = {
  write(value) {
    if (!Number.isInteger(value) || value < 0 || value > LAST_UTC_SECOND)
      throw new RangeError(`no second of a year of four digits: ${value}`);
    return utcTime(value);
  },
  read: readUtcTime,
  expected: 'a time of UTC, for example `2026-12-23T00:00:00Z`',
};

export function oneOfWords<const W extends string>(words: readonly W[]): LineValue<W> {
  const expected = words.map((word) => `\`${word}\``).join(' or ');
  const find = (text: string) => words.find((word) => word === text);
  return {
    write(value) {
      const word = find(value);
      if (word === undefined) throw new RangeError(`${value}: not ${expected}`);
      return word;
    },
    read: find,
    expected,
  };
}

const words = oneOfWords(['no', 'yes']);

export const yesOrNo: LineValue<boolean> = {
  write: (value) => words.write(value ? 'yes' : 'no'),
  read(text) {
    const word = words.read(text);
    return word === undefined ? undefined : word === 'yes';
  },
  expected: words.expected,
};

export const network = oneOfWords(NETWORK_NAMES);

function requireSafe(value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`no safe integer: ${value}`);
}

/** A number above 2^53 - 1 may have lost digits while it was read. */
const safe = (value: number): number | undefined =>
  Number.isSafeInteger(value) ? value : undefined;
