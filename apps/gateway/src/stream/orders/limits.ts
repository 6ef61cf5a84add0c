/** Limits of order entry that clients need not know, each with the reason. The others are in libs/api, stream/limits. */

/** Answers of operations under way when the gateway stops: most take milliseconds. A command has five seconds in all. */
export const STOPPING_PATIENCE_MS = 2_000;

/** One session of a user, with as many as it may have. */
export const MAX_HELD_CANCELS_OF_USER = 16;
/** Four sessions of a user who has as much money as takes a place of the last ones. */
export const MAX_HELD_CANCELS_OF_FUNDED_USER = 64;
/** In all, at about 500 bytes each: 8 MB. Two for each connection that a gateway takes. */
export const MAX_HELD_CANCELS = 16_384;
/**
 * Of users without money, who have no orders: they are let in so that a user may ask before its first deposit, and
 * bounded so that keys made for nothing cannot fill the table.
 */
export const MAX_HELD_CANCELS_OF_STRANGERS = 1_024;
/**
 * The last quarter, as of the engine's tables: for users with money that hold few. Filling it takes a thousand
 * accounts of 100 USD, where 260 of a dollar filled the whole table.
 */
export const RESERVED_HELD_CANCELS = 4_096;
export const FEW_HELD_CANCELS = 4;
/** The second tier of open orders (DEFAULT_MONEY_LIMITS). */
export const FUNDED_FROM_MICRO_USDC = 100_000_000;

/** Sessions whose cancels are sent at a time: a stopping gateway ends all of them, and the engine has others to serve. */
export const CANCELLING_AT_ONCE = 64;
/** A cancel is sent again while the engine is away: a takeover takes seconds. After this long it is given up. */
export const CANCELLING_PATIENCE_MS = 60_000;
export const CANCELLING_PAUSE = { firstMs: 100, lastMs: 2_000 } as const;
/** How long a stopping gateway waits for its last cancels: with all else it stays below the deadline of a stop. */
export const LAST_CANCELS_PATIENCE_MS = 4_000;
