/** Every rate limit, with the reason for its size. Each is a variable of the app that enforces it. */
import type { RateLimit } from './rate-limit';

const perSecond = (requests: number, burst: number): RateLimit => ({
  requests,
  perMs: 1_000,
  burst,
});
const perMinute = (requests: number, burst: number): RateLimit => ({
  requests,
  perMs: 60_000,
  burst,
});

/** For each user, by the engine, after the signature is verified. A market maker's rises with its open orders. */
export const USER_ORDERS: RateLimit = perSecond(40, 120);
export const USER_CANCELS: RateLimit = perSecond(80, 120);

/**
 * For each user, by the engine: trading keys that are allowed or revoked. All sixteen can be replaced twice at once.
 * Each costs a record of the journal, so the rate is low.
 */
export const USER_KEYS: RateLimit = perMinute(20, 40);

/**
 * For each address, in each of its lanes (reads, orders, cancels, …). It protects against floods. A page of markets
 * takes ten requests, and an office behind one address a few hundred a second.
 */
export const ADDRESS_REQUESTS: RateLimit = perSecond(2_000, 4_000);

/** A wrong admin key is a mistake or an attack. A script that probes every path with a wrong one still gets answers. */
export const ADMIN_FAILURES: RateLimit = perSecond(10, 200);

/** A wrong key typed or pasted into the page of a console. */
export const ADMIN_LOGINS: RateLimit = perMinute(10, 20);

/** A deposit address is watched permanently once it was requested. Each costs a row and a share of every block read. */
export const DEPOSIT_ADDRESSES: RateLimit = perSecond(10, 200);
/** A builder that joins with its users requests one address each: 100,000 users take half an hour. */
export const DEPOSIT_ADDRESSES_OF_KEY: RateLimit = perSecond(50, 1_000);

/**
 * New users of a builder, at each signer: a permanent account and a row each, without money. 10,000 a day fill the
 * exchange's accounts in a year. Without the limit a stolen API key filled them in a day and a half.
 */
export const NEW_USERS_OF_BUILDER: RateLimit = perMinute(7, 10_000);

/**
 * Test money: a drip is two signed transactions of the treasury, and a chain takes about a hundred a second of those.
 */
export const FAUCET_DRIPS: RateLimit = perSecond(5, 100);
/** For each recipient, from any caller. A test needs no more. */
export const FAUCET_DRIPS_OF_RECIPIENT: RateLimit = perMinute(30, 30);

/**
 * Addresses, keys or users that one process remembers: about 200 bytes each, 20 MB, of which 3 MB are allocated at the
 * start. The least recently used is dropped.
 */
export const MAX_BUCKETS = 100_000;
