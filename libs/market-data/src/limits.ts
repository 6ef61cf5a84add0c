/** Every bound of the live views, with the reason for its value. The exchange bounds markets, levels and events. */

/** Cached balances, about 300 bytes each: 30 MB. An evicted balance is queried again. */
export const MAX_LIVE_BALANCES = 100_000;
/** Cached positions: a trader watches a few markets. 60 MB. */
export const MAX_LIVE_POSITIONS = 200_000;

export const MS_AN_HOUR = 3_600_000;
export const HOURS_A_DAY = 24;
/** Trades kept while history is read at the start: some seconds of the most that an exchange does. 20 MB. */
export const MAX_WAITING_TRADES = 200_000;
