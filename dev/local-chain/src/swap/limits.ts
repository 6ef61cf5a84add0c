/** A quote, an order or a signed transaction (1,232 bytes, so 1.7 KB of base64) with its quote. */
export const BODY_BYTES_MAX = 64 * 1024;
/** The largest possible token amount on chain. */
export const U64_MAX = 2n ** 64n - 1n;
/** The aggregator's default if the caller gives no limit. */
export const SLIPPAGE_BPS_DEFAULT = 50;
export const BPS = 10_000;
/** Orders waiting for execution: some minutes of a busy test. The oldest are dropped first. */
export const ORDERS_KEPT = 10_000;
/** How long an execution waits for its transaction: longer than a blockhash is valid on a local chain. */
export const EXECUTION_TIMEOUT_MS = 60_000;
export const EXECUTION_POLL_MS = 50;
/**
 * Creating two token accounts and two transfers take 60,000 units; deriving an account's address may take several
 * tries.
 */
export const COMPUTE_UNITS = 200_000;
