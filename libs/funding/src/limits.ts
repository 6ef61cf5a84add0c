/** Every bound of funding, with the reason for its size. The interface's table of limits stands here, row by row. */

export const MICRO_USDC_PER_USDC = 1_000_000;
export const LAMPORTS_PER_NATIVE_UNIT = 1_000_000_000;

/** Below these a deposit costs more to move than it brings. Inclusive: exactly this much is accepted. */
export const MIN_DEPOSIT_MICRO_USDC = 1_000_000;
export const MIN_DEPOSIT_LAMPORTS = 50_000_000n;

/** A withdrawal is at least this, and so many times what it costs. Inclusive. */
export const MIN_WITHDRAWAL_MICRO_USDC = 1_000_000;
export const MIN_WITHDRAWAL_COSTS = 10;

/** Per-transaction caps of tiers 0 (retail), 1 (liquidity provider), 2 (institutional). Inclusive. */
export const TIER_CAPS_MICRO_USDC = [
  10_000 * MICRO_USDC_PER_USDC,
  1_000_000 * MICRO_USDC_PER_USDC,
  10_000_000 * MICRO_USDC_PER_USDC,
] as const;
/** Of a user whom nobody gave one. */
export const DEFAULT_TIER = 0;
/** A tier is set by hand: a minute of the old one is no harm, and saves a read of the chain for every deposit. */
export const TIER_CACHE_MS = 60_000;

/** All users together, a UTC day; what an operator has not set otherwise. */
export const DEFAULT_DAILY_CAP_MICRO_USDC = 100_000 * MICRO_USDC_PER_USDC;
export const DAY_MS = 24 * 60 * 60 * 1_000;

/** Of the day's cap one user may take so much; what an operator has not set otherwise. */
export const DEFAULT_USER_SHARE_BPS = 5_000;
export const FULL_SHARE_BPS = 10_000;

/**
 * USDC that waits for room in the day is looked at this often: a try that failed gives back what it held, and whoever came
 * meanwhile is not to wait for midnight.
 */
export const DAILY_CAP_LOOK_MS = 15 * 60 * 1_000;

/** At most this is lost in a swap; the user bears it. The quote is taken with this bound, and the result is checked. */
export const MAX_SWAP_SLIPPAGE_BPS = 100;
/** A swap may bring more than quoted: so much on top of the quote is reserved of the daily cap. */
export const SWAP_RESERVE_MARGIN_BPS = 100;
/** The most a swap may offer beyond the base fee: 0.15 USDC at 150 a unit. More would be a mistake, or somebody's gain. */
export const MAX_SWAP_PRIORITY_FEE_LAMPORTS = 1_000_000;

export const DEFAULT_GAS_MARKUP_BPS = 1_000;
/** Ten times the cost is no markup any more but a mistake of configuration. */
export const MAX_GAS_MARKUP_BPS = 100_000;
/** Two signatures. What accounts cost that stay behind is charged to whom they are made for. */
export const DEFAULT_PER_TX_LAMPORTS = 10_000;
/** The chains' own price of a signature; and of a byte of an account: two years at 3,480. */
export const DEFAULT_PER_SIGNATURE_LAMPORTS = 5_000;
export const DEFAULT_RENT_PER_BYTE_LAMPORTS = 6_960;
/** A hundredth of a native unit for one transaction is a mistake of configuration. */
export const MAX_PER_TX_LAMPORTS = 10_000_000;
/** Ten times what the chains ask for a signature or a byte is one too. */
export const MAX_PER_SIGNATURE_LAMPORTS = 50_000;
export const MAX_RENT_PER_BYTE_LAMPORTS = 69_600;
/** A hundred thousand USDC a native unit is one too. */
export const MAX_NATIVE_PRICE_MICRO_USDC = 100_000 * MICRO_USDC_PER_USDC;

/** Rate of the test network, where the swap and the sweep of natives on main are not a market's. */
export const TEST_NATIVE_PRICE_MICRO_USDC = 150 * MICRO_USDC_PER_USDC;

/** The status endpoint shows the last ten attempts. */
export const DEPOSIT_STATUS_LENGTH = 10;

/** Entries of one record's history; the oldest after the first give way. A deposit on its way has about eight. */
export const MAX_HISTORY_ENTRIES = 64;
/** A name of a token, a reason, an id of a transfer in a message: longer ones are not ours. */
export const MAX_WORD_BYTES = 128;

/** In two rounds running, a minute apart: one alone may have met a transaction between its two readings. */
export const SOLVENCY_ROUNDS_BEFORE_ALARM = 2;
export const SOLVENCY_INTERVAL_MS = 60_000;

/** Test network: what the faucet gives at once. A thousand native units, as the local chains do, and a million USDC of its billion. */
export const MAX_FAUCET_LAMPORTS = 1_000 * LAMPORTS_PER_NATIVE_UNIT;
export const MAX_FAUCET_MICRO_USDC = 1_000_000 * MICRO_USDC_PER_USDC;
