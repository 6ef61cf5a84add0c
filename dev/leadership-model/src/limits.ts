/** How large the world of the model is. Time goes in ticks of a second. */

export const SERVERS = 3;
export const ENGINES = 2;
/** Commands that are ever sent. Of questions there are as many as somebody asks. */
export const COMMANDS = 1;

/** `SURE_AFTER_PROOF_MS`: a second. */
export const SURE_TICKS = 1;
/** `PREDECESSOR_SURE_MS`: the tenth more is for clocks that do not go equally fast, and here they do. */
export const PREDECESSOR_TICKS = 1;
/** `LEADER_GONE_PATIENCE_MS` and `LEADER_SILENCE_PATIENCE_MS`, rounded up. */
export const GONE_TICKS = 1;
export const SILENCE_TICKS = 2;
/** A leader does not say that it leads when its append takes a second, and is deaf after two. */
export const STALLED_TICKS = 1;
export const DEAF_TICKS = 2;
/** The promise: five seconds; and some for a process that is started again, and as everything here takes a whole tick. */
export const LIVENESS_TICKS = 8;

/** Records of the journal: more is not reached in the depths that are explored. */
export const MAX_RECORDS = 7;

/** How often, before the world settles, a server is cut off, a process dies, a connection is made anew at another server. */
export interface Bounds {
  readonly cuts: number;
  readonly restarts: number;
  readonly moves: number;
}
