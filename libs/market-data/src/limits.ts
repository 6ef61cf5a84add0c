/** Every bound of the live views, with the reason for its size. Markets, levels and events are bounded by the exchange's. */

/** Balances that are kept, about 300 bytes each: 30 MB. Who comes back after so many others is asked for again. */
export const MAX_LIVE_BALANCES = 100_000;
/** Positions that are kept: a trader looks at a few markets. 60 MB. */
export const MAX_LIVE_POSITIONS = 200_000;
