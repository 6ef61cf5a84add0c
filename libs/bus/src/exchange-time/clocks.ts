/** The two clocks of a process. */
export interface Clocks {
  /** Milliseconds that rise steadily, whatever is done to the wall clock. */
  readonly steadyMs: () => number;
  /** Unix time in milliseconds, as the host has it: may be wrong, and may jump. */
  readonly wallMs: () => number;
}

export const HOST_CLOCKS: Clocks = {
  steadyMs: () => performance.now(),
  wallMs: () => Date.now(),
};
