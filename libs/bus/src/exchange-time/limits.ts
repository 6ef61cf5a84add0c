/** Every bound of the exchange's time, with the reason for its size (docs/adr/0045-the-exchanges-time.md). */

/**
 * How far the engine's time and the journal server's may be apart. Hosts with NTP are within some ten milliseconds; markets
 * close and orders expire by the second, and clients' envelopes are good for thirty.
 */
export const MAX_CLOCK_ERROR_MS = 2_000;

/** Between two looks at another clock: one small question a second. */
export const CLOCK_READ_INTERVAL_MS = 1_000;
/**
 * Between two questions of a gateway or a signer that has nothing else to ask: an engine at rest journals a record to answer one.
 * Every answer tells the time as well. A host's oscillator moves by 10 ms meanwhile, at worst.
 */
export const ENGINE_TIME_INTERVAL_MS = 20_000;
/** An answer that took longer says too little of the moment it was made in: it is asked for again. */
export const MAX_CLOCK_READING_MS = 1_000;
/** Between two looks where one failed and somebody waits. */
export const CLOCK_RETRY_MS = 100;

/** Without a look for so long nothing is stamped: a host's oscillator, off by 500 ppm at worst, has moved by 30 ms. */
export const MAX_CLOCK_READING_AGE_MS = 60_000;

/**
 * The wall clock moved so much against the monotonic one since the last look: it was set, or the machine slept, in which the
 * monotonic clock stands still. Nothing is stamped before another look, which takes a millisecond.
 */
export const CLOCK_JUMP_MS = 500;

/** How fast the engine's time goes after its wall clock: as the kernel slews it, half a millisecond a second. */
export const SLEW_PPM = 500;
/** What one correction may be at the most: of so long. */
export const MAX_SLEW_INTERVAL_MS = 10_000;
