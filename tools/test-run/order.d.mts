export interface KnownSpec {
  /** When it ran last. */
  readonly hasFailed: boolean;
  readonly seconds: number;
  readonly project: string;
}

/** In the order in which they are to run. */
export function inOrder<T extends KnownSpec>(specs: readonly T[]): T[];
