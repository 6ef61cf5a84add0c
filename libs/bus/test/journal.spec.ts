import { setTimeout as sleep } from 'node:timers/promises';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InvariantViolation, Fault } from '@bellwether/errors';
import type { JournaledCommand, Network } from '@bellwether/exchange';
import { jetstreamManager } from '@nats-io/jetstream';
import type { Bus } from '../src/connection/bus';
import { Fenced, Journal } from '../src/journal/journal';
import { encodeRecord, nextRecord, positionAfter } from '../src/journal/journal-record';
import type { JournalPosition, JournalRecord } from '../src/journal/journal-record';
import { RequestError } from '../src/rpc/request-mux';
import type { ReadingWay } from '../src/jetstream/stream-reading';
import { NatsUnderTest, silent } from './nats-under-test';
import { thrownBy } from './thrown-by';

const tick: JournaledCommand = { lane: 'internal', command: { kind: 'tick' } };
/** A command distinguished from others by `marker`. */
const marked = (marker: number): JournaledCommand => ({
  lane: 'admin',
  command: {
    kind: 'test_credit',
    user: new Uint8Array(32).fill(7),
    amount: marker,
    reference: `r${marker}`,
  },
});
const markerOf = ({ command }: JournaledCommand): number =>
  command.kind === 'test_credit' ? command.amount : -1;

async function recordsOf(journal: Journal, from?: JournalPosition): Promise<JournalRecord[]> {
  const records: JournalRecord[] = [];
  for await (const record of journal.read(from)) records.push(record);
  return records;
}

const markersOf = (records: readonly JournalRecord[]): number[] =>
  records.flatMap((record) => record.commands.map(markerOf));

let nats: NatsUnderTest;
let bus: Bus;
let nextShard = 0;
let shard: number;
/** As an engine reads; an archiver asks. */
let way: ReadingWay = 'delivered';

beforeAll(async () => {
  nats = await NatsUnderTest.start();
});
afterAll(() => nats.stop());
beforeEach(async () => {
  shard = nextShard++;
  bus = await nats.bus();
});
afterEach(() => bus.close());

const journalOf = (on: Bus = bus, network: Network = 'test'): Journal =>
  new Journal({ network, shard }, { bus: on, log: silent, way });

async function subjectOfJournal(): Promise<string> {
  const { streams } = await jetstreamManager(bus.connection);
  return (await streams.info(`JOURNAL_${shard}`)).config.subjects[0]!;
}

/** A journal that was read to its tail and reigns. */
async function reigning(on: Bus = bus, timestampMs = 1_000): Promise<Journal> {
  const journal = journalOf(on);
  await journal.ensureStream();
  await recordsOf(journal);
  await journal.beginEpoch(timestampMs);
  return journal;
}

describe.each(['delivered', 'asked'] as const)('appending and reading, %s', (how) => {
  beforeAll(() => void (way = how));

  it('gives back what was appended, in order, with consecutive numbers and seqs', async () => {
    const journal = await reigning();
    const first = await journal.append([marked(1), marked(2)], 1_005);
    const second = await journal.append([marked(3)], 1_005);
    expect(first).toMatchObject({ kind: 'commands', number: 3, epoch: 1, firstSeq: 1 });
    expect(second).toMatchObject({ number: 4, firstSeq: 3, timestampMs: 1_005 });

    const reader = journalOf();
    const records = await recordsOf(reader);
    expect(records.map((record) => record.kind)).toEqual([
      'genesis',
      'epoch',
      'commands',
      'commands',
    ]);
    expect(markersOf(records)).toEqual([1, 2, 3]);
    expect(reader.position).toEqual(journal.position);
    expect(reader.position).toMatchObject({ number: 4, epoch: 1, lastSeq: 3, timestampMs: 1_005 });
  });

  it('reads on from a position, verifying the record that follows it', async () => {
    const journal = await reigning();
    await journal.append([marked(1)], 1_000);
    const middle = journal.position;
    await journal.append([marked(2)], 1_000);
    expect(markersOf(await recordsOf(journalOf(), middle))).toEqual([2]);
    expect(await recordsOf(journalOf(), journal.position)).toEqual([]);
    const wrong = { ...middle, hash: new Uint8Array(32) };
    await expect(recordsOf(journalOf(), wrong)).rejects.toThrow(InvariantViolation);
  });

  it('reads more records than a reader holds at a time', async () => {
    const journal = await reigning();
    for (let i = 1; i <= 600; i++) await journal.append([marked(i)], 1_000);
    const records = await recordsOf(journalOf());
    expect(markersOf(records)).toEqual(Array.from({ length: 600 }, (_, i) => i + 1));
  });

  it('begins a new epoch at each start, and goes on in seq', async () => {
    const first = await reigning();
    await first.append([tick], 1_000);
    const second = await reigning();
    expect(second.position).toMatchObject({ epoch: 2, lastSeq: 1 });
    expect(await second.append([tick], 1_000)).toMatchObject({ epoch: 2, firstSeq: 2 });
  });

  it('refuses a stream that keeps less than everything', async () => {
    const { streams } = await jetstreamManager(bus.connection);
    const subjects = [`journal.${shard}`];
    await streams.add({ name: `JOURNAL_${shard}`, subjects, max_msgs: 10 });
    await expect(journalOf().ensureStream()).rejects.toThrow(Fault);
  });

  it('refuses a stream on other subjects, and does not say on which', async () => {
    const { streams } = await jetstreamManager(bus.connection);
    await streams.add({ name: `JOURNAL_${shard}`, subjects: [`journal.secret.${shard}`] });
    await expect(journalOf().ensureStream()).rejects.toThrow(/: subjects of another$/);
  });

  it('is written on a subject that its maker chose; of two that make it at once, on one', async () => {
    const others = [journalOf(), journalOf(await nats.bus()), journalOf(await nats.bus())];
    await Promise.all(others.map((journal) => journal.ensureStream()));
    const chosen = await subjectOfJournal();
    expect(chosen).toMatch(new RegExp(`^journal\\.${shard}\\.[0-9a-f]{32}$`));
    for (const journal of others) {
      await recordsOf(journal);
      await journal.beginEpoch(1_000);
    }
    expect((await recordsOf(journalOf())).map(({ epoch }) => epoch)).toEqual([0, 1, 2, 3]);
  });

  it('goes on in a stream that was made on the plain subject', async () => {
    const { streams } = await jetstreamManager(bus.connection);
    await journalOf().ensureStream();
    const { config } = await streams.info(`JOURNAL_${shard}`);
    await streams.delete(`JOURNAL_${shard}`);
    await streams.add({ ...config, subjects: [`journal.${shard}`] });
    const journal = await reigning();
    await journal.append([marked(1)], 1_000);
    expect(markersOf(await recordsOf(journalOf()))).toEqual([1]);
    expect(await subjectOfJournal()).toBe(`journal.${shard}`);
  });

  it('refuses a stream that fewer servers keep than should', async () => {
    await reigning();
    const spread = new Journal({ network: 'test', shard, replicas: 3 }, { bus, log: silent });
    await expect(spread.ensureStream()).rejects.toThrow(/num_replicas is 1, not 3/);
  });

  // Purging is a right of the restore identity alone (ADR 0046): permissions.spec.
  it('lets nobody delete a record', async () => {
    await reigning();
    const { streams } = await jetstreamManager(bus.connection);
    await expect(streams.deleteMessage(`JOURNAL_${shard}`, 1)).rejects.toThrow(/delete/);
    expect(await recordsOf(journalOf())).toHaveLength(2);
  });

  it('does not append before its epoch, nor two records at a time, nor time that falls', async () => {
    const idle = journalOf();
    expect(() => idle.append([tick], 1_000)).toThrow(InvariantViolation);
    const journal = await reigning();
    const first = journal.append([marked(1)], 1_000);
    await expect(journal.append([marked(2)], 1_000)).rejects.toThrow(InvariantViolation);
    await first;
    await expect(journal.append([marked(3)], 999)).rejects.toThrow(InvariantViolation);
    expect(markersOf(await recordsOf(journalOf()))).toEqual([1]);
  });
});

describe.each(['delivered', 'asked'] as const)('a journal that is not what it was, %s', (how) => {
  beforeAll(() => void (way = how));

  /** Appends bytes as they are, as a broken or foreign writer would. */
  const forge = async (bytes: Uint8Array) => {
    const ack = await bus.request(await subjectOfJournal(), bytes, 2_000);
    return ack.json<{ seq: number }>().seq;
  };

  it.each(['hash', 'number', 'bytes', 'network'] as const)(
    'halts the reader at a record with a wrong %s',
    async (what) => {
      const journal = await reigning();
      await journal.append([marked(1)], 1_000);
      const right = nextRecord({ network: 'test', shard }, journal.position, {
        kind: 'commands',
        writer: journal.position.writer,
        timestampMs: 1_000,
        commands: [marked(2)],
      });
      const forged = {
        hash: encodeRecord({ ...right, previousHash: new Uint8Array(32) }),
        number: encodeRecord({ ...right, number: 9 }),
        bytes: encodeRecord(right).subarray(0, 50),
        network: encodeRecord({ ...right, network: 'production' }),
      }[what];
      expect(await forge(forged)).toBe(4);
      await expect(recordsOf(journalOf())).rejects.toThrow(InvariantViolation);
    },
  );

  it('halts a reader of another network', async () => {
    await reigning();
    await expect(recordsOf(journalOf(bus, 'production'))).rejects.toThrow(/network/);
  });

  it('halts a reader that knows of more than there is', async () => {
    const journal = await reigning();
    const beyond = { ...journal.position, number: 7 };
    await expect(recordsOf(journalOf(), beyond)).rejects.toThrow(/ends at record 2/);
  });

  it.each(['in the middle', 'at the end'])(
    'halts the reader at a bit that flipped on disk %s',
    async (where) => {
      const own = await NatsUnderTest.start();
      try {
        shard = 0;
        const journal = await reigning(await own.bus());
        for (let i = 1; i <= 40; i++) await journal.append([marked(i)], 1_000);
        await own.stopServer();
        const folder = join(own.dataDir, 'jetstream/jetstream/$G/streams/JOURNAL_0/msgs');
        const blocks = (await readdir(folder)).filter((name) => name.endsWith('.blk'));
        const file = join(folder, blocks[0]!);
        const bytes = await readFile(file);
        bytes[where === 'at the end' ? bytes.length - 30 : bytes.length >> 1]! ^= 1;
        await writeFile(file, bytes);
        await own.restart();
        await expect(recordsOf(journalOf(await own.bus()))).rejects.toThrow(/is missing/);
      } finally {
        await own.stop();
      }
    },
  );
});

describe('two writers', () => {
  it('the second to begin an epoch fences the first at its next append', async () => {
    const first = await reigning();
    await first.append([marked(1)], 1_000);
    const second = await reigning(await nats.bus());
    await expect(first.append([marked(2)], 1_000)).rejects.toThrow(Fenced);
    await second.append([marked(3)], 1_000);
    await expect(first.append([marked(4)], 1_000)).rejects.toThrow(Fenced);
    expect(markersOf(await recordsOf(journalOf()))).toEqual([1, 3]);
  });

  it('of two that begin at once one wins, in the same millisecond too', async () => {
    await reigning();
    const [a, b] = [journalOf(), journalOf(await nats.bus())];
    await Promise.all([recordsOf(a), recordsOf(b)]);
    const outcomes = await Promise.allSettled([a.beginEpoch(2_000), b.beginEpoch(2_000)]);
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(rejected?.reason).toBeInstanceOf(Fenced);
    expect(await recordsOf(journalOf())).toHaveLength(3);
  });
});

describe('an append without a clear answer', () => {
  it('landed, when its own bytes are on the tail', async () => {
    const journal = await reigning();
    const { position } = journal;
    const entry = { kind: 'commands', writer: position.writer, timestampMs: 1_000 } as const;
    const commands = [marked(1)];
    const record = nextRecord({ network: 'test', shard }, position, { ...entry, commands });
    // As if the acknowledgement of a first attempt had been lost: the append below finds "wrong last sequence".
    await bus.request(await subjectOfJournal(), encodeRecord(record), 2_000);
    expect(await journal.append(commands, 1_000)).toEqual(record);
    expect(journal.position).toEqual(positionAfter(record, encodeRecord(record)));
    await journal.append([marked(2)], 1_000);
    expect(markersOf(await recordsOf(journalOf()))).toEqual([1, 2]);
  });

  it('counts, when it landed after all, whatever was to be put in its place', async () => {
    const journal = await reigning();
    const { position } = journal;
    const entry = { kind: 'commands', writer: position.writer, timestampMs: 1_000 } as const;
    const commands = [marked(1)];
    const record = nextRecord({ network: 'test', shard }, position, { ...entry, commands });
    await bus.request(await subjectOfJournal(), encodeRecord(record), 2_000);
    const replacement = async () => ({ commands: [tick], timestampMs: 1_000 });
    expect(await journal.append(commands, 1_000, { replacement })).toEqual(record);
    expect(markersOf(await recordsOf(journalOf()))).toEqual([1]);
  });

  it('waits for the server as long as it is away, and lands once', async () => {
    const journal = await reigning();
    await nats.kill();
    const appended = journal.append([marked(1)], 1_000);
    await sleep(300);
    await nats.restart();
    await appended;
    expect(markersOf(await recordsOf(journalOf()))).toEqual([1]);
  });

  it('ends with an error, not an answer, when the bus is closed under it', async () => {
    const own = await nats.bus();
    const journal = await reigning(own);
    await nats.kill();
    const appended = thrownBy(journal.append([marked(1)], 1_000));
    await own.close();
    expect(await appended).toBeInstanceOf(RequestError);
    await nats.restart();
  });

  it('lands exactly once each while the server is killed again and again', async () => {
    const kills = Number(process.env['BELLWETHER_KILLS'] ?? 3);
    const journal = await reigning();
    let killing = true;
    const killer = (async () => {
      for (let i = 0; i < kills; i++) {
        await sleep(50 + Math.random() * 200);
        await nats.crash();
      }
      killing = false;
    })();
    const acknowledged: number[] = [];
    for (let marker = 1; killing; marker++) {
      await journal.append([marked(marker)], 1_000);
      acknowledged.push(marker);
    }
    await killer;
    const reader = journalOf();
    expect(markersOf(await recordsOf(reader))).toEqual(acknowledged);
    expect(reader.position).toEqual(journal.position);
  });
});
