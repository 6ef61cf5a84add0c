import type { Flags } from './flags';

/** What a scenario has while it measures. What it keeps is ended with it, whether it measured or failed. */
export interface Run {
  readonly isQuick: boolean;
  readonly flags: Flags;
  /** Of its own, and gone afterwards. */
  readonly folder: string;
  /** Of the whole exchange that it measures; only a scenario that is listed as on one has it. */
  readonly dataDir: string;
  /** The flag's number; without it so many, or so few for a quick look. */
  number(flag: keyof Flags, full: number, quick?: number): number;
  /** @returns the thing; it is ended with the scenario, the newest first */
  keep<Thing>(thing: Thing, end: (thing: Thing) => unknown): Thing;
  /** Progress, for whoever waits. */
  readonly say: (line: string) => void;
}

/** A figure with a target: its name, the figure, the target, and whether it is met. */
export type Target = readonly [name: string, figure: string, target: string, isMet: boolean];

export interface Result {
  /** All of it, for JSON. */
  readonly figures: object;
  /** A sentence behind the name of the machine. */
  readonly about?: string;
  /** Paragraphs for docs/figures/benchmarks.md; without any its JSON is shown. */
  readonly tables?: readonly string[];
  /** For docs/PERFORMANCE.md. */
  readonly targets?: readonly Target[];
}

export type Scenario = (run: Run) => Promise<Result>;

/** @throws Error where a run broke its own conditions: what it measured is no figure then, and none is written */
export function voidUnless(isAsMeant: boolean, what: string): asserts isAsMeant {
  if (!isAsMeant) throw new Error(`void: ${what}`);
}
