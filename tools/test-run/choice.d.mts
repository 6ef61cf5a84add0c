export function soonest(
  specs: readonly {
    readonly file: string;
    readonly project: string;
    readonly seconds: number;
    readonly hasFailed: boolean;
  }[],
): { files: string[]; text: string };

/** Whole paths, with the line that was named. */
export function specsNamed(names: readonly string[], projects?: readonly string[]): string[];
