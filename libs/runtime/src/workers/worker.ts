/**
 * The two kinds of work that never end. A process may be killed at any await, and two may run at once: correctness
 * depends on rows and their keys, never on the process.
 */

/** Looks for work, tick by tick. */
export interface Worker {
  /** Kebab-case; in logs and metrics. */
  readonly name: string;
  /** The pause after a tick that did nothing. After one that did something, the next tick begins at once. */
  readonly pauseMs: number;
  /**
   * The pause, if longer, once the process has had no work and no notice for a while. Default: a second. 0 for work
   * that nothing gives notice of, such as on a chain.
   */
  readonly quietPauseMs?: number;
  /**
   * - Returns the number of things done; 0 if there was nothing to do.
   * - Throws a `Fault` or `CodedError` to be retried: the next tick comes after a growing pause.
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
   * Resolves when `signal` is aborted. If it throws, it is started again, as a tick is.
   *
   * @param wake there may be work for the workers of the process: idle ones look at once
   */
  run(signal: AbortSignal, wake: () => void): Promise<void>;
}
