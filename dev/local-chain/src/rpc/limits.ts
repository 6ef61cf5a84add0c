/** The numbers of the RPC, each with its reason. */

/** A hundred requests of the largest kind, a whole transaction in base64, with room. */
export const REQUEST_BODY_BYTES_MAX = 512 * 1024;
/** The same body, said in requests: beyond this a caller wants several calls. */
export const BATCH_REQUESTS_MAX = 100;
/** Of all answers of a batch: a hundred lists of accounts would not fit into one string. */
export const BATCH_ANSWER_CHARACTERS_MAX = 64 * 1024 * 1024;
/** On the real node too. */
export const ACCOUNTS_PER_CALL_MAX = 100;
export const SIGNATURE_STATUSES_MAX = 256;
export const SIGNATURES_PAGE_MAX = 1_000;
export const PROGRAM_ACCOUNT_FILTERS_MAX = 4;
/** `getBlocks` of the real node covers 500,000; half a day here is more than the history is asked for. */
export const BLOCKS_RANGE_MAX = 100_000;
/** Base58 costs the square of its length: the real node stops at the same. */
export const BASE58_ACCOUNT_BYTES_MAX = 128;
/** What a WebSocket may hold; a client that wants more has a leak. */
export const SUBSCRIPTIONS_PER_CONNECTION_MAX = 1_000;
/** Of all connections: each transaction is shown to each of them. */
export const SUBSCRIPTIONS_MAX = 20_000;
export const CONNECTIONS_MAX = 1_000;
/** Unsent bytes after which a WebSocket that does not read is closed: memory is not for slow readers. */
export const UNSENT_BYTES_MAX = 16 * 1024 * 1024;
