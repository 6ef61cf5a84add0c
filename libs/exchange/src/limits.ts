/**
 * Every bound of the engine, with the sum that justifies it. `GET /v1/status` publishes the public ones.
 * A change here changes what a journal replays to: it needs a new journal, or a record that carries it.
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

/** JSON's safe integers: no balance, total or nonce passes it. */
export const MAX_SAFE_MICRO_USDC = Number.MAX_SAFE_INTEGER;
export const MAX_NONCE = Number.MAX_SAFE_INTEGER;

/** Fills and self-trade cancels of one command: bounds the time and the reply (1,000 fills are about 250 kB of JSON). */
export const MAX_FILLS_PER_COMMAND = 1_000;

/** A user's resting orders where money sets no limits, unless an admin raised the user's limit up to the second. */
export const DEFAULT_MAX_OPEN_ORDERS = 1_000;
export const HIGHEST_MAX_OPEN_ORDERS = 100_000;
/** What an operator may let a user have under way, and a day. */
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

/** Markets at a time: what is archived gives its room back. */
export const MAX_MARKETS = 65_536;
/** Numbers of markets have so many bits where they stand beside the generation of their record. */
export const MARKET_NUMBER_BITS = 17;
/** An event may be archived so long after the last of its markets was resolved: repeats of orders come within a day; ten years is never. */
export const LEAST_ARCHIVE_SECONDS = 86_400;
export const HIGHEST_ARCHIVE_SECONDS = 315_360_000;
/** By then a dispute is over, and lists of what was resolved lately are seldom longer. */
export const DEFAULT_ARCHIVE_DAYS = 30;
/** Events that a command archives on its way: 1,600 markets at most, so that no command is long for it. */
export const ARCHIVED_EVENTS_PER_COMMAND = 16;
/** Archived events whose ids are never given again, 16 bytes each: eleven years of a thousand a day, 64 MB of a snapshot. */
export const MAX_ARCHIVED_EVENTS = 4_194_304;
export const MAX_ACCOUNTS = 4_194_304;
export const MAX_RESTING_ORDERS = 8_388_608;
export const MAX_CREDIT_REFERENCES = 1_000_000;

/** Rows of what money sets limits to, with room for every category there is a fee row for. */
export const MAX_RESTING_MINIMUMS = 256;
export const MAX_OPEN_ORDER_TIERS = 16;
/** A minimum that no order can reach would close a market: the largest at 1 bp costs 1,000 USD. */
export const HIGHEST_RESTING_MINIMUM = MAX_ORDER_SIZE * MICRO_USDC_PER_BP;
/** At least half of a table is for everybody. */
export const HIGHEST_RESERVED_PCT = 50;
export const HIGHEST_FEW_RECORDS = 1_000;
/** No more than are remembered at all, in a sixteenth of a megabyte; an hour's repeats and a year's. */
export const HIGHEST_KEPT_OUTCOME_BYTES = 65_536;
export const HIGHEST_KEPT_OUTCOME_SECONDS = 31_536_000;

/** Outcomes remembered a user and kind of nonce, so that a repeat gets the first answer. */
export const REMEMBERED_OUTCOMES = 64;
/** All remembered outcomes together: the oldest give way first. */
export const OUTCOME_MEMORY_BYTES = 64 * 1024 * 1024;
/** Finished orders the engine can still tell the fate of; older ones come from history. */
export const REMEMBERED_FINISHED_ORDERS = 100_000;

/** Withdrawals under way, 128 bytes each: beyond it they are refused until some have ended on chain. */
export const MAX_OPEN_WITHDRAWALS = 262_144;
/** Ended withdrawals that a repeated `settle` or `refund` still gets its answer for; a worker repeats within hours. */
export const REMEMBERED_ENDED_WITHDRAWALS = 100_000;
/** Credits and gas charges of one user: an i32 in the account, 27 years of one every 400 ms. */
export const MAX_FUNDING_SEQ = 2_147_483_647;
/** An id of 64 characters of hex, and what was done for it: `deposit:<id>:proxy-account`. */
export const MAX_PURPOSE_BYTES = 128;
export const MAX_REFUND_REASON_BYTES = 256;

/** Holdings of one account in one market, 80 bytes each; one exists while it holds contracts or has an open order. */
export const MAX_POSITIONS = 16_777_216;
/** Pages of 64 prices that hold an order, 1.5 KB each: orders spread one a page may not take more than 1.6 GB. */
export const MAX_PRICE_PAGES = 1_048_576;
/** API keys of builders that orders came with; the signer issues them. */
export const MAX_BUILDER_KEYS = 65_536;
/** The year 9999: times in seconds stay exact as milliseconds. */
export const MAX_UNIX_SECONDS = 253_402_300_799;
