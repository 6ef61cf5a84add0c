/** The number of Wormhole's guardians. */
export const GUARDIANS_DEFAULT = 19;
/** How often the guardians look for newly final blocks: well under a slot, so that a VAA appears with finality. */
export const POLL_MS_DEFAULT = 100;
/** Delay after a failed RPC: a node that starts needs about a second. */
export const RETRY_MS = 250;
/** RPC time-out: all message accounts of a chain take well under a second. */
export const RPC_TIMEOUT_MS = 10_000;
/** Transactions listed by one look: what nodes list at once. Should there be more, all accounts are read again. */
export const SIGNATURES_AT_ONCE = 1_000;
/** Transactions read at the same time. */
export const TRANSACTIONS_AT_ONCE = 8;
/** The limit of `getMultipleAccounts`. */
export const ACCOUNTS_AT_ONCE = 100;
/** A request to the guardians' API has no body. */
export const BODY_BYTES_MAX = 1_024;
/** Lamports per message: the real program's fee for years. A client that omits it must fail here. */
export const MESSAGE_FEE_LAMPORTS_DEFAULT = 100n;
/** How long an old guardian set stays valid: a day, as on the real chains. */
export const GUARDIAN_SET_EXPIRATION_SECONDS = 86_400;
