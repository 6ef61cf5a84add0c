import { parseArgs } from 'node:util';

const OPTIONS = {
  quick: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  json: { type: 'string' },
  /** The folder of a running exchange, or of data that the next run uses again. */
  data: { type: 'string' },
  seconds: { type: 'string' },
  trades: { type: 'string' },
  records: { type: 'string' },
  holders: { type: 'string' },
  markets: { type: 'string' },
  pairs: { type: 'string' },
  against: { type: 'string', multiple: true, default: [] as string[] },
} as const;

export type Flags = ReturnType<typeof parseFlags>['flags'];

/** @throws TypeError at a flag that no scenario has */
export function parseFlags(args: readonly string[]) {
  const { values: flags, positionals } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
  });
  return { flags, positionals };
}
