/** The log of the process, as `BusModule` was given it. */
export const LOG = Symbol('the log of the process');
