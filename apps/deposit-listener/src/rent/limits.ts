/** Limits of the worker that takes rent back, each with the reason for its size. */

/** Nobody waits for it. */
export const RENT_PAUSE_MS = 60_000;
/** Two requests to a node each: a hundred thousand accounts take about nine hours. */
export const RENTS_AT_ONCE = 200;
/** Longer than the requests of one at their slowest. */
export const RENT_LEASE_MS = 45_000;
/** A transaction under way, or a node that is away. */
export const RENT_LOOK_MS = 60_000;
/** One that is in use, or holds something, is looked at again after this. */
export const RENT_USED_MS = 24 * 60 * 60 * 1_000;
