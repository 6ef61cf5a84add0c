/** A quote, an order or a signed transaction (1,232 bytes, so 1.7 KB of base64) with its quote. */
export const BODY_BYTES_MAX = 64 * 1024;
/** The largest a token amount can be on chain. */
export const U64_MAX = 2n ** 64n - 1n;
/** What the aggregator uses where the caller gives no bound. */
export const SLIPPAGE_BPS_DEFAULT = 50;
export const BPS = 10_000;
/** Orders that wait for their execution: some minutes of a busy test. The oldest are forgotten first. */
export const ORDERS_KEPT = 10_000;
/** How long an execution waits for its transaction: longer than a blockhash lives on a local chain. */
export const EXECUTION_PATIENCE_MS = 60_000;
export const EXECUTION_POLL_MS = 50;
/** Two token accounts made and two transfers take 60,000 units; an account's address may cost some tries. */
export const COMPUTE_UNITS = 200_000;
