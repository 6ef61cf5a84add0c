/** Limits of the workers on the main chain, each with the reason for its size. */

/** Interval of the search for arrivals: a fraction of a slot, because a user waits for each. One query, by index. */
export const CREDIT_PAUSE_MS = 150;
/** Proxies looked at in one tick, the longest waiting first: more than a block takes of their credits. */
export const PROXIES_PER_TICK = 1_000;
/**
 * A credit below its transaction's cost would leave its user nothing, and sending it costs less than sweeping it: one
 * transaction pays about twenty proxies. So it waits for a larger sum; for so many arrivals that sending them cost as
 * much as their credit; or for a day.
 */
export const DUST_ARRIVALS = 40;
export const DUST_MAX_WAIT_MS = 24 * 60 * 60 * 1_000;
/** Dust wallets looked at in one tick, each by one request to a node: those that pay do not wait for them. */
export const DUST_PER_TICK = 64;
/** All dust was looked at: it is again after this, as more may have arrived, or more markup. */
export const DUST_LOOK_PAUSE_MS = 10_000;
/** Credits prepared at once: three requests to a node each. */
export const CREDITS_AT_ONCE = 16;
/** A proxy whose credit is under way is looked at again after this. The broadcast and the scan find its end. */
export const CREDIT_LOOK_PAUSE_MS = 1_000;

/** Interval of the search for refunded payouts that the chain had refused: few, and nobody waits. */
export const FAILED_PAYOUTS_PAUSE_MS = 5_000;
export const FAILED_PAYOUTS_AT_ONCE = 64;

/** Interval of the search for credits and charges that the engine must book: both are indexed. */
export const ENGINE_PAUSE_MS = 150;
/** Users handled at once: the engine takes thousands of commands a second. */
export const ENGINE_CLAIMS = 64;
/** Longer than a command may take with all retries, so that a second process rarely repeats it. */
export const ENGINE_LEASE_MS = 8_000;
/** How long a credit waits for charges that another process has claimed. Then it is looked at when its lease ends. */
export const CHARGE_TIMEOUT_MS = 500;
export const CHARGE_PAUSE_MS = 50;

/** Interval of the search for lamports to buy and purchases under way: nobody trades with them meanwhile. */
export const LAMPORTS_PAUSE_MS = 500;
export const LAMPORTS_AT_ONCE = 16;
/** Longer than it takes to store a payment. */
export const LAMPORTS_LEASE_MS = 20_000;
/** A contradiction with the record waits for an operator: it is looked at again, and alarmed, once a minute. */
export const CONTRADICTION_PAUSE_MS = 60_000;

/** Interval of the search for test credits without backing. */
export const BACKING_PAUSE_MS = 500;
/** Payments handled at once. */
export const BACKINGS_PER_TICK = 64;
/** One payment per tick. A larger amount would keep many waiting if the treasury has too little. */
export const MAX_BACKING_PAYMENT = { credits: 1_024, amountMicroUsdc: 1_000_000_000_000 } as const;
/** Prepared at once: three requests to a node each. */
export const BACKINGS_AT_ONCE = 8;
/** Longer than it takes to store a payment. */
export const BACKING_LEASE_MS = 20_000;
/** A payment under way is looked at again after this. */
export const BACKING_LOOK_PAUSE_MS = 1_000;
/** If the treasury cannot pay: somebody has to fill it. */
export const TREASURY_PAUSE_MS = 15_000;

/** Of the vault's mint, which is the bridge's wrapped USDC. */
export const USDC_DECIMALS = 6;
