/** Every bound of the exchange's time, with the reason for its size (docs/adr/0045-the-exchanges-time.md). */

/**
 * How far the engine's time and the journal server's may be apart. Hosts with NTP are within some ten milliseconds; markets
 * close and orders expire by the second, and clients' envelopes are good for thirty.
 */
export const MAX_CLOCK_ERROR_MS = 2_000;

/** Between two readings of another clock: one small request a second. */
export const CLOCK_READ_INTERVAL_MS = 1_000;
/**
 * Between two time queries of a gateway or a signer without other requests: an idle engine journals a record to answer
 * one. Every answer contains the time. A host's oscillator moves by 10 ms meanwhile, at worst.
 */
export const ENGINE_TIME_INTERVAL_MS = 20_000;
/** An answer that took longer is too imprecise, and is requested again. */
export const MAX_CLOCK_READING_MS = 1_000;
/** Before the next reading if one failed and a caller waits. */
export const CLOCK_RETRY_MS = 100;

/**
 * Without a reading for so long nothing is stamped: a host's oscillator, off by 500 ppm at worst, has moved by 30 ms.
 */
export const MAX_CLOCK_READING_AGE_MS = 60_000;

/**
 * If the wall clock moved so much against the monotonic one since the last reading, it was set, or the machine slept,
 * when the monotonic clock stands still. Nothing is stamped before the next reading, which takes a millisecond.
 */
export const CLOCK_JUMP_MS = 500;

/** How fast the engine's time follows its wall clock: as the kernel slews it, half a millisecond a second. */
export const SLEW_PPM = 500;
/** The longest interval that one correction covers. */
export const MAX_SLEW_INTERVAL_MS = 10_000;
