/** Every bound of what the funding apps have in common, with the reason for its size. */

/** Messages that were published: a restore sends those of its last week again, and people look into a month. */
export const OUTBOX_KEPT_MS = 30 * 24 * 60 * 60 * 1_000;
/**
 * What a reader has heard: as long as its message may come again, which is until the server knows that it was heard, or where
 * a restore sends it again. Older ones, of which a reader that is made anew would hear, change nothing: the records know.
 */
export const INBOX_KEPT_MS = 90 * 24 * 60 * 60 * 1_000;
/** Between two looks for them; a full batch is followed by the next at once. */
export const FORGET_PAUSE_MS = 60 * 60 * 1_000;
/** Of each table in one statement: some ten milliseconds. */
export const MESSAGES_FORGOTTEN_AT_ONCE = 1_000;
