/** One history from three sources: a real server's journal, its archive, and a snapshot with what follows it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  Journal,
  SnapshotNeeded,
  connectBus,
  decodeSnapshot,
  encodeRecord,
  encodeSnapshot,
  hashOf,
  purgeJournalBefore,
} from '@bellwether/bus';
import type { Bus, JournalPosition, JournalRecord } from '@bellwether/bus';
import { Exchange } from '@bellwether/exchange';
import type { Command } from '@bellwether/exchange';
import { ArchiveFolder, SnapshotFolder } from '@bellwether/journal-files';
import { startNatsServer } from '@bellwether/local-services';
import type { NatsServer } from '@bellwether/local-services';
import { archiveSource, journalSource, quiet } from '../src/records';
import type { RecordSource } from '../src/records';
import { replay } from '../src/replay';
import { Statement } from '../src/statement';

const alice = new Uint8Array(32).fill(1);
const bob = new Uint8Array(32).fill(2);
const COMMANDS = 40;

let folder: string;
let server: NatsServer;
let bus: Bus;
let sources: RecordSource[];
/** The state hash after each seq, as the journal's exchange had it. */
const hashes = new Map<number, string>();

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const hashNow = (exchange: Exchange): string => hex(hashOf(exchange.snapshot()));
const credit = (number: number): Command => ({
  kind: 'test_credit',
  user: number % 2 === 0 ? alice : bob,
  amount: number,
  reference: `credit ${number}`,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-replay-'));
  server = await startNatsServer({ dataDir: join(folder, 'nats') });
  bus = await connectBus({ servers: server.url, name: 'test', log: quiet });
  const archive = new ArchiveFolder(join(folder, 'archive'));
  const snapshots = new SnapshotFolder({ path: join(folder, 'snapshots') });
  await archive.open();
  await snapshots.open();
  await writeJournal(archive, snapshots);
  await archive.close();
  sources = [
    await journalSource({ servers: server.url, access: {}, network: 'test', shard: 0 }),
    await archiveSource(join(folder, 'archive')),
  ];
});
afterAll(async () => {
  await Promise.all(sources.map((source) => source.close()));
  await bus.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function writeJournal(archive: ArchiveFolder, snapshots: SnapshotFolder): Promise<void> {
  const identity = { network: 'test', shard: 0 } as const;
  const journal = new Journal(identity, { bus, log: quiet });
  const exchange = new Exchange({ network: 'test' });
  const keep = (record: JournalRecord) =>
    archive.append([{ number: record.number, bytes: encodeRecord(record) }]);
  await journal.ensureStream();
  await journal.beginEpoch(1_000);
  for await (const record of new Journal(identity, { bus, log: quiet }).read()) await keep(record);
  for (let number = 1; number <= COMMANDS; number += 2) {
    const commands = [number, number + 1].map((one) => ({
      lane: 'admin' as const,
      command: credit(one),
    }));
    const record = await journal.append(commands, 1_000 + number);
    await keep(record);
    for (const [offset, { lane, command }] of record.commands.entries()) {
      const seq = record.firstSeq + offset;
      exchange.apply({ seq, timestampMs: record.timestampMs, lane, command });
      hashes.set(seq, hashNow(exchange));
    }
    if (number === 21) await snapshot(journal.position, exchange, snapshots);
  }
}

async function snapshot(
  position: JournalPosition,
  exchange: Exchange,
  snapshots: SnapshotFolder,
): Promise<void> {
  const state = exchange.snapshot();
  const lastEvent = { seq: exchange.lastSeq, index: 0 };
  const kept = { position, lastEvent, stateHash: hashOf(state), state };
  await snapshots.write(position.number, encodeSnapshot({ network: 'test', shard: 0 }, kept));
}

async function snapshotPosition(): Promise<JournalPosition> {
  const snapshots = new SnapshotFolder({ path: join(folder, 'snapshots') });
  const [number] = await snapshots.numbers();
  const content = await snapshots.read(number!);
  return decodeSnapshot({ network: 'test', shard: 0 }, content).position;
}

describe('a replay', () => {
  it('comes to the same state hash at every seq, from the journal and from its archive', async () => {
    for (const source of sources) {
      for (const at of [1, 2, 7, 39, COMMANDS]) {
        const { exchange, commands } = await replay(source, { at });
        expect([exchange.lastSeq, commands, hashNow(exchange)]).toEqual([at, at, hashes.get(at)]);
      }
      const { exchange } = await replay(source);
      expect(hashNow(exchange)).toBe(hashes.get(COMMANDS));
      expect(exchange.checkInvariants()).toEqual([]);
    }
  });

  it('begins at a snapshot where it may, and comes to the same', async () => {
    const snapshots = join(folder, 'snapshots');
    for (const source of sources) {
      const tail = await replay(source, { snapshots });
      expect([tail.fromSeq, tail.commands]).toEqual([22, COMMANDS - 22]);
      expect(hashNow(tail.exchange)).toBe(hashes.get(COMMANDS));
      const before = await replay(source, { snapshots, at: 10 });
      expect([before.fromSeq, hashNow(before.exchange)]).toEqual([0, hashes.get(10)]);
    }
  });

  it('does not reach a seq that is not there', async () => {
    await expect(replay(sources[0]!, { at: COMMANDS + 1 })).rejects.toThrow(
      `the journal ends at seq ${COMMANDS}`,
    );
  });

  it("tells a user's history with the balance after each command", async () => {
    const statement = new Statement(alice);
    await replay(sources[1]!, { onCommand: (command) => statement.take(command) });
    expect(statement.lines).toHaveLength(COMMANDS / 2);
    expect(statement.lines.slice(0, 2)).toEqual([
      {
        seq: 2,
        time: '1970-01-01T00:00:01.001Z',
        what: ['test credit of 2: credit 2'],
        available: 2,
        locked: 0,
        withdrawing: 0,
      },
      {
        seq: 4,
        time: '1970-01-01T00:00:01.003Z',
        what: ['test credit of 4: credit 4'],
        available: 6,
        locked: 0,
        withdrawing: 0,
      },
    ]);
  });
});

describe('a replay of less than the whole journal', () => {
  it('begins at a snapshot, or in the archive, which has the whole of it', async () => {
    const snapshots = join(folder, 'snapshots');
    const [journal, archive] = sources;
    const identity = { network: 'test', shard: 0 } as const;
    const proven = await snapshotPosition();
    await purgeJournalBefore({ wanted: Infinity, proven }, identity, { bus, log: quiet });
    const tail = await replay(journal!, { snapshots });
    expect([tail.fromSeq, hashNow(tail.exchange)]).toEqual([22, hashes.get(COMMANDS)]);
    await expect(replay(journal!)).rejects.toThrow(SnapshotNeeded);
    await expect(replay(journal!, { snapshots, at: 10 })).rejects.toThrow(/or the archive/);
    const before = await replay(archive!, { at: 10 });
    expect(hashNow(before.exchange)).toBe(hashes.get(10));
  });
});
