/** Every bound of what the funding apps have in common, with the reason for its size. */

/** Between two looks for messages of the other apps: what a step waits for is there as soon. */
export const MESSAGES_PAUSE_MS = 250;
/** Messages read in one statement; each has at most some kilobytes. */
export const MESSAGES_READ_AT_ONCE = 64;
/** Messages of one reader that are to be tried again. While there are more, nothing new is read. */
export const MAX_MESSAGES_WAITING = 1_000;
/** Before a message is tried again. */
export const MESSAGE_RETRY = { firstMs: 100, lastMs: 5_000 };
/** A message may be committed so long after its id was given; a statement and an idle transaction end sooner. */
export const MESSAGES_SETTLED_MS = 10 * 60 * 1_000;

/** Messages that were consumed: people look into a month. */
export const OUTBOX_RETENTION_MS = 30 * 24 * 60 * 60 * 1_000;
/**
 * How long the mark of a consumed message is stored: longer than the message, which would come again without it. If
 * another reader has not consumed it by then, it comes again and changes nothing, because of the records.
 */
export const INBOX_RETENTION_MS = 90 * 24 * 60 * 60 * 1_000;
/** Between two looks for them; a full batch is followed by the next at once. */
export const FORGET_PAUSE_MS = 60 * 60 * 1_000;
/** Of each table in one statement: some ten milliseconds. */
export const MESSAGES_FORGOTTEN_AT_ONCE = 1_000;

/** Between two looks whether an app's keys are noted: they change with a restart alone. */
export const KEYS_PAUSE_MS = 60 * 60 * 1_000;
/** Between two looks at what they have left. */
export const KEY_LAMPORTS_PAUSE_MS = 60_000;

/** Of alarms that wait for PostgreSQL: who looks after an outage reads the first ones, and the log. */
export const MAX_WAITING_ALARMS = 100;
export const ALARM_RETRY_MS = 5_000;
/** Of an alarm's details. The log has all of them. */
export const MAX_ALARM_CHARACTERS = 4_096;
