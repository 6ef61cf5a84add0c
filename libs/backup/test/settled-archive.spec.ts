/** A backup waits until the archive has what its rows depend on, and a restore rejects an archive without it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Journal, connectBus, encodeRecord } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { ArchiveFolder, SnapshotFolder } from '@bellwether/journal-files';
import type { ArchivedRecord } from '@bellwether/journal-files';
import { startNatsServer } from '@bellwether/local-services';
import type { NatsServer } from '@bellwether/local-services';
import { ArchiveReplay } from '../src/archive-replay';
import { RETAINED_PROVEN_SNAPSHOTS } from '../src/limits';
import { writeProven } from '../src/proven-snapshots';
import { markOf, requireMark } from '../src/settled-archive';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const IDENTITY = { network: 'test', shard: 0 } as const;
const COMMANDS = 6;

let folder: string;
let server: NatsServer;
let bus: Bus;
let records: ArchivedRecord[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-settled-'));
  server = await startNatsServer({ dataDir: join(folder, 'nats') });
  bus = await connectBus({ servers: server.url, name: 'test', log: quiet });
  const journal = new Journal(IDENTITY, { bus, log: quiet });
  await journal.ensureStream();
  await journal.beginEpoch(1_000);
  for (let number = 1; number <= COMMANDS; number++) {
    const user = new Uint8Array(32).fill(number);
    const command = { kind: 'test_credit', user, amount: number, reference: `${number}` } as const;
    await journal.append([{ lane: 'admin', command }], 1_000 + number);
  }
  records = [];
  for await (const record of new Journal(IDENTITY, { bus, log: quiet }).read()) {
    records.push({ number: record.number, bytes: encodeRecord(record) });
  }
});
afterAll(async () => {
  await bus.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function archiveOf(name: string, kept: readonly ArchivedRecord[]) {
  const path = join(folder, name);
  const archive = new ArchiveFolder(path);
  await archive.open();
  await archive.append(kept);
  return { path, archive };
}

describe('the mark of a backup', () => {
  it('waits for an archive that is behind, and names record and state', async () => {
    const behind = await archiveOf('behind', records.slice(0, 3));
    const marking = markOf(behind.path, COMMANDS);
    await behind.archive.append(records.slice(3));
    await behind.archive.close();
    const mark = await marking;
    expect(mark).toMatchObject({ ...IDENTITY, record: records.length, seq: COMMANDS });
    await expect(requireMark(behind.path, mark)).resolves.toBeUndefined();
  });

  it('does not fit an archive that is shorter, or of another journal', async () => {
    const whole = await archiveOf('whole', records);
    await whole.archive.close();
    const mark = await markOf(whole.path, COMMANDS);
    const short = await archiveOf('short', records.slice(0, -1));
    await short.archive.close();
    await expect(requireMark(short.path, mark)).rejects.toThrow(/take an older copy/);
    const other = { ...mark, record_hash: '0'.repeat(64) };
    await expect(requireMark(whole.path, other)).rejects.toThrow(/another one than that/);
  });
});

describe('a proven snapshot', () => {
  it('takes the place of the oldest only when the archive has proven it', async () => {
    const { path, archive } = await archiveOf('of snapshots', records);
    await archive.close();
    const empty = await archiveOf('empty', []);
    const replay = new ArchiveReplay(path, IDENTITY);
    for await (const record of replay.records()) replay.carryOut(record);
    const snapshots = join(folder, 'snapshots');
    const inFolder = new SnapshotFolder({ path: snapshots, retained: RETAINED_PROVEN_SNAPSHOTS });
    await inFolder.open();
    const old = Array.from({ length: RETAINED_PROVEN_SNAPSHOTS }, (_, number) => number);
    for (const number of old) await inFolder.write(number, [new Uint8Array(1)]);
    await expect(writeProven(snapshots, replay, empty.path)).rejects.toThrow('the archive ends');
    expect(await inFolder.numbers()).toEqual(expect.arrayContaining(old));
    await writeProven(snapshots, replay, path);
    expect(await inFolder.numbers()).toHaveLength(RETAINED_PROVEN_SNAPSHOTS);
  });
});
