/** As many guardians as Wormhole has. */
export const GUARDIANS_DEFAULT = 19;
/** How often the guardians look for newly final blocks: well under a slot, so that a VAA is there with finality. */
export const POLL_MS_DEFAULT = 100;
/** Wait after an RPC that failed: one that starts needs about a second. */
export const RETRY_MS = 250;
/** An answer of RPC that takes longer counts as failed: a block of 1,000 transactions takes well under a second. */
export const RPC_PATIENCE_MS = 10_000;
/** Blocks asked for by one `getBlocks`: fewer calls after a pause, and a bounded answer. */
export const BLOCKS_A_SCAN = 200;
/** Blocks fetched at the same time. */
export const BLOCKS_AT_ONCE = 8;
/** What `getMultipleAccounts` takes. */
export const ACCOUNTS_AT_ONCE = 100;
/** A request of the guardians' interface has no body. */
export const BODY_BYTES_MAX = 1_024;
/** Lamports a message costs: what the real program took for years. A client that forgets it must fail here. */
export const MESSAGE_FEE_LAMPORTS_DEFAULT = 100n;
/** How long an old guardian set stays good: a day, as on the real chains. */
export const GUARDIAN_SET_EXPIRATION_SECONDS = 86_400;
