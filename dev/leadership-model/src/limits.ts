/** Size of the model's world. Time is in ticks of a second. */

export const SERVERS = 3;
export const ENGINES = 2;
/** Number of commands ever sent. Queries are unlimited. */
export const COMMANDS = 1;

/** `SURE_AFTER_PROOF_MS`: a second. */
export const SURE_TICKS = 1;
/** `PREDECESSOR_SURE_MS`: its extra tenth covers differences between clocks, of which there are none here. */
export const PREDECESSOR_TICKS = 1;
/** `LEADER_GONE_TIMEOUT_MS` and `LEADER_SILENCE_TIMEOUT_MS`, rounded up. */
export const GONE_TICKS = 1;
export const SILENCE_TICKS = 2;
/** A leader stops answering that it leads when its append takes a second, and unsubscribes after two. */
export const STALLED_TICKS = 1;
export const DEAF_TICKS = 2;
/** The guarantee is five seconds; more here for a process restart, and because everything takes a whole tick. */
export const LIVENESS_TICKS = 8;

/** Journal records: more are not reached in the depths explored. */
export const MAX_RECORDS = 7;

/**
 * How often, before the world settles, a server is cut off, a process crashes, or a connection moves to another server.
 */
export interface Bounds {
  readonly cuts: number;
  readonly restarts: number;
  readonly moves: number;
}
