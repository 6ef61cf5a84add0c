/** A benchmark has nothing to say about reconnects: there must be none, and requests fail where there are. */
export const quiet = { info: () => {}, warn: () => {}, error: () => {} };
