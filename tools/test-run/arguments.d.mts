export function testArguments(
  argv: string[],
  env: Readonly<Record<string, string | undefined>>,
): {
  isAll: boolean;
  isHelp: boolean;
  isRenewing: boolean;
  names: string[];
  options: { project?: string[]; testNamePattern?: string };
  isChosen: boolean;
};
