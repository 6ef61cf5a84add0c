/**
 * The two shapes of work that never ends. A process may be killed at any await, and two may run at once: rows and their
 * keys protect what is right, never the process.
 */

/** Looks for work, tick by tick. */
export interface Worker {
  /** Kebab-case; in logs and metrics. */
  readonly name: string;
  /** The pause after a tick that did nothing. After one that did something, the next tick begins at once. */
  readonly pauseMs: number;
  /**
   * The pause, if longer, once the process has done nothing and had no notice for a while: default a second. 0 for work
   * that nothing gives notice of, such as on a chain.
   */
  readonly quietPauseMs?: number;
  /**
   * - Returns how many things were done; 0 if there was nothing to do.
   * - Throws a `Fault` or `CodedError` to be tried again: the next tick comes after a growing pause.
   * - Throws a `Fault` that is `poison`, or anything else but an `InvariantViolation`: the same, and an alarm.
   * - Throws an `InvariantViolation`: the process stops.
   */
  tick(): Promise<number>;
  /** Releases what the process holds, after the last tick. */
  stop?(): Promise<void>;
}

/** Receives notice of work until the signal is aborted: a reader of a stream, a publisher of an outbox. */
export interface Reader {
  readonly name: string;
  /**
   * Resolves when `signal` is aborted. If it throws, as a tick does, it is started again.
   * @param wake there may be work for the workers of the process: idle ones look at once
   */
  run(signal: AbortSignal, wake: () => void): Promise<void>;
}
