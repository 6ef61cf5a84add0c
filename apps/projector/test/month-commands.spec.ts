/** Months of history leave the database by the commands that operators have for it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SequencedEvent } from '@bellwether/exchange';
import { Projection, monthAtMs, monthsLater } from '@bellwether/persistence';
import { runCommand } from '../src/commands';
import { ServicesUnderTest } from './services-under-test';
import { TradingExchange } from './trading-exchange';

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
const THIS_MONTH = monthAtMs(Date.now());
/** History begins so many months ago. */
const MONTHS = 4;
const FIRST = monthsLater(THIS_MONTH, -MONTHS);

let services: ServicesUnderTest;
let folder: string;

beforeAll(async () => {
  services = await ServicesUnderTest.start();
  folder = await mkdtemp(join(tmpdir(), 'bellwether-exports-'));
});
afterAll(async () => {
  await services.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The events of trading, spread over the months up to now. */
function events(): SequencedEvent[] {
  const trading = new TradingExchange(SEED);
  trading.trade(300);
  const all = trading.events;
  const stepMs = (Date.now() - FIRST.startMs) / all.at(-1)!.seq;
  return all.map((one) => ({ ...one, timestampMs: Math.floor(FIRST.startMs + one.seq * stepMs) }));
}

interface Said {
  readonly exitCode: number;
  readonly lines: readonly { readonly month: string; readonly state?: string }[];
}

describe('months of history', () => {
  it(`are exported, and dropped when they are old enough (seed ${SEED})`, async () => {
    const url = await services.databaseUrl('months');
    const batch = { previousSeq: 0, previousIndex: 0, events: events() };
    const projection = new Projection(services.database(url), 0);
    await projection.apply([{ streamSequence: 1, batch }]);

    const command = async (args: string[], months?: string): Promise<Said> => {
      const lines: string[] = [];
      const environment = {
        DATABASE_URL: url,
        ...(months === undefined ? {} : { HISTORY_RETENTION_MONTHS: months }),
      };
      const print = (line: string): void => void lines.push(line);
      const exitCode = await runCommand({ args, environment, print });
      return { exitCode, lines: lines.map((line) => JSON.parse(line)) };
    };
    const drop = ['drop-history', '--exports', folder];
    const names = Array.from({ length: MONTHS }, (_, at) => monthsLater(FIRST, at).name);

    // None is exported.
    expect(await command(drop, '2')).toEqual({
      exitCode: 1,
      lines: [{ month: names[0], state: 'not exported' }],
    });
    for (const month of names.slice(0, 2)) {
      const { exitCode, lines } = await command([
        'export-history',
        '--month',
        month,
        '--to',
        folder,
      ]);
      expect([exitCode, lines[0]?.month]).toEqual([0, month]);
    }
    // The two whole ones before this one stay.
    const dropped = await command(drop, '2');
    expect(dropped.exitCode).toBe(0);
    expect(dropped.lines.map(({ month }) => month)).toEqual(names.slice(0, 2));
    expect(await command(drop, '2')).toEqual({ exitCode: 0, lines: [] });
    // The option goes before the variable; the third month is not exported.
    expect(await command([...drop, '--keep-months', '1'], '2')).toEqual({
      exitCode: 1,
      lines: [{ month: names[2], state: 'not exported' }],
    });
    await expect(
      command(['export-history', '--month', THIS_MONTH.name, '--to', folder]),
    ).rejects.toThrow('has not reached the end');
  });

  it('are kept for good where nothing else is said', async () => {
    const url = await services.databaseUrl('kept');
    const lines: string[] = [];
    const exitCode = await runCommand({
      args: ['drop-history', '--exports', folder],
      environment: { DATABASE_URL: url },
      print: (line) => void lines.push(line),
    });
    expect([exitCode, lines]).toEqual([
      0,
      ['HISTORY_RETENTION_MONTHS is none: history is kept for good'],
    ]);
  });
});
