/** Months of history in files, and history without them, on a real PostgreSQL and of a real exchange's events. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toHex } from '@bellwether/codec';
import { createRole } from '@bellwether/local-services';
import { Random } from '@bellwether/seeded-random';
import type { SequencedEvent } from '@bellwether/exchange';
import { historySumsAt } from '../src/backup-rows/history-sums';
import { forgetHistory } from '../src/backup-rows/forget-history';
import { BuilderStore } from '../src/builders/builder-store';
import { LedgerHistory } from '../src/history/ledger-history';
import { PositionHistory } from '../src/history/position-history';
import { TradeHistory } from '../src/history/trade-history';
import { migrate } from '../src/migrate';
import { CandleRepair } from '../src/projection/candle-repair';
import { copyIn } from '../src/projection/copy-in';
import { Projection } from '../src/projection/projection';
import { dropMonth } from '../src/retention/drop-month';
import { exportMonth } from '../src/retention/export-month';
import { monthAtMs, monthOf, monthsLater } from '../src/retention/month';
import type { Month } from '../src/retention/month';
import { oldestMonth } from '../src/retention/oldest-month';
import { EXPORTED_TABLES } from '../src/retention/month-tables';
import { nameOfRole } from '../src/rights/rights';
import { START_MS, batchesOf, key16, key32 } from './event-script';
import { startTestServer } from './test-database';
import type { TestDatabase, TestServer } from './test-database';
import { TradingUsers, USERS } from './trading-users';

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
const COMMANDS = 500;
/** Commands come this far apart, so that their trading lasts some months. */
const STRETCH = 6_000;
const FIRST = monthAtMs(START_MS);
const SECOND = monthsLater(FIRST, 1);
const LINKED_USERS = Array.from({ length: USERS / 2 }, (_, index) => 2 * index + 1);
const LINKED = new Set(LINKED_USERS.map((user) => toHex(key32(user))));

let server: TestServer;
let folder: string;
let events: SequencedEvent[] = [];

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'bellwether-months-'));
  for (let seed = SEED; !hasBothTrades(events); seed++) events = eventsOf(seed);
  if (events.at(-1)!.timestampMs < SECOND.endMs) throw new Error('too short a history');
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

function eventsOf(seed: number): SequencedEvent[] {
  const trading = new TradingUsers(seed);
  for (let command = 0; command < COMMANDS; command++) trading.next();
  return trading.events.map((event) => ({
    ...event,
    timestampMs: START_MS + (event.timestampMs - START_MS) * STRETCH,
  }));
}

/** In the first month, trades of linked users and others between users who are linked late. */
function hasBothTrades(all: readonly SequencedEvent[]): boolean {
  const linkedSides = all.flatMap(({ event, timestampMs }) =>
    event.kind === 'trade' && timestampMs < FIRST.endMs
      ? [[event.fill.taker, event.fill.maker].filter((side) => LINKED.has(toHex(side))).length]
      : [],
  );
  return linkedSides.includes(0) && linkedSides.some((count) => count > 0);
}

interface History extends TestDatabase {
  readonly projection: Projection;
}

/** History of all events, with the links of half of the users. */
async function history(upTo = events.length): Promise<History> {
  const database = await server.database();
  const store = new BuilderStore(database.database);
  await store.createBuilder({ builderId: 'b', name: 'B', maxFeeBps: 100, createdMs: 0 });
  await store.createKey({
    keyId: key16(0),
    builderId: 'b',
    apiKeyHash: key32(0),
    scopes: ['trade'],
    maxFeeBps: 100,
    ordersPerSecond: 10,
    dailyOutflowMicroUsdc: 0,
    createdMs: 0,
  });
  for (const user of LINKED_USERS) await link(database, user);
  const projection = new Projection(database.database, 0);
  await projection.apply(batchesOf(events.slice(0, upTo)));
  return { ...database, projection };
}

const link = ({ database }: TestDatabase, user: number): Promise<unknown> =>
  new BuilderStore(database).linkUser({
    user: key32(user),
    keyId: key16(0),
    builderId: 'b',
    userId: `user ${user}`,
    linkedMs: 0,
  });

/** A folder for exports of its own. */
const exportsIn = (name: string): string => join(folder, name);

/** Every table of months, each row as text, sorted. */
async function contentsOf({ rows }: TestDatabase, where = 'true') {
  const contents = await Promise.all(
    EXPORTED_TABLES.map(async ({ table }) => {
      const found = await rows(`SELECT t::text AS row FROM ${table} t WHERE ${where}`);
      return [table, found.map(({ row }) => String(row)).toSorted()] as const;
    }),
  );
  return Object.fromEntries(contents);
}

const inFirst = `timestamp_ms < ${FIRST.endMs}`;

const sumsOf = ({ url }: TestDatabase) => {
  const { seq, timestampMs } = events.at(-1)!;
  return historySumsAt(url, { seq, timestamp_ms: timestampMs });
};

describe('an export', () => {
  it(`has the rows of the month, which can be read back (seed ${SEED})`, async () => {
    const { url, rows } = await history();
    const { tables } = await exportMonth(url, FIRST, exportsIn('read-back'));
    expect(tables.map(({ table }) => table)).toEqual(EXPORTED_TABLES.map(({ table }) => table));
    const withRows = tables.filter((one) => one.rows > 0).map(({ table }) => table);
    const some = ['ledger_postings', 'trades', 'orders', 'builder_trades'];
    expect(withRows).toEqual(expect.arrayContaining(some));
    const client = new Client({ connectionString: url });
    await client.connect();
    for (const { table, isOfMonth } of EXPORTED_TABLES) {
      await client.query(`CREATE TEMP TABLE back (LIKE ${table})`);
      const file = join(exportsIn('read-back'), FIRST.name, `${table}.csv.gz`);
      await copyIn(client, 'back', gunzipSync(await readFile(file)), 'csv, HEADER');
      const textOf = async (from: string, values: unknown[] = []) => {
        const found = await client.query<{ row: string }>(
          `SELECT t::text AS row FROM ${from} ORDER BY 1`,
          values,
        );
        return found.rows.map(({ row }) => row);
      };
      expect(await textOf('back t')).toEqual(
        await textOf(`${table} t WHERE ${isOfMonth}`, [FIRST.startMs, FIRST.endMs]),
      );
      await client.query('DROP TABLE back');
    }
    await client.end();
    expect(await rows('SELECT FROM dropped_months')).toEqual([]);
  });

  it('is of a month that is over in history, and of one that is there', async () => {
    const { url } = await history(events.findIndex((one) => one.timestampMs >= SECOND.startMs));
    const there = exportsIn('not-over');
    await expect(exportMonth(url, FIRST, there)).rejects.toThrow('has not reached the end');
    const whole = await history();
    await exportMonth(whole.url, FIRST, there);
    await expect(exportMonth(whole.url, FIRST, there)).rejects.toThrow('is there already');
    expect(await readdir(there)).toEqual([FIRST.name]);
  });
});

describe('a dropped month', () => {
  it(`is gone, and nothing else is (seed ${SEED})`, async () => {
    const [whole, part] = [await history(), await history()];
    const [before, marks] = [await contentsOf(whole), await sumsOf(whole)];
    await exportMonth(part.url, FIRST, exportsIn('dropped'));
    const dropped = await dropMonth(part.url, FIRST, exportsIn('dropped'));
    const after = await contentsOf(part);
    for (const table of ['ledger_postings', 'trades', 'refusals', 'credits', 'payouts']) {
      const { rows } = await whole
        .rows(`SELECT t::text AS row FROM ${table} t WHERE ${inFirst}`)
        .then((found) => ({ rows: new Set(found.map(({ row }) => String(row))) }));
      expect(after[table]).toEqual(before[table]!.filter((row) => !rows.has(row)));
      expect(dropped).toMatchObject({ rows: { [table]: rows.size } });
    }
    // Open orders stay, however old they are.
    expect(await part.rows(`SELECT FROM orders WHERE updated_ms < ${FIRST.endMs}`)).toHaveLength(
      (
        await whole.rows(`SELECT FROM orders WHERE updated_ms < ${FIRST.endMs}
          AND status IN ('resting', 'partially_filled')`)
      ).length,
    );
    expect(await part.rows('SELECT FROM builder_trades')).toHaveLength(
      (
        await whole.rows(`SELECT FROM builder_trades JOIN trades USING (trade_id)
        WHERE NOT ${inFirst}`)
      ).length,
    );
    expect(await sumsOf(part)).toEqual(marks);
    expect(await dropMonth(part.url, FIRST, exportsIn('dropped'))).toEqual({
      month: FIRST.name,
      state: 'dropped before',
    });
    await expect(exportMonth(part.url, FIRST, exportsIn('again'))).rejects.toThrow('is dropped');
  });

  it(`leaves ledger, positions, candles and pages right, and history goes on (seed ${SEED})`, async () => {
    const upTo = events.findIndex((one) => one.timestampMs >= FIRST.endMs) + 1;
    const [whole, part] = [await history(), await history(upTo)];
    await exportMonth(part.url, FIRST, exportsIn('goes-on'));
    await dropMonth(part.url, FIRST, exportsIn('goes-on'));
    await part.projection.apply(batchesOf(events));
    const ledger = new LedgerHistory(part.database);
    expect(await ledger.differences()).toEqual([]);
    expect(await new PositionHistory(part.database).differences()).toEqual([]);
    const positions = 'SELECT * FROM positions ORDER BY user_key, market_id';
    expect(await part.rows(positions)).toEqual(await whole.rows(positions));
    const repair = new CandleRepair(part.database, 0);
    for (const market of await repair.markets()) {
      expect(await repair.repair(market)).toMatchObject({ repaired: 0 });
    }
    expect(await part.rows('SELECT * FROM candles ORDER BY 1, 2, 3')).toEqual(
      await whole.rows('SELECT * FROM candles ORDER BY 1, 2, 3'),
    );
    const limit = 1_000;
    for (let user = 1; user <= USERS; user++) {
      const { items } = await new LedgerHistory(whole.database).ofUser(key32(user), { limit });
      const kept = items.filter(({ timestampMs }) => timestampMs >= FIRST.endMs);
      expect((await ledger.ofUser(key32(user), { limit })).items).toEqual(kept);
    }
    const tradesOf = async ({ database }: TestDatabase) =>
      (await new TradeHistory(database).ofBuilderKey(key16(0), {}, { limit })).items;
    expect(await tradesOf(part)).toEqual(
      (await tradesOf(whole)).filter(({ timestampMs }) => timestampMs >= FIRST.endMs),
    );
    await forgetHistory(part.url);
    await part.projection.apply(batchesOf(events));
    expect(await contentsOf(part)).toEqual(await contentsOf(whole));
    expect(await sumsOf(part)).toEqual(await sumsOf(whole));
  });

  it('is dropped to its end where it was cut off, and the ledger is right meanwhile', async () => {
    const { url, rows, database } = await history();
    const mark = await sumsOf({ url, rows, database });
    const there = exportsIn('cut-off');
    await exportMonth(url, FIRST, there);
    await rows(
      `CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no''; END'`,
    );
    await rows('CREATE TRIGGER no BEFORE DELETE ON orders FOR EACH ROW EXECUTE FUNCTION no()');
    await expect(dropMonth(url, FIRST, there)).rejects.toThrow('no');
    expect(await rows(`SELECT FROM trades WHERE ${inFirst}`)).toEqual([]);
    expect(await new LedgerHistory(database).differences()).toEqual([]);
    expect(await sumsOf({ url, rows, database })).toEqual(mark);
    await rows('DROP TRIGGER no ON orders');
    expect(await dropMonth(url, FIRST, there)).toMatchObject({ rows: { trades: 0 } });
    expect(await rows('SELECT month, is_done FROM dropped_months')).toEqual([
      { month: FIRST.name, is_done: true },
    ]);
    expect(await sumsOf({ url, rows, database })).toEqual(mark);
  });
});

describe('the oldest month', () => {
  it('is that of the oldest row which may go, and of one that is half dropped', async () => {
    const { url, rows } = await history();
    expect(await oldestMonth(url)).toEqual(FIRST);
    await exportMonth(url, FIRST, exportsIn('oldest'));
    await dropMonth(url, FIRST, exportsIn('oldest'));
    expect(await oldestMonth(url)).toEqual(SECOND);
    await rows('UPDATE dropped_months SET is_done = false');
    expect(await oldestMonth(url)).toEqual(FIRST);
    await forgetHistory(url);
    expect(await oldestMonth(url)).toBeNull();
  });
});

it('a month leaves with the rights of the projector alone', async () => {
  const { url, rows } = await history();
  const ownUrl = await createRole(url, nameOfRole('projector'), 'of-projector');
  await migrate(url);
  const { tables } = await exportMonth(ownUrl, FIRST, exportsIn('rights'));
  expect(await oldestMonth(ownUrl)).toEqual(FIRST);
  expect(await dropMonth(ownUrl, FIRST, exportsIn('rights'))).toEqual({
    month: FIRST.name,
    rows: Object.fromEntries(tables.map((one) => [one.table, one.rows])),
  });
  expect(await rows('SELECT is_done FROM dropped_months')).toEqual([{ is_done: true }]);
});

describe('a month stays', () => {
  /** Why it was not dropped. Nothing has changed then. */
  const whyItStays = async (one: History, month: Month, there: string): Promise<string> => {
    const before = await contentsOf(one);
    const why: unknown = await dropMonth(one.url, month, there).catch((error: unknown) => error);
    expect(await contentsOf(one)).toEqual(before);
    expect(await one.rows('SELECT FROM dropped_months')).toEqual([]);
    return why instanceof Error ? why.message : 'it was dropped';
  };

  it('that is not exported', async () => {
    const { url } = await history();
    expect(await dropMonth(url, FIRST, exportsIn('none'))).toEqual({
      month: FIRST.name,
      state: 'not exported',
    });
  });

  it('while there are older rows', async () => {
    const one = await history();
    await exportMonth(one.url, SECOND, exportsIn('older'));
    expect(await whyItStays(one, SECOND, exportsIn('older'))).toContain(
      `has rows older than ${SECOND.name}`,
    );
  });

  it('whose export is damaged, or cut short', async () => {
    const one = await history();
    const there = exportsIn('damaged');
    await exportMonth(one.url, FIRST, there);
    const file = join(there, FIRST.name, 'trades.csv.gz');
    const rows = gunzipSync(await readFile(file))
      .toString()
      .split('\n');
    await writeFile(file, gzipSync(rows.slice(0, -2).join('\n')));
    expect(await whyItStays(one, FIRST, there)).toContain('trades.csv.gz is damaged');
    await rm(file);
    expect(await whyItStays(one, FIRST, there)).toContain('trades.csv.gz');
  });

  it('whose rows are others than those exported', async () => {
    const one = await history();
    const there = exportsIn('others');
    await exportMonth(one.url, FIRST, there);
    await one.rows(`UPDATE trades SET price = price + 1 WHERE trade_id =
      (SELECT min(trade_id) FROM trades)`);
    expect(await whyItStays(one, FIRST, there)).toContain('others: export it again');
    await one.rows(`UPDATE trades SET price = price - 1 WHERE trade_id =
      (SELECT min(trade_id) FROM trades)`);
    // A user who is linked late brings earlier trades to its key.
    for (let user = 2; user <= USERS; user += 2) await link(one, user);
    await one.projection.takeInLinks();
    expect(await whyItStays(one, FIRST, there)).toContain('builder_trades: the export of');
  });

  it('of which there is an export of another month under its name', async () => {
    const one = await history();
    const there = exportsIn('misnamed');
    const { month } = await exportMonth(one.url, FIRST, there);
    const file = join(there, month, 'manifest.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace(month, '2020-01'));
    expect(await whyItStays(one, FIRST, there)).toContain('is of 2020-01');
  });
});

it('a random order of rows has the same hashes', async () => {
  const { url, rows } = await history();
  const first = await exportMonth(url, monthOf(FIRST.name)!, exportsIn('one-order'));
  const random = new Random(SEED);
  await rows(`CREATE TABLE again AS SELECT * FROM trades ORDER BY md5(trade_id::text || $1)`, [
    String(random.index(1_000)),
  ]);
  await rows('TRUNCATE trades');
  await rows('INSERT INTO trades SELECT * FROM again');
  const second = await exportMonth(url, FIRST, exportsIn('other-order'));
  const hashOf = ({ tables }: typeof first) => tables.find(({ table }) => table === 'trades');
  expect(hashOf(second)?.row_hashes).toBe(hashOf(first)?.row_hashes);
});
