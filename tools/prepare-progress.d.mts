/** Receives output as it arrives; stdout and stderr are separate streams of lines. */
type Hear = (text: string, stream: string) => void;

/**
 * Parses the output of `npm ci --loglevel=info`.
 * @param tell called with each step, as `312 downloads, 20 s`
 */
export function npmSays(tell: (line: string) => void): {
  readonly hear: Hear;
  /** Reports the last step again, with the present seconds. */
  readonly again: () => void;
  /** Warnings and errors of npm so far. */
  readonly complaints: () => readonly string[];
};

/**
 * Parses the output of `nx run-many --output-style=static`.
 * @param tell called for each task, from the first one that was really run
 */
export function tasksDone(tell: (done: number, all: number) => void): Hear;
