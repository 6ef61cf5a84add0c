/** Every bound of the workers on the main chain, with the reason for its size. */

/** Between two looks for arrivals: a fraction of a slot, as every one of them is a user who waits. One query, by index. */
export const CREDIT_PAUSE_MS = 150;
/** Proxies looked at in one round, those that wait longest first: more than a chain's block takes of their credits. */
export const PROXIES_PER_ROUND = 1_000;
/**
 * Less than its transaction costs would leave its user nothing, and whoever sends it pays less than who sweeps it: about
 * twenty proxies are paid in one transaction. It waits for more; for so many arrivals, as sending them costs as much as
 * their credit; or for a day.
 */
export const DUST_ARRIVALS = 40;
export const DUST_PATIENCE_MS = 24 * 60 * 60 * 1_000;
/** Dust that nobody pays for is looked at again after this: more may have come, or markup. */
export const DUST_LOOK_PAUSE_MS = 10_000;
/** Credits prepared at the same time: three questions to a node each. */
export const CREDITS_AT_ONCE = 16;
/** A proxy whose credit is under way is looked at again after this: its end is found by the broadcast and the scan. */
export const CREDIT_LOOK_PAUSE_MS = 1_000;

/** Between two looks for payouts that were given back after the chain had refused them: few, and nobody waits. */
export const FAILED_PAYOUTS_PAUSE_MS = 5_000;
export const FAILED_PAYOUTS_AT_ONCE = 64;

/** Between two looks for credits and charges that the engine must hear of: both are indexed. */
export const ENGINE_PAUSE_MS = 150;
/** Of as many users at once: the engine takes in thousands of commands a second. */
export const ENGINE_CLAIMS = 64;
/** Longer than a command may take with all its patience, so that a second process rarely says it again. */
export const ENGINE_LEASE_MS = 8_000;
/** So long a credit waits for charges that another process has claimed; then it is looked at when its lease ends. */
export const CHARGE_PATIENCE_MS = 500;
export const CHARGE_PAUSE_MS = 50;

/** The account of a proxy wallet on chain: the program's `sizeof(Proxy)`. */
export const PROXY_ACCOUNT_BYTES = 112;

/** Between two looks for lamports to buy, and at what is under way: nobody trades with them meanwhile. */
export const LAMPORTS_PAUSE_MS = 500;
export const LAMPORTS_AT_ONCE = 16;
/** Longer than it takes to keep a payment. */
export const LAMPORTS_LEASE_MS = 20_000;
/** What contradicts the record waits for a person: it is looked at again, and alarmed, once a minute. */
export const CONTRADICTION_PAUSE_MS = 60_000;

/** Between two looks for test credits without backing. */
export const BACKING_PAUSE_MS = 500;
/** Payments that are seen to. */
export const BACKINGS_PER_ROUND = 64;
/** One payment a round. A larger amount would keep many waiting where the treasury has not so much. */
export const MAX_BACKING_PAYMENT = { credits: 1_024, amountMicroUsdc: 1_000_000_000_000 } as const;
/** Prepared at the same time: three questions to a node each. */
export const BACKINGS_AT_ONCE = 8;
/** Longer than it takes to keep a payment. */
export const BACKING_LEASE_MS = 20_000;
/** A payment under way is looked at again after this. */
export const BACKING_LOOK_PAUSE_MS = 1_000;
/** Where the treasury cannot pay: somebody has to fill it. */
export const TREASURY_PAUSE_MS = 15_000;

/** Of the vault's mint, which is the bridge's image of USDC. */
export const USDC_DECIMALS = 6;
