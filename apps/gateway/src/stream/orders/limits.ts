/** Limits of order entry that clients need not know, each with the reason. The others are in libs/api, stream/limits. */

/**
 * The wait for answers of operations under way when the gateway stops: most take milliseconds. A command takes at most
 * five seconds.
 */
export const STOPPING_TIMEOUT_MS = 2_000;

/** One session of a user, with as many as it may have. */
export const MAX_HELD_CANCELS_OF_USER = 16;
/** Four sessions of a user who has enough money for a place of the last quarter. */
export const MAX_HELD_CANCELS_OF_FUNDED_USER = 64;
/** In all, at about 500 bytes each: 8 MB. Two for each connection that a gateway takes. */
export const MAX_HELD_CANCELS = 16_384;
/**
 * Cancels of users without money, who have no orders. They are admitted so that a user may send one before its first
 * deposit, and bounded so that keys made for nothing cannot fill the table.
 */
export const MAX_HELD_CANCELS_OF_STRANGERS = 1_024;
/**
 * The last quarter, as in the engine's tables, is for users with money that hold few. To fill it takes a thousand
 * accounts of 100 USD. Without it 260 accounts of a dollar filled the whole table.
 */
export const RESERVED_HELD_CANCELS = 4_096;
export const FEW_HELD_CANCELS = 4;
/** The second tier of open orders (DEFAULT_MONEY_LIMITS). */
export const FUNDED_FROM_MICRO_USDC = 100_000_000;

/**
 * Sessions whose cancels are sent at a time. A stopping gateway ends all of them, and the engine has others to serve.
 */
export const CANCELLING_AT_ONCE = 64;
/** A cancel is sent again while the engine is away: a takeover takes seconds. After this long the gateway gives up. */
export const CANCELLING_TIMEOUT_MS = 60_000;
export const CANCELLING_PAUSE = { firstMs: 100, lastMs: 2_000 } as const;
/**
 * How long a stopping gateway waits for its last cancels. Together with the rest it stays below the deadline of a stop.
 */
export const LAST_CANCELS_TIMEOUT_MS = 4_000;
