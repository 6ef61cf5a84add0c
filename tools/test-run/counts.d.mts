interface Run {
  readonly results: readonly {
    readonly passed: number;
    readonly failed: number;
    readonly skipped: readonly string[];
  }[];
  readonly unhandled: number;
}

export class Counts {
  constructor(env?: { readonly CI?: string });
  passed: number;
  failed: number;
  add(isPassed: boolean): void;
  addRun(run: Run, options?: { readonly isChosen?: boolean }): void;
  finish(): void;
}
