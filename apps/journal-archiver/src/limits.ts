/** Records that wait to be written. At this number, reading pauses. 24 MiB of the largest records. */
export const MAX_WAITING_RECORDS = 192;

/** A batch is synced at once. Records between two batches are gathered, so that the disk is not synced all day. */
export const WRITE_INTERVAL_MS = 100;

/** If nothing was written for so long while the journal grows, the archive is not reliable. */
export const MAX_LAG_MS = 30_000;
