/** The archive of a journal on a real nats-server, the archiver dying now and then, and the journal made anew from it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Journal,
  SnapshotNeeded,
  connectBus,
  decodeRecord,
  encodeRecord,
  positionAfter,
  purgeJournalBefore,
  restoreJournal,
} from '@bellwether/bus';
import type { Bus, Log } from '@bellwether/bus';
import { InvariantViolation } from '@bellwether/errors';
import type { JournaledCommand } from '@bellwether/exchange';
import { ArchiveDamaged, ArchiveFolder } from '@bellwether/journal-files';
import { startNatsServer } from '@bellwether/local-services';
import type { NatsServer } from '@bellwether/local-services';
import { createLogger } from '@bellwether/runtime';
import { jetstreamManager } from '@nats-io/jetstream';
import { startArchiver } from '../src/start';
import type { RunningArchiver } from '../src/start';

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };
const SHARD = 0;
const TIMEOUT_MS = 30_000;

let folder: string;
let server: NatsServer;
let bus: Bus;
let journal: Journal;
let archiver: RunningArchiver | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-archiver-'));
  server = await startNatsServer({ dataDir: join(folder, 'nats') });
  bus = await connectBus({ servers: server.url, name: 'test', log: silent });
});
afterAll(async () => {
  await bus.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const archiveDir = () => join(folder, 'archive');

beforeEach(async () => {
  journal = new Journal({ network: 'test', shard: SHARD }, { bus, log: silent });
  await journal.ensureStream();
  await journal.beginEpoch(1_000);
});
afterEach(async () => {
  await archiver?.stop();
  archiver = undefined;
  await rm(archiveDir(), { recursive: true, force: true });
  const { streams } = await jetstreamManager(bus.connection);
  await streams.delete('JOURNAL_0');
});

let number = 0;
const credit = (): JournaledCommand => ({
  lane: 'admin',
  command: {
    kind: 'test_credit',
    user: new Uint8Array(32).fill(7),
    amount: 1,
    reference: `r${number++}`,
  },
});

async function append(records: number): Promise<void> {
  for (let at = 0; at < records; at++) await journal.append([credit(), credit()], 1_000);
}

async function start(): Promise<{ failed: Promise<unknown>; archiving: Promise<void> }> {
  let fail: (reason: unknown) => void = () => {};
  const failed = new Promise<unknown>((resolve) => {
    fail = resolve;
  });
  archiver = await startArchiver({
    config: {
      network: 'test',
      natsServers: [server.url],
      natsNkeySeed: undefined,
      natsToken: undefined,
      shard: SHARD,
      archiveDir: archiveDir(),
      backupsDir: join(folder, 'backups'),
      host: '127.0.0.1',
      healthPort: 0,
      logLevel: 'silent',
    },
    log: createLogger({ service: 'journal-archiver', level: 'silent' }),
    fail,
  });
  return { failed, archiving: archiver.archiving };
}

async function archived(): Promise<{ number: number; bytes: Uint8Array }[]> {
  const found = [];
  for await (const record of new ArchiveFolder(archiveDir()).read()) found.push(record);
  return found;
}

async function untilArchived(wanted: number): Promise<void> {
  const endMs = performance.now() + TIMEOUT_MS;
  while ((await archived().catch(() => [])).length < wanted) {
    if (performance.now() > endMs) throw new Error(`record ${wanted} was never archived`);
    await sleep(20);
  }
}

async function journaled(): Promise<{ number: number; bytes: Uint8Array }[]> {
  const found = [];
  for await (const record of new Journal(
    { network: 'test', shard: SHARD },
    { bus, log: silent },
  ).read())
    found.push({ number: record.number, bytes: encodeRecord(record) });
  return found;
}

describe('the archiver', () => {
  it('copies the journal byte for byte, goes on as it grows, and after a stop where it was', async () => {
    await append(5);
    await (
      await start()
    ).archiving;
    await untilArchived(7);
    await append(300);
    await untilArchived(307);
    await archiver!.stop();
    await append(3);
    await (
      await start()
    ).archiving;
    await untilArchived(310);
    expect(await archived()).toEqual(await journaled());
    const ready = await fetch(`http://127.0.0.1:${archiver!.healthPort}/readyz`);
    expect(ready.status).toBe(200);
    const metrics = await (await fetch(`http://127.0.0.1:${archiver!.healthPort}/metrics`)).text();
    expect(metrics).toMatch(/bellwether_archive_record\{[^}]*\} 310\n/);
  });

  it('ends where the archive cannot be written, and the next one goes on', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    vi.spyOn(ArchiveFolder.prototype, 'append').mockRejectedValueOnce(full);
    await append(3);
    const { failed } = await start();
    expect(await Promise.race([failed, sleep(TIMEOUT_MS)])).toBe(full);
    await archiver!.stop();
    await start();
    await untilArchived(5);
    expect(await archived()).toEqual(await journaled());
  });

  it('will not go on where archive and journal do not fit together', async () => {
    await append(5);
    await (
      await start()
    ).archiving;
    await untilArchived(7);
    await archiver!.stop();
    const file = join(archiveDir(), 'segment-00000000');
    const bytes = await readFile(file);
    bytes[100]! ^= 1;
    await writeFile(file, bytes);
    const { failed } = await start();
    expect(await failed).toBeInstanceOf(ArchiveDamaged);
  });

  it('will not archive another journal than the one it began with', async () => {
    await append(2);
    await (
      await start()
    ).archiving;
    await untilArchived(4);
    await archiver!.stop();
    const { streams } = await jetstreamManager(bus.connection);
    await streams.delete('JOURNAL_0');
    journal = new Journal({ network: 'test', shard: SHARD }, { bus, log: silent });
    await journal.ensureStream();
    await journal.beginEpoch(1_000);
    await append(5);
    const { failed } = await start();
    const reason = await failed;
    expect(reason).toBeInstanceOf(InvariantViolation);
    expect(String(reason)).toMatch(/record 4 is not the one that was there before/);
  });
});

describe('a journal that begins behind a snapshot', () => {
  const identity = { network: 'test', shard: SHARD } as const;

  it('is archived on where the archive reaches it: purged, or made anew from there', async () => {
    await append(10);
    await (
      await start()
    ).archiving;
    await untilArchived(12);
    await archiver!.stop();
    const whole = await journaled();
    const proven = positionAfter(decodeRecord(whole[11]!.bytes, 12), whole[11]!.bytes);
    await purgeJournalBefore({ wanted: 12, proven }, identity, { bus, log: silent });
    await append(3);
    await (
      await start()
    ).archiving;
    await untilArchived(15);
    await archiver!.stop();

    const { streams } = await jetstreamManager(bus.connection);
    await streams.delete('JOURNAL_0');
    const records = new ArchiveFolder(archiveDir()).read(13);
    await restoreJournal(records, { ...identity, after: proven }, { bus, log: silent });
    journal = new Journal(identity, { bus, log: silent });
    await journal.goOnFrom(proven);
    for await (const { number: read } of journal.read(proven)) expect(read).toBeGreaterThan(12);
    await journal.beginEpoch(1_000);
    await append(2);
    await (
      await start()
    ).archiving;
    await untilArchived(18);
    const numbers = (await archived()).map((record) => record.number);
    expect(numbers).toEqual(Array.from({ length: 18 }, (_, at) => at + 1));
  });

  it('is not archived where the archive lacks its beginning', async () => {
    await append(10);
    const whole = await journaled();
    const [first] = whole.slice(6, 7);
    const proven = positionAfter(decodeRecord(first!.bytes, 7), first!.bytes);
    await purgeJournalBefore({ wanted: 7, proven }, identity, { bus, log: silent });
    const { failed } = await start();
    const reason = await failed;
    expect(reason).toBeInstanceOf(SnapshotNeeded);
    expect(String(reason)).toMatch(/begins at record 7: who knows none needs/);
    expect(await archived()).toEqual([]);

    // With a copy of the archive that reaches there it goes on.
    await archiver!.stop();
    const copy = new ArchiveFolder(archiveDir());
    await copy.open();
    await copy.append(whole.slice(0, 6));
    await copy.close();
    await (
      await start()
    ).archiving;
    await untilArchived(12);
    expect(await archived()).toEqual(whole);
  });
});

describe('a journal from its archive', () => {
  const restore = () =>
    restoreJournal(
      new ArchiveFolder(archiveDir()).read(),
      { network: 'test', shard: SHARD },
      { bus, log: silent },
    );

  it('is the journal that was lost', async () => {
    await append(20);
    await (
      await start()
    ).archiving;
    await untilArchived(22);
    await archiver!.stop();
    const before = await journaled();
    const { streams } = await jetstreamManager(bus.connection);
    await streams.delete('JOURNAL_0');
    expect(await restore()).toMatchObject({ number: 22, lastSeq: 40 });
    expect(await journaled()).toEqual(before);
    // Again, as after a restore that was cut off: there is nothing left to do.
    expect(await restore()).toMatchObject({ number: 22 });
  });

  it('never overwrites a journal that went on, or another one', async () => {
    await append(3);
    await (
      await start()
    ).archiving;
    await untilArchived(5);
    await archiver!.stop();
    await append(1);
    await expect(restore()).rejects.toThrow(
      'the stream goes on to record 6, the archive ends at 5',
    );
    const { streams } = await jetstreamManager(bus.connection);
    await streams.delete('JOURNAL_0');
    journal = new Journal({ network: 'test', shard: SHARD }, { bus, log: silent });
    await journal.ensureStream();
    await journal.beginEpoch(1_000);
    await expect(restore()).rejects.toThrow('the stream holds another record 1');
  });
});
