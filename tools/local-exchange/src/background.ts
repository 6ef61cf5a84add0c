/**
 * A tenth of the weight of a usual process, where cores are short: for what no answer waits for, history, funding and the chains
 * themselves, so that trading stays quick on a machine that everything shares (docs/PERFORMANCE.md). On a cluster requests of CPU
 * say the same.
 */
export const BACKGROUND_NICENESS = 10;
