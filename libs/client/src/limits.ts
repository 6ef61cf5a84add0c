/** Defaults of a client, with the reason for each. All can be set in the constructors. */

/** An answer takes milliseconds; a page of 500 markets over a slow line takes seconds. */
export const ATTEMPT_TIMEOUT_MS = 10_000;
/** A failed part of the exchange is replaced within ten seconds: a call outlasts that with a margin. */
export const DEADLINE_MS = 30_000;
/** With backoff up to the longest pause, these attempts fill the deadline. */
export const MAX_ATTEMPTS = 12;
export const FIRST_PAUSE_MS = 100;
export const LONGEST_PAUSE_MS = 4_000;
/**
 * How often one call takes a new nonce after another process of the same user was faster. Two processes that send all
 * the time lose every other race; this many in a row are lost once in 65,000 calls.
 */
export const MAX_NONCES_A_CALL = 16;
/** Bounds of the random pause after a lost race. The bound doubles, so that two processes fall out of step. */
export const FIRST_RACE_PAUSE_MS = 10;
export const LONGEST_RACE_PAUSE_MS = 500;
/** The part of an unreadable answer that an error shows. */
export const MAX_SHOWN_CHARACTERS = 500;
/** The largest integer that JSON carries exactly. */
export const MAX_INTEGER = Number.MAX_SAFE_INTEGER;
/** Users whose nonces a process remembers: about 20 MB. For a dropped user the gateway is queried again. */
export const MAX_REMEMBERED_USERS = 100_000;
/** Two heartbeats of a stream: after this much silence the client reconnects. */
export const SILENCE_MS = 10_000;
/** The bound of the random pause before a stream reconnects; it doubles with each failure, up to the longest. */
export const RECONNECT_PAUSE_MS = 1_000;
export const LONGEST_RECONNECT_PAUSE_MS = 30_000;
/** The pause before a temporarily refused channel is subscribed to again. */
export const CHANNEL_RETRY_PAUSE_MS = 2_000;
/** The gateway's limit for one message. */
export const MAX_CHANNELS_PER_MESSAGE = 100;
/** The gateway's limit for one connection. What is beyond it waits here. */
export const MAX_OPERATIONS_UNDER_WAY = 100;
/** Trades in a live list, as many as its first page has. */
export const MAX_LIVE_TRADES = 100;
/** Of an order that names none. */
export const DEFAULT_ORDER_TYPE = 'gtc';
/** Of a buy for a budget, which is meant to be spent now. */
export const DEFAULT_BUDGET_ORDER_TYPE = 'ioc';
/** The bounds of a trading key that its owner does not name: micro-USDC a day, and basis points around the market. */
export const DEFAULT_KEY_AT_MOST = 100_000_000;
export const DEFAULT_KEY_PRICE_BAND = 1_000;
/** The default resting minimum of exchanges. */
export const MIN_RESTING_MICRO_USDC = 1_000_000;
/** The exchange's limit for one batch. */
export const MAX_BATCH_OPERATIONS = 20;
/**
 * How often one call of a quoter sends what is still missing. One round does it; another follows where a fill or
 * another process came between. A market that moves faster than that is quoted by the next call.
 */
export const MAX_QUOTING_ROUNDS = 5;
