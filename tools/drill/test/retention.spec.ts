/** What NATS may drop, and how it is restored: snapshots proven by the archive, on a real server beside real rows. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { markOf, purgeCovered } from '@bellwether/backup';
import type { Retention } from '@bellwether/backup';
import {
  BEFORE_ALL_EVENTS,
  EventsPurged,
  Journal,
  connectBus,
  consumeEvents,
  decodeSnapshot,
} from '@bellwether/bus';
import type { Bus, EventOffset } from '@bellwether/bus';
import { Exchange } from '@bellwether/exchange';
import { SnapshotFolder } from '@bellwether/journal-files';
import { startNatsServer, startTestPostgres } from '@bellwether/local-services';
import type { NatsServer, TestPostgres } from '@bellwether/local-services';
import { MIGRATED } from '@bellwether/persistence';
import { jetstreamManager } from '@nats-io/jetstream';
import { Client } from 'pg';
import { quiet } from '../../replay/src/records';
import { restoreJournalAlone } from '../src/restore';
import { DAY_MS, IDENTITY, TradedHistory } from './traded-history';

let servers: string;
let nats: NatsServer;
let postgres: TestPostgres;
let databaseUrl: string;
let bus: Bus;
let folder: string;
let history: TradedHistory;
let databases = 0;

beforeAll(async () => {
  servers = await mkdtemp(join(tmpdir(), 'bellwether-retention-'));
  [nats, postgres] = await Promise.all([
    startNatsServer({ dataDir: join(servers, 'nats') }),
    startTestPostgres({ dataDir: join(servers, 'postgres'), preparation: MIGRATED }),
  ]);
  bus = await connectBus({ servers: nats.url, name: 'test', log: quiet });
});
afterAll(async () => {
  await bus.close();
  await Promise.all([nats.stop(), postgres.stop()]);
  await rm(servers, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-retention-'));
  databaseUrl = await postgres.database(`retention_${databases++}`);
  history = await TradedHistory.begin(bus, folder);
});
afterEach(async () => {
  await history.close();
  await loseStreams();
  await rm(folder, { recursive: true, force: true });
});

const snapshots = () => join(folder, 'backups', 'snapshots');

async function loseStreams(): Promise<void> {
  const { streams } = await jetstreamManager(bus.connection);
  await streams.delete('JOURNAL_0');
  await streams.delete('EVENTS_0');
}

/** Days pass, each ended by a backup. @returns the records of the snapshots, oldest first */
async function nights(...days: number[]): Promise<number[]> {
  for (const count of days) {
    await history.goOn(count);
    await markOf(history.archive, history.days, { snapshots: snapshots() });
  }
  return provenRecords();
}

const provenRecords = async (): Promise<number[]> =>
  (await readdir(snapshots())).map((name) => Number(name.slice(-16))).toSorted((a, b) => a - b);

async function spoil(record: number): Promise<void> {
  const file = join(snapshots(), `snapshot-${String(record).padStart(16, '0')}`);
  const bytes = await readFile(file);
  bytes.write('damaged', bytes.length >> 1);
  await writeFile(file, bytes);
}

/** History, and a funding app, have read all events up to that day. */
async function read(day: number, funding = day): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('DELETE FROM projection_cursor');
    await client.query('DELETE FROM funding_event_cursors');
    await client.query('INSERT INTO projection_cursor VALUES (0, 1, $1, 1, 0)', [day]);
    await client.query(`INSERT INTO funding_event_cursors VALUES ('withdraw-worker', $1, 1)`, [
      funding,
    ]);
  } finally {
    await client.end();
  }
}

const purge = (retention: Partial<Retention> = {}) =>
  purgeCovered(
    { journalDays: 3, eventsDays: null, ...retention },
    {
      archive: history.archive,
      snapshots: snapshots(),
      databaseUrl,
      nowMs: history.days * DAY_MS,
      bus,
      log: quiet,
    },
  );

async function firstOf(stream: 'JOURNAL_0' | 'EVENTS_0'): Promise<number> {
  const { streams } = await jetstreamManager(bus.connection);
  return (await streams.info(stream)).state.first_seq;
}

async function eventsAfter(after: EventOffset, upTo: number): Promise<number[]> {
  const found: number[] = [];
  const done = new AbortController();
  await consumeEvents({ shard: 0, after, signal: done.signal }, { bus, log: quiet }, (batches) => {
    found.push(...batches.flatMap(({ batch }) => batch.events.map(({ seq }) => seq)));
    if (found.at(-1)! >= upTo) done.abort();
  });
  return [...new Set(found)];
}

const daysFrom = (first: number, last = history.days): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

describe('proving an archive', () => {
  it('goes on from the snapshot before, to the same mark', async () => {
    expect(await nights(10, 5, 5, 4)).toEqual([17, 22, 26]);
    await history.goOn(3);
    const whole = await markOf(history.archive, history.days);
    expect(await markOf(history.archive, history.days, { snapshots: snapshots() })).toEqual(whole);
    expect(await provenRecords()).toEqual([22, 26, 29]);
    // Nothing was added since.
    expect(await markOf(history.archive, history.days, { snapshots: snapshots() })).toEqual(whole);
    expect(whole.state_hash).toBe(history.exchange.stateHash());
  });

  it('passes a snapshot over that is damaged, for an older one, or for none', async () => {
    const [oldest, , newest] = await nights(10, 5, 5);
    await spoil(newest!);
    const passedOver: number[] = [];
    const onPassedOver = ({ number }: { number: number }) => void passedOver.push(number);
    const options = { snapshots: snapshots(), onPassedOver };
    const whole = await markOf(history.archive, history.days);
    expect(await markOf(history.archive, history.days, options)).toEqual(whole);
    expect(passedOver).toEqual([newest]);
    for (const record of await provenRecords()) await spoil(record);
    passedOver.length = 0;
    expect(await markOf(history.archive, history.days, options)).toEqual(whole);
    expect(passedOver).toHaveLength(3);
    expect(passedOver).toContain(oldest);
  });

  it('takes no snapshot of another archive', async () => {
    await nights(10);
    await loseStreams();
    await history.close();
    await rm(history.archive, { recursive: true });
    history = await TradedHistory.begin(bus, folder);
    await history.goOn(15);
    const reasons: string[] = [];
    const onPassedOver = ({ reason }: { reason: string }) => void reasons.push(reason);
    await markOf(history.archive, history.days, { snapshots: snapshots(), onPassedOver });
    expect(reasons).toEqual(['record 12 of the archive is another one']);
  });
});

describe('purging', () => {
  it('leaves every proven snapshot a way into the journal, and what is young enough', async () => {
    const [oldest] = await nights(10, 5, 5);
    await read(history.days);
    expect(await purge({ journalDays: 15 })).toMatchObject({ journal: { purged: 6, first: 7 } });
    expect(await purge()).toEqual({
      snapshot: { record: oldest, seq: 10 },
      journal: { purged: 5, first: oldest },
      events: null,
    });
    expect(await firstOf('JOURNAL_0')).toBe(oldest);
    expect(await purge()).toMatchObject({ journal: { purged: 0 } });
    await nights(4);
    expect(await purge()).toMatchObject({ snapshot: { seq: 15 }, journal: { first: 17 } });
  });

  it('takes events that are old, that the snapshot covers and everybody has read', async () => {
    await nights(10, 5, 5);
    await read(20, 6);
    const none = { journalDays: null } as const;
    expect(await purge({ ...none, eventsDays: 15 })).toMatchObject({ events: { purged: 4 } });
    expect(await purge({ ...none, eventsDays: 3 })).toMatchObject({ events: { first: 7 } });
    await read(20);
    expect(await purge({ ...none, eventsDays: 3 })).toMatchObject({ events: { first: 11 } });
    expect(await firstOf('JOURNAL_0')).toBe(1);
    expect(await eventsAfter({ seq: 10, index: 1 }, 20)).toEqual(daysFrom(11));
    await expect(eventsAfter({ seq: 8, index: 1 }, 20)).rejects.toThrow(EventsPurged);
    await expect(eventsAfter(BEFORE_ALL_EVENTS, 20)).rejects.toThrow(
      /known is 0.0: those between are kept no more/,
    );
  });

  it.each([
    ['with one snapshot alone', async () => void (await nights(10)), /holds 1 snapshots/],
    [
      'where a snapshot is damaged, however new',
      async () => spoil((await nights(10, 5, 5))[2]!),
      /snapshot 22 .* is of no use/,
    ],
    [
      'where the archive lacks a file',
      async () => {
        await nights(10, 5);
        await rm(join(history.archive, 'segment-00000000'));
      },
      /no record|damaged or missing/,
    ],
    [
      'where the archive is damaged in what would go',
      async () => {
        await nights(10, 5);
        const file = join(history.archive, 'segment-00000000');
        const bytes = await readFile(file);
        bytes[400]! ^= 1;
        await writeFile(file, bytes);
      },
      /of no use|damaged/,
    ],
    [
      'where the journal is another one',
      async () => {
        await nights(10, 5);
        await loseStreams();
        const other = await mkdtemp(join(tmpdir(), 'bellwether-retention-other-'));
        const another = await TradedHistory.begin(bus, other);
        await another.goOn(20);
        await another.close();
        await rm(other, { recursive: true });
      },
      /is not the one that the snapshot is of/,
    ],
    [
      'where history has read nothing',
      async () => {
        await nights(10, 5);
        const client = new Client({ connectionString: databaseUrl });
        await client.connect();
        await client.query('DELETE FROM projection_cursor');
        await client.end();
      },
      /no projector has read/,
    ],
  ])('removes nothing %s', async (_what, prepare, message) => {
    await read(10);
    await prepare();
    await expect(purge({ eventsDays: 3 })).rejects.toThrow(message);
    expect([await firstOf('JOURNAL_0'), await firstOf('EVENTS_0')]).toEqual([1, 1]);
  });

  it('is not asked for less than engines need', async () => {
    await nights(10, 5);
    await read(15);
    await expect(purge({ journalDays: 2 })).rejects.toThrow(/3 days at least/);
    expect(await firstOf('JOURNAL_0')).toBe(1);
  });
});

describe('a restore from a snapshot', () => {
  const engineDir = () => join(folder, 'engine');
  const restored = () =>
    restoreJournalAlone(
      { archive: history.archive, snapshots: snapshots() },
      { bus: { servers: nats.url }, databaseUrl, replicas: 1, snapshotTo: engineDir() },
    );

  it('begins behind the newest that no reader is behind, and leaves an engine at the end', async () => {
    const [, middle] = await nights(10, 5, 5);
    await history.goOn(3);
    await read(18, 20);
    await loseStreams();
    // The third one is later than what history has read.
    const first = middle! + 1;
    const record = history.lastRecord;
    expect(await restored()).toMatchObject({ first, record, seq: 23 });
    expect(await firstOf('JOURNAL_0')).toBe(first);
    expect(await eventsAfter({ seq: 18, index: 1 }, 23)).toEqual(daysFrom(19));
    await expect(eventsAfter({ seq: 12, index: 1 }, 23)).rejects.toThrow(EventsPurged);

    const folderOfEngine = new SnapshotFolder({ path: engineDir() });
    const { position, state } = decodeSnapshot(IDENTITY, await folderOfEngine.read(record));
    const exchange = new Exchange({ network: 'test' });
    exchange.load(state);
    expect(exchange.stateHash()).toBe(history.exchange.stateHash());
    // Interrupted and run again: nothing is left to do.
    expect(await restored()).toMatchObject({ first, record, events: 0 });
    const engine = new Journal(IDENTITY, { bus, log: quiet });
    await engine.goOnFrom(position);
    expect(await engine.beginEpoch(30 * DAY_MS)).toMatchObject({ number: record + 1, epoch: 2 });
    await expect(restored()).rejects.toThrow(/goes on to record/);
  });

  it('takes an older one where the newest is damaged, and none where all are', async () => {
    const [oldest, middle, newest] = await nights(10, 5, 5);
    await read(20);
    await spoil(newest!);
    await loseStreams();
    expect(await restored()).toMatchObject({ first: middle! + 1 });
    await spoil(middle!);
    await loseStreams();
    expect(await restored()).toMatchObject({ first: oldest! + 1 });
    await spoil(oldest!);
    await loseStreams();
    expect(await restored()).toMatchObject({ first: 1, seq: 20 });
    expect(await eventsAfter({ seq: 20, index: 0 }, 20)).toEqual([20]);
  });

  it('begins at the first record where history has to be made anew', async () => {
    await nights(10, 5);
    await loseStreams();
    expect(await restored()).toMatchObject({ first: 1 });
    expect(await eventsAfter(BEFORE_ALL_EVENTS, 15)).toEqual(daysFrom(1));
  });

  it('that lost its events makes them anew', async () => {
    await nights(10, 5, 5);
    await read(20);
    await loseStreams();
    await restored();
    const { streams } = await jetstreamManager(bus.connection);
    const { last_seq } = (await streams.info('EVENTS_0')).state;
    expect(last_seq).toBeGreaterThan(0);
    await streams.delete('EVENTS_0');
    await restored();
    expect(await eventsAfter({ seq: 20, index: 0 }, 20)).toEqual([20]);
  });
});
