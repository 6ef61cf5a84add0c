/**
 * What the database is filled with, as numbers, so that the fill and the measurement agree on the busy users and
 * markets. A hash of a trade's number decides everything, so two fills are the same.
 */
export const MARKETS = 5_000;
/** These take a fifth of all trades: elections, finals. */
export const BUSY_MARKETS = 20;
/** The number of other markets that trade at a time: markets come and go. */
export const MARKETS_AT_A_TIME = 500;
export const USERS = 50_000;
export const KEYS = 200;
/** Every fourth user trades through a builder's key. */
export const USERS_A_LINK = 4;
const DAYS = 60;
export const START_MS = Date.UTC(2026, 0, 1);
export const END_MS = START_MS + DAYS * 86_400_000;

/** The busiest of each: a market maker, a market that everyone trades in, the key with most users. */
export const BUSIEST = 0;

const keyOf = (number: number, length: number): Uint8Array => {
  const bytes = new Uint8Array(length).fill(0xab);
  new DataView(bytes.buffer).setUint32(length - 4, number);
  return bytes;
};
export const userKey = (number: number): Uint8Array => keyOf(number, 32);
export const marketId = (number: number): Uint8Array => keyOf(number, 32);
export const keyId = (number: number): Uint8Array => keyOf(number, 16);

/** The same in SQL. */
export const sql = {
  key32: (number: string): string => sqlKey(number, 28),
  key16: (number: string): string => sqlKey(number, 12),
  /** From 0 up to 1: a hash of a number and of the draw's index. */
  draw: (number: string, draw: number): string =>
    `((hashint8extended(${number}, ${draw}) & 4503599627370495) / 4503599627370496.0::float8)`,
};

const sqlKey = (number: string, zeros: number): string =>
  `('\\x${'ab'.repeat(zeros)}'::bytea || int4send((${number})::int))`;
