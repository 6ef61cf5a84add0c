import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase, startPostgres } from '@bellwether/local-services';
import { migrate } from '@bellwether/persistence';
import { Client } from 'pg';
import { fill } from './fill';
import { measurePages } from './measure';
import { MARKETS, USERS } from './world';
import { measureWriting } from './writing';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    migrations: { type: 'string', default: '' },
    trades: { type: 'string', default: '' },
    json: { type: 'string', default: '' },
  },
});
const trades = Number(values.trades);
if (!Number.isSafeInteger(trades) || trades < 1_000) throw new Error('--trades: 1000 or more');

const startedMs = performance.now();
const seconds = () => Math.round((performance.now() - startedMs) / 1_000);
const say = (what: string) => console.error(`bench-history: ${seconds()} s: ${what}`);

/** What a folder was filled with before is measured again. */
async function fillOnce(client: Client): Promise<void> {
  const mark = join(values.data, `filled-with-${trades}`);
  if (existsSync(mark)) return;
  await fill(client, trades, say);
  await writeFile(mark, '');
}

const postgres = await startPostgres({ dataDir: values.data });
try {
  const url = await createDatabase(postgres.url, 'history');
  await migrate(url, { folder: values.migrations });
  const client = new Client({ connectionString: url });
  // The server ends it where the measurement failed: that error is the one to show.
  client.on('error', () => {});
  await client.connect();
  await fillOnce(client);
  const fillSeconds = seconds();
  const size = await client.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  const held = await client.query<{ rows: number }>(
    `SELECT COALESCE(sum(reltuples), 0)::float8 AS rows FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > 0`,
  );
  const rows = await measurePages({
    url,
    pid: postgres.pid,
    client,
    trades,
    say: ({ page, limit, depth, p50Ms, p99Ms, rows: shown, rowsFetched, scanned }) =>
      say(
        `${page}, ${limit}, ${depth}: p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ` +
          `${shown} rows of ${rowsFetched}${scanned.length === 0 ? '' : `, scans ${scanned.join()}`}`,
      ),
  });
  const writing = await measureWriting({ url, pid: postgres.pid, client });
  say(`writing: ${JSON.stringify(writing)}`);
  await client.end();
  const figures = {
    machine: {
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      cores: cpus().length,
      node: process.version,
      load15Minutes: loadavg()[2] ?? 0,
      measuredAt: new Date().toISOString(),
    },
    trades,
    markets: MARKETS,
    users: USERS,
    /** Of all tables. */
    rowsHeld: held.rows[0]?.rows ?? 0,
    databaseBytes: Number(size.rows[0]?.bytes),
    fillSeconds,
    rows,
    writing,
  };
  await mkdir(dirname(values.json), { recursive: true });
  await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`);
} finally {
  await postgres.stop();
}
