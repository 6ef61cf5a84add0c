/** Bounds of lists, with the calculation behind each. */

export const DEFAULT_PAGE_LIMIT = 100;
/** A thousand trades are about 600 kB of JSON. */
export const MAX_TRADES_PAGE = 1_000;
export const MAX_LEDGER_PAGE = 1_000;
export const MAX_ORDERS_PAGE = 1_000;
/** A thousand positions are about 600 kB of JSON. */
export const MAX_POSITIONS_PAGE = 1_000;
/** Five hundred events of one outcome are about 300 kB of JSON. */
export const MAX_EVENTS_PAGE = 500;
/** A case with sixteen challenges of long reasons is about 100 kB of JSON. */
export const MAX_CASES_PAGE = 50;
export const DEFAULT_CASES_PAGE = 20;
export const MAX_AUDIT_PAGE = 1_000;
export const MAX_KEYS_PAGE = 500;
/** Five hundred builders are about 150 kB of JSON, and users about 120 kB. */
export const MAX_BUILDERS_PAGE = 500;
export const MAX_KNOWN_USERS_PAGE = 500;
/** With details of up to 4 kB, a hundred are 400 kB of JSON. */
export const MAX_ALARMS_PAGE = 100;
/** A thousand users are about 150 kB of JSON. */
export const MAX_BUILDER_USERS_PAGE = 1_000;
/** Days of revenue in one answer: a leap year. */
export const MAX_REVENUE_DAYS = 366;
/** A thousand withdrawals, with an attestation of about 1 kB each, are about 3 MB of JSON: a hundred are enough. */
export const MAX_WITHDRAWALS_PAGE = 100;
/** Five hundred payouts are about 300 kB of JSON. */
export const MAX_PAYOUTS_PAGE = 500;
export const MAX_QUEUES_PAGE = 100;
/** With bodies of up to 16 kB, a hundred are 1.6 MB of JSON. */
export const MAX_CONFIRMATIONS_PAGE = 100;
/** The name is part of the key, and of rows that people read. */
export const MAX_OPERATOR_NAME_CHARACTERS = 32;
/** Levels a side: 500 on each are about 60 kB of JSON. */
export const MAX_BOOK_DEPTH = 500;
/** A search is for a word or a phrase. */
export const MAX_SEARCH_BYTES = 128;
/** For one API key; the signer's default is lower. */
export const MAX_ORDERS_PER_SECOND = 100_000;
export const MAX_BUILDER_NAME_BYTES = 128;
export const MAX_SCOPES = 16;
export const MAX_SCOPE_BYTES = 32;
export const MAX_CHAIN_NAME_BYTES = 32;
