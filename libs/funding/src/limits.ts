/** Every bound of funding, with the reason for its value. The interface's table of limits is here, row by row. */

export const MICRO_USDC_PER_USDC = 1_000_000;
export const LAMPORTS_PER_NATIVE_UNIT = 1_000_000_000;

/** As promised to users. Inclusive: exactly this amount is accepted. What it cannot pay of its cost is gas debt. */
export const MIN_DEPOSIT_MICRO_USDC = 1_000_000;
export const MIN_DEPOSIT_LAMPORTS = 50_000_000n;

/** A withdrawal is at least this, and more than it costs. Inclusive. */
export const MIN_WITHDRAWAL_MICRO_USDC = 1_000_000;

/**
 * What all who never paid may owe together for deposits that could not pay their own cost: of a lone one of 1 USDC,
 * about 0.2. So strangers cost the operator at most this, whatever their number.
 */
export const DEFAULT_UNPAID_GAS_USDC = 500;
/** An account of the exchange's own is closed after so long without use: longer than between two deposits of most. */
export const RENT_UNUSED_MS = 30 * 24 * 60 * 60 * 1_000;
/** A deposit that waits for room in it is looked at so often. */
export const UNPAID_GAS_LOOK_MS = 5 * 60 * 1_000;

/** Per-transaction caps of tiers 0 (retail), 1 (liquidity provider), 2 (institutional). Inclusive. */
export const TIER_CAPS_MICRO_USDC = [
  10_000 * MICRO_USDC_PER_USDC,
  1_000_000 * MICRO_USDC_PER_USDC,
  10_000_000 * MICRO_USDC_PER_USDC,
] as const;
/** The tier of a user without an assigned one. */
export const DEFAULT_TIER = 0;
/** Tiers are set by hand: using an old one for a minute does no harm and saves a chain read for every deposit. */
export const TIER_CACHE_MS = 60_000;

/** All users together, in a UTC day, unless an operator sets another cap. */
export const DEFAULT_DAILY_CAP_MICRO_USDC = 100_000 * MICRO_USDC_PER_USDC;
export const DAY_MS = 24 * 60 * 60 * 1_000;

/** One user's share of the daily cap, unless an operator sets another. */
export const DEFAULT_USER_SHARE_BPS = 5_000;
export const FULL_SHARE_BPS = 10_000;

/**
 * USDC queued for the daily cap is checked this often: a failed attempt releases its reservation, and later deposits
 * should not wait for midnight.
 */
export const DAILY_CAP_LOOK_MS = 15 * 60 * 1_000;

/**
 * An arrival at a deposit address over the bridge may be a withdrawal whose rows were lost by a restore: the withdrawal
 * worker has them again in seconds. Other arrivals wait this long for nothing; only strangers send that way.
 */
export const UNKNOWN_SENDER_WAIT_MS = 600_000;

/** The most that a swap may lose, at the user's cost. The quote is requested with this bound, and checked. */
export const MAX_SWAP_SLIPPAGE_BPS = 100;
/** A swap may bring more than quoted: this margin on top of the quote is reserved of the daily cap. */
export const SWAP_RESERVE_MARGIN_BPS = 100;
/** The most that a swap may pay above the base fee: 0.15 USDC at 150 a unit. More would be a mistake or a theft. */
export const MAX_SWAP_PRIORITY_FEE_LAMPORTS = 1_000_000;

export const DEFAULT_GAS_MARKUP_BPS = 1_000;
/** A markup above ten times the cost is a configuration error. */
export const MAX_GAS_MARKUP_BPS = 100_000;
/** Two signatures. The rent of accounts that remain is charged to the users they are created for. */
export const DEFAULT_PER_TX_LAMPORTS = 10_000;
/** The chains' own price of a signature, and of a byte of an account: two years at 3,480. */
export const DEFAULT_PER_SIGNATURE_LAMPORTS = 5_000;
export const DEFAULT_RENT_PER_BYTE_LAMPORTS = 6_960;
/** A hundredth of a native unit for one transaction is a configuration error. */
export const MAX_PER_TX_LAMPORTS = 10_000_000;
/** So is ten times the chains' price of a signature or a byte. */
export const MAX_PER_SIGNATURE_LAMPORTS = 50_000;
export const MAX_RENT_PER_BYTE_LAMPORTS = 69_600;
/** So is a hundred thousand USDC a native unit. */
export const MAX_NATIVE_PRICE_MICRO_USDC = 100_000 * MICRO_USDC_PER_USDC;

/** The rate on the test network, where neither the swap nor the sweep of natives on main uses a market. */
export const TEST_NATIVE_PRICE_MICRO_USDC = 150 * MICRO_USDC_PER_USDC;

/** The status endpoint shows the last ten attempts. */
export const DEPOSIT_STATUS_LENGTH = 10;

/** History entries of one record; the oldest after the first are dropped. A pending deposit has about eight. */
export const MAX_HISTORY_ENTRIES = 64;
/** A token name, a reason or a transfer id in a message: we send none that is longer. */
export const MAX_WORD_BYTES = 128;

/** Two checks in a row, a minute apart: a single one may have read before and after a transaction. */
export const SOLVENCY_ROUNDS_BEFORE_ALARM = 2;
export const SOLVENCY_INTERVAL_MS = 60_000;

/**
 * Test network: the most that the faucet gives at once. A thousand native units, like the local chains, and a million
 * USDC of its billion.
 */
export const MAX_FAUCET_LAMPORTS = 1_000 * LAMPORTS_PER_NATIVE_UNIT;
export const MAX_FAUCET_MICRO_USDC = 1_000_000 * MICRO_USDC_PER_USDC;

/**
 * The faucet's default limit for all together in a UTC day: with the native units exchanged at 150 USD, less than a
 * fifth of the default daily cap. Free money never shuts out the deposits of others.
 */
export const DEFAULT_FAUCET_DAY_USDC = 10_000;
export const DEFAULT_FAUCET_DAY_NATIVE = 50;

/**
 * For so long a payout waits for another withdrawal that has paid for the account it needs. Then it is judged as one
 * whose account was closed: somebody else's withdrawal must not hold it up.
 */
export const SHARED_ACCOUNT_MAX_WAIT_MS = 300_000;
