/**
 * Finds the first difference between a value of the engine and the oracle's. It compares structurally, except for ids
 * (matched by a bijection) and details of refusals (the engine may give more than the protocol pages promise).
 */
import { toHex } from '@bellwether/codec';
import { IdPairs } from './id-pairs';

const ORDER_ID_FIELDS = new Set([
  'orderId',
  'makerOrderId',
  'takerOrderId',
  'selfTradeCancelled',
  'cancelled',
]);

export interface Ids {
  readonly orders: IdPairs;
  readonly trades: IdPairs;
}

export const newIds = (): Ids => ({ orders: new IdPairs(), trades: new IdPairs() });

/** `field` is the innermost field name that contains the value; items inherit it from their list. */
interface Place {
  readonly path: string;
  readonly field: string;
}

/** Returns where and how they differ, or null. */
export function findDifference(
  name: string,
  expected: unknown,
  actual: unknown,
  ids: Ids,
): string | null {
  return compare({ path: name, field: '' }, expected, actual, ids);
}

function compare(place: Place, expected: unknown, actual: unknown, ids: Ids): string | null {
  if (typeof expected === 'number' && typeof actual === 'number') {
    return areSameNumbers(place, expected, actual, ids) ? null : report(place, expected, actual);
  }
  if (expected instanceof Uint8Array && actual instanceof Uint8Array) {
    return toHex(expected) === toHex(actual) ? null : report(place, expected, actual);
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (place.field === 'details') return compareDetails(place, expected, actual, ids);
    return compareLists(place, expected, actual, ids);
  }
  if (isRecord(expected) && isRecord(actual)) return compareRecords(place, expected, actual, ids);
  return expected === actual ? null : report(place, expected, actual);
}

function areSameNumbers({ field }: Place, expected: number, actual: number, ids: Ids): boolean {
  if (ORDER_ID_FIELDS.has(field)) return ids.orders.pair(expected, actual);
  if (field === 'tradeId') return ids.trades.pair(expected, actual);
  return expected === actual;
}

function compareLists(
  place: Place,
  expected: readonly unknown[],
  actual: readonly unknown[],
  ids: Ids,
): string | null {
  for (const [index, value] of expected.entries()) {
    if (index >= actual.length) break;
    const inner = { path: `${place.path}[${index}]`, field: place.field };
    const difference = compare(inner, value, actual[index], ids);
    if (difference !== null) return difference;
  }
  return expected.length === actual.length ? null : report(place, expected, actual);
}

function compareRecords(
  place: Place,
  expected: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
  ids: Ids,
): string | null {
  for (const field of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const inner = { path: `${place.path}.${field}`, field };
    const difference = compare(inner, expected[field], actual[field], ids);
    if (difference !== null) return difference;
  }
  return null;
}

/** Each detail the oracle names must be present with the same value. */
function compareDetails(
  place: Place,
  expected: readonly unknown[],
  actual: readonly unknown[],
  ids: Ids,
): string | null {
  for (const detail of expected) {
    if (!actual.some((other) => compare(place, detail, other, ids) === null)) {
      return report(place, detail, actual);
    }
  }
  return null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array);

const report = ({ path }: Place, expected: unknown, actual: unknown): string =>
  `${path}: the oracle says ${print(expected)}, the engine ${print(actual)}`;

/** JSON with bytes as hex. */
export const print = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner instanceof Uint8Array ? toHex(inner) : inner,
  ) ?? 'undefined';
