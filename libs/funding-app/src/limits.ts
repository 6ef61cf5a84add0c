/** Every bound of what the funding apps have in common, with the reason for its size. */

/** A stop waits this long for requests under way, whose callers ask again: a process has 8 s in all. */
export const SERVICE_STOP_MS = 3_000;
