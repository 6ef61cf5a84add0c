/**
 * The two shapes of work that never ends. Both may be killed at every await and run in two processes at once: what is
 * right is held by rows and their keys, never by the process.
 */

/** Looks again and again for something to do. */
export interface Worker {
  /** Kebab-case; in logs and metrics. */
  readonly name: string;
  /** Between two rounds, unless the first found something: then the next begins at once. */
  readonly pauseMs: number;
  /**
   * The same while nothing was done or heard in the process for a while, where that is longer: default a second. 0 for what
   * looks where nobody tells of anything: at a chain, say.
   */
  readonly quietPauseMs?: number;
  /**
   * One look.
   * - Returns how many things were done; 0 where there was nothing to do.
   * - Throws a `Fault` or `CodedError` to be tried again: the next round comes after a growing pause.
   * - Throws a `Fault` that is `poison`, or anything else but a `InvariantViolation`: the same, and an alarm.
   * - Throws a `InvariantViolation`: the process stops.
   */
  round(): Promise<number>;
  /** Lets go of what the process holds, after the last round. */
  stop?(): Promise<void>;
}

/** Hears of things to do, until the signal is aborted: a reader of a stream, a publisher of an outbox. */
export interface Reader {
  readonly name: string;
  /**
   * Resolves when `signal` is aborted; ends otherwise by throwing, as a worker's round does, and is begun again. `heard` is called
   * when there may be something new for the workers of the process: those that rest look at once.
   */
  run(signal: AbortSignal, wake: () => void): Promise<void>;
}
