/** Hears output as it comes; stdout and stderr each have their own lines. */
type Hear = (text: string, stream: string) => void;

/**
 * Reads the output of `npm ci --loglevel=info`.
 * @param tell hears each step, as `312 downloads, 20 s`
 */
export function npmSays(tell: (line: string) => void): {
  readonly hear: Hear;
  /** Tells the last step once more, with the seconds of now. */
  readonly again: () => void;
  /** Warnings and errors of npm so far. */
  readonly complaints: () => readonly string[];
};

/**
 * Reads the output of `nx run-many --output-style=static`.
 * @param tell hears of each task, from the first one on that was really run
 */
export function tasksDone(tell: (done: number, all: number) => void): Hear;
