/** Every bound of the live views, with the reason for its value. The exchange bounds markets, levels and events. */

/** Cached balances, about 300 bytes each: 30 MB. An evicted balance is queried again. */
export const MAX_LIVE_BALANCES = 100_000;
/** Cached positions: a trader watches a few markets. 60 MB. */
export const MAX_LIVE_POSITIONS = 200_000;

/**
 * Contracts that make a side's quote firm. At even odds they are 10 USD, and more where the quote is against them: a false
 * price is 10 USD for who knows better.
 */
export const FIRM_CONTRACTS = 20;
/**
 * Lists sort by what was traded, but count no pair of contracts more often than this. Contracts change hands a few
 * times before they are paid out; a self-trader must hold a fifth of the volume that it shows, a dollar a pair.
 */
export const MOST_TURNOVER = 5;

export const MS_AN_HOUR = 3_600_000;
export const HOURS_A_DAY = 24;
/** Trades stored while history is read at the start: some seconds at the highest rate. 20 MB. */
export const MAX_WAITING_TRADES = 200_000;
