/**
 * Every bound of the engine, with the calculation that justifies it. `GET /v1/status` publishes the public ones. A
 * change here changes the result of replaying a journal: it needs a new journal, or a record that carries it.
 */

/** A contract pays 1 USD = 10,000 bp = 1,000,000 micro-USDC, so 1 bp of one contract is exactly 100 micro-USDC. */
export const PRICE_SCALE_BPS = 10_000;
export const MICRO_USDC_PER_CONTRACT = 1_000_000;
export const MICRO_USDC_PER_BP = MICRO_USDC_PER_CONTRACT / PRICE_SCALE_BPS;

export const MIN_PRICE_BPS = 1;
export const MAX_PRICE_BPS = 9_999;

/**
 * 10,000,000 contracts: one order's cost is at most 9,999 * 10^7 * 100 = 9.999 * 10^12 micro-USDC, and its exact
 * fee sums (size * P * (10000-P) <= 2.5 * 10^14) stay far below 2^53 = 9.007 * 10^15.
 */
export const MAX_ORDER_SIZE = 10_000_000;

/** The largest safe integer in JSON: no balance, total or nonce exceeds it. */
export const MAX_SAFE_MICRO_USDC = Number.MAX_SAFE_INTEGER;
export const MAX_NONCE = Number.MAX_SAFE_INTEGER;

/**
 * Fills and self-trade cancels of one command. Bounds its time and its reply (1,000 fills are about 250 kB of JSON).
 */
export const MAX_FILLS_PER_COMMAND = 1_000;

/**
 * Resting reduce-only buys of a user in a market: enough steps for a price ladder. Each fill of a position looks at them
 * all, and may cancel them all.
 */
export const MAX_REDUCE_ONLY_BUYS = 10;

/**
 * Resting orders of a user when `set_money_limits` sets none. An admin may set a user's limit up to the second figure.
 */
export const DEFAULT_MAX_OPEN_ORDERS = 1_000;
export const HIGHEST_MAX_OPEN_ORDERS = 100_000;
/** The highest limits an operator may set on a user's open withdrawals and withdrawals a day. */
export const HIGHEST_OPEN_WITHDRAWALS = 10_000;
export const HIGHEST_DAILY_WITHDRAWALS = 60_000;

export const MAX_PROTOCOL_FEE_BPS = 1_000;
export const MAX_MAKER_REBATE_PCT = 50;
export const MAX_BUILDER_FEE_BPS = 100;
export const DEFAULT_PROTOCOL_FEE_BPS = 700;
export const DEFAULT_MAKER_REBATE_PCT = 20;
export const MAX_FEE_CATEGORIES = 256;

/** Outcomes an event may have; the single record that creates or resolves it stays below 64 KiB. */
export const MAX_OUTCOMES_PER_EVENT = 100;
export const MAX_LABEL_BYTES = 128;
export const MAX_EVENT_ID_BYTES = 64;
export const MAX_QUESTION_BYTES = 512;
export const MAX_DESCRIPTION_BYTES = 8_192;
export const MAX_CATEGORY_BYTES = 64;
export const MAX_REFERENCE_BYTES = 128;
export const MAX_BUILDER_ID_BYTES = 64;
/** Room for a uuid or a date with a name. */
export const MAX_PAYOUT_REFERENCE_BYTES = 64;
/** All keys that a builder ever had: 16 kB of a record. */
export const MAX_PAYOUT_KEYS = 1_000;

/** A month to challenge a result, and 1,000 USD at stake: more would keep everybody from it. */
export const HIGHEST_WINDOW_SECONDS = 2_592_000;
export const HIGHEST_STAKE = 1_000_000_000;
/** A label of an operator. */
export const MAX_LABEL_OF_OPERATOR = 32;
export const MAX_CASE_NOTE_BYTES = 2_048;
export const MAX_CASE_REASON_BYTES = 4_096;
export const MAX_CASE_URL_BYTES = 512;
/** More say nothing new, and each is settled by the command that decides the case. */
export const MAX_CHALLENGES = 16;
/** Cases whose end late challengers still see, 8 bytes each. */
export const REMEMBERED_ENDED_CASES = 100_000;
export const MAX_GOODWILL_REASON_BYTES = 512;

/** Keys that ever were a source: no name gets the key of another, so none is forgotten. Some 1 kB each. */
export const MAX_SOURCES = 256;
/** How far the clock of a source may be ahead. */
export const MAX_SIGNED_AHEAD_SECONDS = 60;
export const MAX_SOURCE_NAME = 32;
export const MAX_SOURCE_ABOUT_BYTES = 512;

/** Markets at a time; archiving frees their records. */
export const MAX_MARKETS = 65_536;
/** Width of a market number where it is packed beside the generation of its record. */
export const MARKET_NUMBER_BITS = 17;
/**
 * Bounds of the time between an event's last resolution and its archiving. At least a day, as an order may be
 * repeated within a day; ten years stands for never.
 */
export const LEAST_ARCHIVE_SECONDS = 86_400;
export const HIGHEST_ARCHIVE_SECONDS = 315_360_000;
/** By then a dispute is over, and lists of recently resolved markets are rarely longer. */
export const DEFAULT_ARCHIVE_DAYS = 30;
/**
 * Orders cancelled, holders paid and trading keys ended by one command because of time or the end of a market. With
 * their state deltas some 100 kB of events and 2 ms of work, as much as a record of busy trading.
 */
export const ENDED_PER_SLICE = 256;
/** Events that one command archives: at most 1,600 markets, so that archiving does not make a command slow. */
export const ARCHIVED_EVENTS_PER_COMMAND = 16;
/**
 * Archived events whose ids are never reused, 16 bytes each: eleven years of a thousand a day, 64 MB of a snapshot.
 */
export const MAX_ARCHIVED_EVENTS = 4_194_304;
export const MAX_ACCOUNTS = 4_194_304;
/** Existing accounts are not refused. */
export const MAX_USERS_OF_BUILDER = 1_048_576;
export const MAX_RESTING_ORDERS = 8_388_608;
/** References of test credits, and of the newest payouts: hundreds of sources may send thirty a day for a year. */
export const MAX_CREDIT_REFERENCES = 1_000_000;

/** Rows of `set_money_limits`: enough for every category that may have a fee row. */
export const MAX_RESTING_MINIMUMS = 256;
export const MAX_OPEN_ORDER_TIERS = 16;
/** Commands of one request that share a record: both sides of ten markets. They fit into any record. */
export const MAX_BATCH_OPERATIONS = 20;
/** How far ahead of the record's time an order may end. A year and a day, so that a year always fits. */
export const MIN_EXPIRY_SECONDS = 1;
export const MAX_EXPIRY_SECONDS = 366 * 86_400;
/** The dead man's switch: below 5 seconds an ordinary pause of the network would cancel everything. */
export const MIN_CANCEL_AFTER_SECONDS = 5;
export const MAX_CANCEL_AFTER_SECONDS = 3_600;
/** Trading keys that a user may have at a time: one for each device and program of a busy trader. */
export const MAX_TRADING_KEYS_PER_USER = 16;
/** A trading key is allowed anew at least once a year; a year and a day, so that a year always fits. */
export const MAX_TRADING_KEY_SECONDS = 366 * 86_400;
/**
 * How far a trading key may go ahead of the last nonce, or of the time in microseconds: some seconds of a wrong clock.
 * One that is stolen and sends 40 commands a second would need 200 days to leave its owner no nonce.
 */
export const MAX_NONCE_LEAD = 10_000_000;
/** How many ended keys of a user are stored, and for how long: their repeated texts get the outcome. */
export const MAX_ENDED_TRADING_KEYS = 16;
export const ENDED_TRADING_KEY_SECONDS = 30 * 86_400;
/**
 * Trading keys of all users, ended ones included, some 300 bytes each: 80 MB. Half are for users who hold none yet, so
 * the other half is full only after 4,096 users have taken 32 each.
 */
export const MAX_TRADING_KEYS = 262_144;
/** A minimum that no order can reach would close a market. The largest order at 1 bp costs 1,000 USD. */
export const HIGHEST_RESTING_MINIMUM = MAX_ORDER_SIZE * MICRO_USDC_PER_BP;
/** At least half of each table is open to everybody. */
export const HIGHEST_RESERVED_PCT = 50;
export const HIGHEST_FEW_RECORDS = 1_000;
/**
 * The most an operator may retain for each user and kind: 64 KiB for a year. The number of outcomes is bounded by
 * `REMEMBERED_OUTCOMES`.
 */
export const HIGHEST_KEPT_OUTCOME_BYTES = 65_536;
export const HIGHEST_KEPT_OUTCOME_SECONDS = 31_536_000;

/** Outcomes remembered for each user and kind of nonce, so that a repeat gets the first answer. */
export const REMEMBERED_OUTCOMES = 64;
/** Memory of all remembered outcomes together; the oldest are evicted first. */
export const OUTCOME_MEMORY_BYTES = 64 * 1024 * 1024;
/** Finished orders whose final state the engine can still report; older ones are in history. */
export const REMEMBERED_FINISHED_ORDERS = 100_000;

/** Open withdrawals, 128 bytes each. Above it, withdrawals are refused until some have ended on chain. */
export const MAX_OPEN_WITHDRAWALS = 262_144;
/** Ended withdrawals for which a repeated `settle` or `refund` gets its first answer. Workers repeat within hours. */
export const REMEMBERED_ENDED_WITHDRAWALS = 100_000;
/** Credits and gas charges of one user: an i32 in the account, enough for 27 years of one every 400 ms. */
export const MAX_FUNDING_SEQ = 2_147_483_647;
/** Fits an id of 64 hex characters and its purpose: `deposit:<id>:proxy-account`. */
export const MAX_PURPOSE_BYTES = 128;
export const MAX_REFUND_REASON_BYTES = 256;

/**
 * Holdings, one for each account and market, 80 bytes each. A holding exists while it has contracts or an open order.
 */
export const MAX_POSITIONS = 16_777_216;
/** Pages of 64 prices with at least one order, 1.5 KB each. Orders spread one a page can take at most 1.6 GB. */
export const MAX_PRICE_PAGES = 1_048_576;
/** Builder API keys that orders have carried. The signer issues them. */
export const MAX_BUILDER_KEYS = 65_536;
/** The year 9999: such times in seconds are still exact as milliseconds. */
export const MAX_UNIX_SECONDS = 253_402_300_799;

/** So long after an expiry a market without a proposal, and so long a disputed case, waits for an operator: 72 hours. */
export const OVERDUE_SECONDS = 259_200;
