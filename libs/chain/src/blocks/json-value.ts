/** Readers for a node's JSON, which may be wrong in any way: each error says what was expected and where. */
import { isAddress } from '@solana/kit';
import type { Address } from '../address';

/** A node's answer does not match the interface. */
export class MalformedAnswer extends Error {
  constructor(where: string, expected: string) {
    super(`${where} is not ${expected}`);
    this.name = 'MalformedAnswer';
  }
}

export function fieldsOf(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new MalformedAnswer(where, 'an object');
}

export function listOf<T>(
  value: unknown,
  where: string,
  read: (item: unknown, where: string) => T,
): T[] {
  if (!Array.isArray(value)) throw new MalformedAnswer(where, 'a list');
  return value.map((item, index) => read(item, `${where}[${index}]`));
}

/** As `listOf`, for a list that a node may omit. */
export const optionalListOf = <T>(
  value: unknown,
  where: string,
  read: (item: unknown, where: string) => T,
): T[] => (value === undefined || value === null ? [] : listOf(value, where, read));

export function textOf(value: unknown, where: string): string {
  if (typeof value === 'string') return value;
  throw new MalformedAnswer(where, 'a text');
}

export function addressIn(value: unknown, where: string): Address {
  const text = textOf(value, where);
  if (isAddress(text)) return text;
  throw new MalformedAnswer(where, 'an address');
}

/** A number that fits a safe integer: slots, indexes, times. */
export function integerOf(value: unknown, where: string): number {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number;
  throw new MalformedAnswer(where, 'a whole number');
}

const U64_MAX = 2n ** 64n - 1n;

/** A u64, as a JSON integer or as decimal text. */
export function u64Of(value: unknown, where: string): bigint {
  const isInteger =
    typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value));
  if (isInteger || (typeof value === 'string' && /^\d{1,20}$/.test(value))) {
    const amount = BigInt(value);
    if (amount >= 0n && amount <= U64_MAX) return amount;
  }
  throw new MalformedAnswer(where, 'a u64');
}

/** A chain's failure as one text that can be stored and compared. */
export const errorText = (error: unknown): string | null =>
  error === null || error === undefined
    ? null
    : JSON.stringify(error, (_, value: unknown) =>
        typeof value === 'bigint' ? Number(value) : value,
      );
