export interface LaneStatus {
  readonly passed: number;
  readonly failed: number;
  readonly specsLeft: number;
  readonly secondsLeft: number;
  readonly running: readonly { readonly file: string; readonly seconds: number }[];
}

/** A run's status in one line. */
export function statusLine(status: {
  readonly elapsedMs: number;
  readonly lanes: readonly LaneStatus[];
}): string;

/** What a run that had failures prints at its end. */
export function failureLines(failures: readonly string[]): string[];
