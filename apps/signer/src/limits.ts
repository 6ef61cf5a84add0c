/** The limits of the signer, each with the reason for its size. */

/** A clock that differs by more is refused. Within it a repeated request is a retry, and retries are answered. */
export const MAX_TIMESTAMP_SKEW_SECONDS = 30;

/** Our API keys have 102 to 114 characters. Longer headers are refused before they are hashed. */
export const MAX_API_KEY_CHARACTERS = 128;

/** After a rotation the previous credential stays valid this long, so that a fleet of clients can change over. */
export const ROTATION_OVERLAP_SECONDS = 24 * 60 * 60;

/**
 * How long a replica trusts what it read of a key. It is also the longest time for which a revocation through another
 * replica can go unnoticed. The replica that revokes knows at once.
 */
export const KEY_FRESH_MS = 2_000;

/**
 * How long a replica uses a cached key while the database does not answer, so that a restart or failover of PostgreSQL
 * does not stop trading. A revocation can go unnoticed for that long there.
 */
export const KEY_STALE_WHEN_DATABASE_DOWN_MS = 60_000;

/**
 * The length of a session that a builder opens for a user. A stolen API key can read this long after its revocation.
 */
export const USER_SESSION_SECONDS = 5 * 60;

/** Known keys, failed look-ups and HMAC secrets: about 500 bytes each, 5 MB. The least recently used are evicted. */
export const MAX_CACHED_KEYS = 10_000;

/** Users whose builder is cached: about 400 bytes each, 40 MB. Links never change, so they never go stale. */
export const MAX_CACHED_LINKS = 100_000;

/** Signing keys of users in memory: about 700 bytes each, 35 MB. An order of any other user waits 30 us longer. */
export const MAX_CACHED_SIGNING_KEYS = 50_000;

/** `last_used_at` is for operators who look for unused keys: a minute is exact enough and saves a write per request. */
export const LAST_USED_WRITE_INTERVAL_MS = 60_000;

/** Active keys of one builder: enough for environments and rotation. It also bounds a listing. */
export const MAX_KEYS_PER_BUILDER = 100;
/**
 * All keys of a builder, including revoked ones. The engine stores each key that traded for ever, so a loop that makes,
 * uses and revokes keys would use up the places of all builders' keys. A new credential of a key is no new key.
 */
export const MAX_KEYS_EVER_PER_BUILDER = 1_000;

/**
 * A tier 0 user's largest deposit: the most that a stolen key may cost in a day, unless the operator sets another
 * value.
 */
export const DEFAULT_DAILY_OUTFLOW_MICRO_USDC = 10_000_000_000;

/** Orders a second of one key, unless the operator sets another value. */
export const DEFAULT_ORDERS_PER_SECOND = 2_000;
