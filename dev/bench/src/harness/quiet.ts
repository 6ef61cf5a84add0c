/** A log without lines: a benchmark must have no reconnects, and its requests fail if there are any. */
export const quiet = { info: () => {}, warn: () => {}, error: () => {} };
