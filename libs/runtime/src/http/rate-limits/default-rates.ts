/** Every rate limit, with the reason for its size. Each is a variable of the app that holds it. */
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

/** Of each user, by the engine, after the signature holds. A market maker's grow with its open orders. */
export const USER_ORDERS: RateLimit = perSecond(40, 120);
export const USER_CANCELS: RateLimit = perSecond(80, 120);

/**
 * Of each user, by the engine: trading keys that are allowed or revoked. Enough for all sixteen at once, twice; a record
 * of the journal each, so seldom.
 */
export const USER_KEYS: RateLimit = perMinute(20, 40);

/**
 * Of each address, in each of its lanes (reads, orders, cancels, …). It is there for floods: a page of
 * markets takes ten requests, and an office behind one address a few hundred a second.
 */
export const ADDRESS_REQUESTS: RateLimit = perSecond(2_000, 4_000);

/** A wrong admin key is a mistake or an attack; a script that probes every path with a wrong one is still answered. */
export const ADMIN_FAILURES: RateLimit = perSecond(10, 200);

/** A wrong key typed or pasted into the page of a console. */
export const ADMIN_LOGINS: RateLimit = perMinute(10, 20);

/** A deposit address is watched for good once it was asked for: each costs a row and a share of every block read. */
export const DEPOSIT_ADDRESSES: RateLimit = perSecond(10, 200);
/** A builder that moves in with its users asks for one address each: 100,000 users take half an hour. */
export const DEPOSIT_ADDRESSES_OF_KEY: RateLimit = perSecond(50, 1_000);

/**
 * New users of a builder, at each signer: an account and a row each, for ever, which take no money. 10,000 a day fill the
 * exchange's accounts in a year, where a stolen API key filled them in a day and a half.
 */
export const NEW_USERS_OF_BUILDER: RateLimit = perMinute(7, 10_000);

/** Test money: a drip is two signed transactions of the treasury, which a chain takes some hundred a second of. */
export const FAUCET_DRIPS: RateLimit = perSecond(5, 100);
/** Of each recipient, whoever asks: more is no test but hoarding. */
export const FAUCET_DRIPS_OF_RECIPIENT: RateLimit = perMinute(30, 30);

/**
 * Addresses, keys or users one process remembers: about 200 bytes each, 20 MB, of which 3 MB are taken from the start. The
 * least recently used gives way.
 */
export const MAX_BUCKETS = 100_000;
