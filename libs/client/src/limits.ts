/** Bounds of a client, with the reason for each. All can be set otherwise by whoever constructs one. */

/** An answer takes milliseconds; a page of 500 markets over a bad line takes seconds. */
export const ATTEMPT_TIMEOUT_MS = 10_000;
/** A part of the exchange that died is back within ten seconds: a caller waits that out, and some. */
export const DEADLINE_MS = 30_000;
/** With pauses that double up to the longest these fill the deadline. */
export const MAX_ATTEMPTS = 12;
export const FIRST_PAUSE_MS = 100;
export const LONGEST_PAUSE_MS = 4_000;
/**
 * How often one call takes another nonce, as another process of the same user was quicker. Two that send all the time lose
 * every other race; this many in a row are lost once in 65,000 calls.
 */
export const MAX_NONCES_A_CALL = 16;
/** Bounds of the random pause after a lost race, which doubles: two processes in step fall out of it. */
export const FIRST_RACE_PAUSE_MS = 10;
export const LONGEST_RACE_PAUSE_MS = 500;
/** What an error shows of an answer that could not be read. */
export const MAX_SHOWN_CHARACTERS = 500;
/** The largest integer that JSON carries exactly. */
export const MAX_INTEGER = Number.MAX_SAFE_INTEGER;
/** Whose nonces a process keeps counting: about 20 MB; whoever is beyond is asked for again. */
export const MAX_REMEMBERED_USERS = 100_000;
/** Two heartbeats of a stream: whoever heard nothing for so long connects anew. */
export const SILENCE_MS = 10_000;
/** A bound of random pauses before a stream connects again; it doubles with each failure, up to the longest. */
export const RECONNECT_PAUSE_MS = 1_000;
export const LONGEST_RECONNECT_PAUSE_MS = 30_000;
/** Before a channel that was refused for a while is asked for again. */
export const CHANNEL_RETRY_PAUSE_MS = 2_000;
/** The gateway takes no more in one message. */
export const MAX_CHANNELS_PER_MESSAGE = 100;
/** Trades that a live list keeps, as many as its first page has. */
export const MAX_LIVE_TRADES = 100;
