export function demoArguments(argv: string[]): {
  readonly dataDir: string | null;
  readonly isHelp: boolean;
};
