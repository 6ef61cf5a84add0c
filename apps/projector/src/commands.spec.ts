import { describe, expect, it } from 'vitest';
import { ConfigError } from '@bellwether/runtime';
import type { Environment } from '@bellwether/runtime';
import { runCommand } from './commands';

const runIn = async (environment: Environment, args: readonly string[]) => {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const exitCode = await runCommand({ args, environment, print });
  return { exitCode, lines };
};
const run = (...args: string[]) => runIn({}, args);

describe('a command of an operator', () => {
  it.each([
    ['repair'],
    ['check-ledger', '--fast'],
    ['migrate', '--all'],
    ['forget-history', '--all'],
    ['repair-candles', '--all'],
    ['repair-candles', '--market'],
    ['repair-candles', '--market', 'xyz'],
    ['repair-candles', 'abc'],
    ['write-history'],
    ['write-history', '--archive'],
    ['export-history'],
    ['export-history', '--month', '2026-10'],
    ['export-history', '--month', '2026-13', '--to', 'a'],
    ['drop-history'],
    ['drop-history', '--exports', 'a', '--keep-months', '0'],
    ['drop-history', '--exports', 'a', '--month', '2026-10'],
    ['backup'],
    ['backup', '--to', 'a', '--archive', 'b'],
    ['backup', '--to', 'a', '--archive', 'b', '--gateway', 'nowhere'],
    ['backup', '--to', 'a', '--archive', 'b', '--gateway', 'http://c', '--keep', '0'],
    ['backup', '--to', 'a', '--archive', 'b', '--gateway', 'http://c', '--keep', 'some'],
  ])('that there is not is told what there is: %s %s', async (...args) => {
    const { exitCode, lines } = await run(...args.filter((one) => one !== undefined));
    expect(exitCode).toBe(64);
    const usage =
      'repair-candles [--market ID] | check-ledger | migrate [--require-roles] | backup';
    expect(lines).toEqual([expect.stringContaining(usage)]);
  });

  it.each([['check-ledger'], ['backup', '--to', 'a', '--archive', 'b', '--gateway', 'http://c']])(
    'needs to know its database: %s',
    async (...args) => {
      await expect(run(...args)).rejects.toBeInstanceOf(ConfigError);
    },
  );

  it.each([
    ['migrate'],
    ['forget-history'],
    ['check-ledger'],
    ['repair-candles'],
    ['export-history', '--month', '2026-10', '--to', 'a'],
    ['drop-history', '--exports', 'a', '--keep-months', '1'],
  ])('says in one line that PostgreSQL does not answer: %s', async (...args) => {
    const { exitCode, lines } = await runIn(
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' },
      args.filter((one) => one !== undefined),
    );
    expect(exitCode).toBe(69);
    expect(lines).toEqual([expect.stringMatching(/PostgreSQL does not answer \(.*ECONNREFUSED/)]);
  });
});
