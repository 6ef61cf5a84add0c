/** A quote with its user. */
export const BODY_BYTES_MAX = 64 * 1024;
/** The largest possible token amount on chain. */
export const U64_MAX = 2n ** 64n - 1n;
/** The aggregator's default if the caller gives no limit. */
export const SLIPPAGE_BPS_DEFAULT = 50;
export const BPS = 10_000;
/**
 * Creating two token accounts and two transfers take 60,000 units; deriving an account's address may take several
 * tries.
 */
export const COMPUTE_UNITS = 200_000;
