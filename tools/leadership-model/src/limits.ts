/** How large the world of the model is. Time goes in ticks of half a second. */

export const SERVERS = 3;
export const ENGINES = 2;
/** Commands and questions that are ever sent: what is shown or refused, a reader who is told of it and one who is misled. */
export const COMMANDS = 1;
export const QUESTIONS = 2;

/** `SURE_AFTER_PROOF_MS`: a second. */
export const SURE_TICKS = 2;
/** `PREDECESSOR_SURE_MS`: the tenth more is for clocks that do not go equally fast, and here they do. */
export const PREDECESSOR_TICKS = 2;
/** `LEADER_GONE_PATIENCE_MS` and `LEADER_SILENCE_PATIENCE_MS`, rounded up. */
export const GONE_TICKS = 2;
export const SILENCE_TICKS = 4;
/** After so long an append that is under way silences a leader: a second, and it is deaf after two. */
export const STALLED_TICKS = 2;
export const DEAF_TICKS = 4;
/** The promise: five seconds, and two more for a process that has to be started again and for the turns of this model. */
export const LIVENESS_TICKS = 14;

/** Of each the world has so many before it settles. */
export const MAX_CUTS = 1;
export const MAX_RESTARTS = 1;
export const MAX_MOVES = 1;
/** Records of the journal: more is not reached in the depths that are explored. */
export const MAX_RECORDS = 7;
