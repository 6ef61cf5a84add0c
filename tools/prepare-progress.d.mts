/** Receives output as it arrives; stdout and stderr are separate streams of lines. */
type Receive = (text: string, stream: string) => void;

/**
 * Parses the output of `npm ci --loglevel=info`.
 * @param report called with each step, as `312 downloads, 20 s`
 */
export function npmSays(report: (line: string) => void): {
  readonly receive: Receive;
  /** Reports the last step again, with the present seconds. */
  readonly again: () => void;
  /** Warnings and errors of npm so far. */
  readonly complaints: () => readonly string[];
};

/**
 * Parses the output of `nx run-many --output-style=static`.
 * @param report called for each task, from the first one that was really run
 */
export function tasksDone(report: (done: number, all: number) => void): Receive;
