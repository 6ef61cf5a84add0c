/** Records that wait to be written: more, and reading waits. With the largest records 24 MiB. */
export const MAX_WAITING_RECORDS = 192;

/** A batch is synced at once; between two of them what has come is gathered, so that a disk is not synced all day. */
export const WRITE_INTERVAL_MS = 100;

/** Not written for this long while the journal goes on: the archive is not what an operator believes it is. */
export const MAX_LAG_MS = 30_000;
