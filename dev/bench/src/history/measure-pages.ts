import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@bellwether/persistence';
import type { Client } from 'pg';
import { percentile } from '../harness/statistics';
import { historyPages } from './pages';
import type { Depth } from './pages';
import { cpuNow } from './writing';
import type { Measured } from './writing';

/** Reads of one page at one depth. The p99 is then the second worst. */
const READS = 200;
const WARM_UPS = 20;
/** Pages begin at a depth, give or take this share of the whole, so that no two are the same. */
const JITTER = 0.01;
/** Nothing follows the oldest page: it begins where only one row is left. */
const BACK: Record<Depth, number> = { first: 0, middle: 0.5, last: 0.999 };
/** PostgreSQL may read tables below this size whole: an index would cost more. */
const LITTLE_TABLE_ROWS = 1_000;
const SETTLING_ATTEMPTS = 15;
const SETTLING_PAUSE_MS = 100;

export interface PageRow {
  readonly page: string;
  readonly limit: number;
  readonly depth: Depth;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Rows on the longest page, and rows that PostgreSQL fetched for a page on average. */
  readonly rows: number;
  readonly rowsFetched: number;
  /** Microseconds of CPU a page, of PostgreSQL's processes and of the process that queries. */
  readonly postgresUs: number;
  readonly clientUs: number;
  /** Large tables that were read in full: there should be none. */
  readonly scanned: readonly string[];
}

/** One read at a time. Each page has its own connections: when they end, PostgreSQL's counters are complete. */
export async function measurePages(
  { url, pid, client }: Measured,
  trades: number,
  say: (line: string) => void,
): Promise<PageRow[]> {
  const rows: PageRow[] = [];
  const open = () => openDatabase({ url: url, poolMax: 4, log: { warn: () => {} } });
  const listed = open();
  const pages = historyPages(listed, trades).map(({ name, depths }) => ({ name, depths }));
  await listed.close();
  for (const [index, { depths }] of pages.entries()) {
    for (const depth of depths) {
      const before = await counters(client);
      const database = open();
      const page = historyPages(database, trades)[index]!;
      const times = new Float64Array(READS);
      let longest = 0;
      let cpuBefore = cpuNow(pid);
      for (let read = -WARM_UPS; read < READS; read++) {
        const jitter = JITTER * ((read + WARM_UPS) / (READS + WARM_UPS));
        if (read === 0) cpuBefore = cpuNow(pid);
        const startedMs = performance.now();
        const { length } = await page.read(
          Math.min(0.9999, BACK[depth] + jitter * (1 - BACK[depth])),
        );
        if (read >= 0) times[read] = performance.now() - startedMs;
        longest = Math.max(longest, length);
      }
      const cpu = cpuNow(pid);
      await database.close();
      const row = {
        page: page.name,
        limit: page.limit,
        depth,
        p50Ms: percentile(times, 0.5),
        p99Ms: percentile(times, 0.99),
        rows: longest,
        postgresUs: Math.round((cpu.postgresUs - cpuBefore.postgresUs) / READS),
        clientUs: Math.round((cpu.clientUs - cpuBefore.clientUs) / READS),
        ...fetchedSince(before, await settledCounters(client, before)),
      };
      say(JSON.stringify(row));
      rows.push(row);
    }
  }
  return rows;
}

interface Counter {
  readonly table: string;
  readonly scans: number;
  readonly fetched: number;
  readonly size: number;
}

async function counters(client: Client): Promise<Counter[]> {
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await client.query<Counter>(
    `SELECT relname AS table, seq_scan::float8 AS scans, n_live_tup::float8 AS size,
       (seq_tup_read + COALESCE(idx_tup_fetch, 0))::float8 AS fetched
     FROM pg_stat_user_tables ORDER BY relname`,
  );
  return rows;
}

/** A session reports its counts a moment after it ends. */
async function settledCounters(client: Client, before: readonly Counter[]): Promise<Counter[]> {
  const totalOf = (all: readonly Counter[]) => all.reduce((sum, { fetched }) => sum + fetched, 0);
  let last = before;
  for (let attempt = 0; attempt < SETTLING_ATTEMPTS; attempt++) {
    await sleep(SETTLING_PAUSE_MS);
    const now = await counters(client);
    if (totalOf(now) > totalOf(before) && totalOf(now) === totalOf(last)) return now;
    last = now;
  }
  return [...last];
}

function fetchedSince(before: readonly Counter[], after: readonly Counter[]) {
  const reads = READS + WARM_UPS;
  const grown = after.map((now, index) => ({
    ...now,
    scans: now.scans - before[index]!.scans,
    fetched: now.fetched - before[index]!.fetched,
  }));
  return {
    rowsFetched: Math.round(grown.reduce((sum, { fetched }) => sum + fetched, 0) / reads),
    scanned: grown
      .filter(({ scans, size }) => scans > 0 && size > LITTLE_TABLE_ROWS)
      .map(({ table }) => table),
  };
}
