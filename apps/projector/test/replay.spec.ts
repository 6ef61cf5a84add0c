/**
 * What is in PostgreSQL against what a replay of the journal gives: a real engine, fed over the real bus, and the projector
 * as a process that is killed with SIGKILL at random moments. Then an empty database, filled by a projector in one go,
 * has the same rows; and what an operator may run beside it finds nothing to mend.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Journal, connectBus, encodeRecord, purgeEventsBefore } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { ArchiveFolder } from '@bellwether/journal-files';
import type { ManagedProcess } from '@bellwether/local-services';
import { LedgerHistory, REBUILT_TABLES } from '@bellwether/persistence';
import type { Database } from '@bellwether/persistence';
import { Client } from 'pg';
import { Random } from '@bellwether/seeded-random';
import { builtApp } from './built-app';
import type { BuiltApp } from './built-app';
import { expectHistoryOf } from './history-check';
import { LiveTrading } from './live-trading';
import {
  builtProjector,
  eventually,
  linkDelegatedUsers,
  whenHistoryHas,
} from './projector-under-test';
import type { BuiltProjector, Place } from './projector-under-test';
import { replayJournal } from './replayed-journal';
import type { Replayed } from './replayed-journal';
import { ServicesUnderTest, silent } from './services-under-test';
import { USERS, userKey } from './trading-exchange';

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
const KILLS = Number(process.env['TEST_KILLS'] ?? 3);
const SHARD = 0;
/** Rounds of trading around a kill, of a command a user each. */
const ROUNDS_A_KILL = 20;

let services: ServicesUnderTest;
let projectors: BuiltProjector;
let engines: BuiltApp;
let engine: ManagedProcess | undefined;
let bus: Bus;

beforeAll(async () => {
  [services, projectors, engines] = await Promise.all([
    ServicesUnderTest.start(),
    builtProjector(),
    builtApp('matching-engine'),
  ]);
  bus = await connectBus({ servers: services.natsUrl, name: 'test', log: silent });
  engine = await engines.start({
    env: {
      NATS_URL: services.natsUrl,
      NETWORK: 'test',
      SHARD: String(SHARD),
      HEALTH_PORT: '0',
      SIGNATURE_THREADS: '0',
      RATE_LIMITS: 'off',
    },
    isReady: (line) => line.includes('"msg":"serving"'),
  });
});
afterAll(async () => {
  await engine?.stop();
  await bus.close();
  await Promise.all([services.stop(), projectors.remove(), engines.remove()]);
});

/** Rows of every table, in an order of their own. */
async function contentsOf({ databaseUrl }: Place): Promise<Record<string, unknown[]>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const contents: Record<string, unknown[]> = {};
    for (const table of REBUILT_TABLES) {
      const query = `SELECT to_jsonb(t)::text AS row FROM ${table} t ORDER BY 1`;
      contents[table] = (await client.query<{ row: string }>(query)).rows.map(({ row }) => row);
    }
    return contents;
  } finally {
    await client.end();
  }
}

/** The last entry of each command says what the books said then, and its entries sum to what the books changed. */
async function expectStatements({ totals }: Replayed, database: Database): Promise<void> {
  const ledger = new LedgerHistory(database);
  for (let number = 0; number < USERS; number++) {
    const { items } = await ledger.ofUser(userKey(number), { limit: 1_000 });
    const oldest = items.at(-1)!.seq;
    const stated = new Map<number, { seq: number; total: number; change: number }>();
    for (const { seq, amount, balance } of items.toReversed()) {
      stated.set(seq, { seq, total: balance, change: (stated.get(seq)?.change ?? 0) + amount });
    }
    const known = totals.filter((one) => one.number === number && one.seq > oldest);
    const moved = [...stated.values()].filter(({ seq, change }) => seq > oldest && change !== 0);
    expect(moved).toEqual(known.map(({ seq, total, change }) => ({ seq, total, change })));
  }
}

describe('history', () => {
  it(`is what a replay of the journal gives, after ${KILLS} kills of the projector (seed ${SEED})`, async () => {
    const random = new Random(SEED + 1);
    const place = async (name: string): Promise<Place> => ({
      shard: SHARD,
      natsUrl: services.natsUrl,
      databaseUrl: await services.databaseUrl(name),
    });
    const killed = await place('killed');
    const database = services.database(killed.databaseUrl);
    const trading = new LiveTrading(bus, SHARD, SEED);
    let projector = await projectors.start(killed);
    await trading.open();
    for (let kill = 0; kill < KILLS; kill++) {
      // Users that are linked late have their earlier trades all the same.
      if (kill === Math.floor(KILLS / 2)) await linkDelegatedUsers(database);
      const trade = (async () => {
        for (let round = 0; round < ROUNDS_A_KILL; round++) await trading.round();
      })();
      await sleep(random.unit() * 1_500);
      projector.kill('SIGKILL');
      await projector.exited;
      projector = await projectors.start(killed);
      await trade;
    }
    const replayed = await replayJournal(bus, SHARD);
    await whenHistoryHas(replayed.events.at(-1)!, { database, shard: SHARD });
    await eventually('the links are taken in', () => areLinksTakenIn(killed));

    await expectHistoryOf(replayed, database);
    await expectStatements(replayed, database);

    expect(await projectors.command(killed, 'repair-candles')).toMatch(/ candles, 0 repaired\n$/);
    expect(await projectors.command(killed, 'check-ledger')).toBe('0 differences\n');
    await projector.stop();

    const anew = await place('anew');
    await linkDelegatedUsers(services.database(anew.databaseUrl));
    projector = await projectors.start(anew);
    const end = { database: services.database(anew.databaseUrl), shard: SHARD };
    await whenHistoryHas(replayed.events.at(-1)!, end);
    await projector.stop();
    expect(await contentsOf(anew)).toEqual(await contentsOf(killed));

    // Once more from the archive, as the stream does not keep its beginning; and on from there.
    const archived = await place('archived');
    await linkDelegatedUsers(services.database(archived.databaseUrl));
    const archive = await archiveOfJournal();
    const purging = { sinceMs: Infinity, covered: replayed.events.at(-1)! };
    const { first } = await purgeEventsBefore(purging, SHARD, { bus, log: silent });
    expect(first).toBeGreaterThan(1);
    projector = await projectors.start(archived);
    // An idle engine that was queried has written ticks since, which have no events.
    const written = await projectors.command(archived, 'write-history', '--archive', archive);
    expect(written).toMatch(new RegExp(`"events":${replayed.events.length}\\}\n$`));
    expect(await projectors.command(archived, 'write-history', '--archive', archive)).toMatch(
      /"events":0\}\n$/,
    );
    const { projection_cursor: _, ...rows } = await contentsOf(archived);
    expect(await contentsOf(anew)).toMatchObject(rows);
    await trading.round();
    const later = await replayJournal(bus, SHARD);
    const there = { database: services.database(archived.databaseUrl), shard: SHARD };
    await whenHistoryHas(later.events.at(-1)!, there);
    await projector.stop();
    await rm(archive, { recursive: true });
  });
});

async function archiveOfJournal(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'bellwether-archived-'));
  const archive = new ArchiveFolder(path);
  await archive.open();
  const journal = new Journal({ network: 'test', shard: SHARD }, { bus, log: silent });
  for await (const record of journal.read()) {
    await archive.append([{ number: record.number, bytes: encodeRecord(record) }]);
  }
  await archive.close();
  return path;
}

async function areLinksTakenIn({ databaseUrl }: Place): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query('SELECT FROM user_links WHERE NOT projected')).rowCount === 0;
  } finally {
    await client.end();
  }
}
