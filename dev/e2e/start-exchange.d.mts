type Signals = 'SIGINT' | 'SIGTERM' | 'SIGKILL';

/** A running local exchange: the bundles of `dist`, as `npm start` runs them. */
export interface StartedExchange {
  readonly dataDir: string;
  readonly pid: number;
  /** Everything it printed so far. */
  output(): string;
  /** Sends a signal and waits for the end. */
  end(signal: Signals): Promise<{ code: number | null; signal: string | null }>;
}

/**
 * @param options.flags beside `--data` and `--port`
 * @returns when it is ready
 * @throws Error with its output when it ended instead
 */
export function startExchange(options: {
  readonly dataDir: string;
  readonly port: number;
  readonly flags?: readonly string[];
  /** The command to run in place of the bundle, as `npm`. */
  readonly command?: readonly [string, ...string[]];
  /** Stops it, ready or not. */
  readonly signal?: AbortSignal;
}): Promise<StartedExchange>;

/** Folders that tests leave behind. Set BELLWETHER_E2E_KEEP to look at the logs of a failed run. */
export function removeUnlessKept(folder: string): Promise<void>;

/** A first port, such that all public ones counted from it are free. */
export function freePorts(): Promise<number>;
