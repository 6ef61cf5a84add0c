import type { Flags } from './flags';

/** What a scenario can use. What it registers is closed at its end, also if it failed. */
export interface Run {
  readonly isQuick: boolean;
  readonly flags: Flags;
  /** A folder of its own, removed at the end. */
  readonly folder: string;
  /** The exchange that it measures. Only scenarios that are listed as `on` one have it. */
  readonly dataDir: string;
  /** The flag's number. Without the flag: the first, or the second for a quick run. */
  number(flag: keyof Flags, full: number, quick?: number): number;
  /** @returns the thing itself. All are closed with the scenario, the newest first */
  keep<Thing>(thing: Thing, end: (thing: Thing) => unknown): Thing;
  /** Reports progress. */
  readonly say: (line: string) => void;
}

/** A figure with a target: its name, the figure, the target, and whether it is reached. */
export type Target = readonly [name: string, figure: string, target: string, isMet: boolean];

export interface Result {
  /** All of it, for JSON. */
  readonly figures: object;
  /** A sentence after the name of the machine. */
  readonly about?: string;
  /** Paragraphs for docs/figures/benchmarks.md. Without any, its JSON is shown. */
  readonly tables?: readonly string[];
  /** For docs/PERFORMANCE.md. */
  readonly targets?: readonly Target[];
}

export type Scenario = (run: Run) => Promise<Result>;

/** @throws Error if a run broke its own conditions: its figures are invalid, and none is written */
export function voidUnless(isAsMeant: boolean, what: string): asserts isAsMeant {
  if (!isAsMeant) throw new Error(`void: ${what}`);
}
