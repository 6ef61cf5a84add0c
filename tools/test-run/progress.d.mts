export interface RunStatus {
  /** Runs of one lane come one after the other. */
  readonly lane: number;
  readonly passed: number;
  readonly failed: number;
  readonly specsLeft: number;
  readonly secondsLeft: number;
  readonly running: readonly { readonly file: string; readonly seconds: number }[];
}

/** The status of all runs in one line. */
export function statusLine(status: {
  readonly elapsedMs: number;
  readonly runs: readonly RunStatus[];
}): string;

/** The last lines of a run with failures. */
export function failureLines(failures: readonly string[]): string[];
