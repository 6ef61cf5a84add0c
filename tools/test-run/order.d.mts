export interface KnownSpec {
  /** How often it failed recently: 0 never, above 1 more than once. */
  readonly failures: number;
  readonly seconds: number;
  readonly project: string;
}

/** In the order in which they are to run. */
export function inOrder<T extends KnownSpec>(specs: readonly T[]): T[];
