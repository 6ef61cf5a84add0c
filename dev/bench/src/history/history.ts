/** The pages of history over many trades, and writes behind them, on a PostgreSQL server of its own. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase, startPostgres } from '@bellwether/local-services';
import { migrate } from '@bellwether/persistence';
import { Client } from 'pg';
import { number, table, verdict } from '../harness/markdown';
import type { Result, Run, Target } from '../harness/scenario';
import { fill } from './fill';
import { measurePages } from './measure-pages';
import type { PageRow } from './measure-pages';
import { MARKETS, USERS } from './world';
import { measureWriting } from './writing';

const TRADES = 10_000_000;
const QUICK_TRADES = 1_000_000;
const MIGRATIONS = 'libs/persistence/prisma/migrations';
/** The time limit of every page, at any depth. */
const PAGE_P99_MS = 50;

/** A folder given with --data is not removed, and its data is measured again. */
export async function history(run: Run): Promise<Result> {
  const trades = run.number('trades', TRADES, QUICK_TRADES);
  const folder = run.flags.data ?? run.folder;
  const postgres = await startPostgres({ dataDir: folder });
  run.keep(postgres, () => postgres.stop());
  const url = await createDatabase(postgres.url, 'history');
  await migrate(url, { folder: MIGRATIONS });
  const client = new Client({ connectionString: url });
  // The server ends it if the measurement failed: that error is the one to show.
  client.on('error', () => {});
  await client.connect();
  run.keep(client, () => client.end());
  const mark = join(folder, `filled-with-${trades}`);
  if (!existsSync(mark)) {
    await fill(client, trades, run.say);
    await writeFile(mark, '');
  }
  const held = await heldBy(client);
  const on = { url, pid: postgres.pid, client };
  const rows = await measurePages(on, trades, run.say);
  const writing = await measureWriting(on);
  const cost = `PostgreSQL ${number(writing.postgresUs)}, projection ${number(writing.projectionUs)}; WAL ${number(writing.walBytes)} bytes.`;
  return {
    figures: { trades, markets: MARKETS, users: USERS, ...held, rows, writing },
    about: `${number(trades)} trades in ${number(MARKETS)} markets by ${number(USERS)} users: ${number(held.databaseBytes / 2 ** 30, 1)} GiB.`,
    tables: [
      tableOf(rows),
      `Writing ${number(writing.orders)} orders behind these rows, a thousand a transaction, µs of CPU an order: ${cost}`,
    ],
    targets: targetsOf(rows),
  };
}

async function heldBy(client: Client) {
  const { rows } = await client.query<{ rows: number; bytes: number }>(
    `SELECT COALESCE(sum(reltuples), 0)::float8 AS rows,
       pg_database_size(current_database())::float8 AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > 0`,
  );
  /** Of all tables. */
  return { rowsHeld: rows[0]!.rows, databaseBytes: rows[0]!.bytes };
}

const isMet = ({ p99Ms, scanned }: PageRow): boolean => p99Ms < PAGE_P99_MS && scanned.length === 0;

function tableOf(rows: readonly PageRow[]): string {
  const depths = [...new Set(rows.map(({ depth }) => depth))];
  const pages = rows.filter(({ depth }) => depth === depths[0]);
  const heads = [
    'p50 and p99 in ms, by depth',
    'rows',
    ...depths.flatMap((depth) => [depth, 'p99', 'fetched']),
    'target',
    '',
  ];
  const cells = pages.map(({ page, limit }) => {
    const found = rows.filter((row) => row.page === page && row.limit === limit);
    return [
      page,
      number(limit),
      ...found.flatMap((row) => [
        number(row.p50Ms, 1),
        number(row.p99Ms, 1),
        number(row.rowsFetched),
      ]),
      `p99 < ${PAGE_P99_MS}`,
      verdict(found.every(isMet)),
    ];
  });
  return table(heads, cells);
}

/** Pages of one length together, by the slowest of them at any depth. */
function targetsOf(rows: readonly PageRow[]): Target[] {
  const limits = [...new Set(rows.map(({ limit }) => limit))].toSorted((a, b) => a - b);
  return limits.map((limit) => {
    const found = rows.filter((row) => row.limit === limit);
    const kinds = new Set(found.map(({ page }) => page)).size;
    const worst = number(Math.max(...found.map(({ p99Ms }) => p99Ms)), 1);
    const length = limit === 1 ? 'single rows' : `pages of up to ${number(limit)} rows`;
    return [
      `${length} (${kinds} kinds), any depth`,
      `worst p99 ${worst} ms`,
      `p99 < ${PAGE_P99_MS} ms`,
      found.every(isMet),
    ];
  });
}
