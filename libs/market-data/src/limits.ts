/** Every bound of the live views, with the reason for its value. The exchange bounds markets, levels and events. */

/** Cached balances, about 300 bytes each: 30 MB. An evicted balance is queried again. */
export const MAX_LIVE_BALANCES = 100_000;
/** Cached positions: a trader watches a few markets. 60 MB. */
export const MAX_LIVE_POSITIONS = 200_000;
