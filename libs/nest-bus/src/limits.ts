/** A stop waits this long for requests under way, whose callers try again: a process has 8 s in all. */
export const CLOSE_TIMEOUT_MS = 3_000;
