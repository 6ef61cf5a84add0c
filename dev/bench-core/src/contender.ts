import type { Totals, Workload } from './workload';

/** An engine under measurement. */
export interface Contender {
  /** Carries out the command whose words begin at `at`. */
  apply(commands: Int32Array, at: number): void;
  /** What all commands so far came to. */
  totals(): Totals;
}

/** What the table calls it, and how to make one that is ready for the first command. */
export interface ContenderKind {
  readonly name: string;
  readonly what: string;
  /** Too slow to measure the whole workload: its row is labelled. */
  readonly isPartial: boolean;
  readonly create: (workload: Workload) => Contender;
}
