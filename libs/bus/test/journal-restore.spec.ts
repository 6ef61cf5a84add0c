/** A journal made anew from its records, whole or behind a snapshot, cut off, and beside one that goes on elsewhere. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InvariantViolation } from '@bellwether/errors';
import { jetstreamManager } from '@nats-io/jetstream';
import type { Bus } from '../src/connection/bus';
import { Journal } from '../src/journal/journal';
import { SnapshotNeeded } from '../src/journal/journal-beginning';
import {
  JOURNAL_START,
  encodeRecord,
  nextRecord,
  positionAfter,
} from '../src/journal/journal-record';
import type { JournalEntry, JournalPosition } from '../src/journal/journal-record';
import { restoreJournal } from '../src/journal/journal-restore';
import type { ArchivedRecord } from '../src/journal/journal-restore';
import { RESTORE_CHUNK_RECORDS } from '../src/limits';
import { purgeJournalBefore } from '../src/jetstream/purge';
import type { ReadingWay } from '../src/jetstream/stream-reading';
import { NatsUnderTest, silent } from './nats-under-test';

const WRITER = new Uint8Array(16).fill(3);
const RECORDS = 300;

interface History {
  readonly records: readonly ArchivedRecord[];
  /** After each record; the first one is before all. */
  readonly positions: readonly JournalPosition[];
}

let nats: NatsUnderTest;
let bus: Bus;
let shard = 0;

beforeAll(async () => {
  nats = await NatsUnderTest.start();
});
afterAll(() => nats.stop());
beforeEach(async () => {
  shard++;
  bus = await nats.bus();
});
afterEach(() => bus.close());

const identity = () => ({ network: 'test', shard }) as const;
const dependencies = () => ({ bus, log: silent });
const journalOf = (way: ReadingWay = 'delivered') =>
  new Journal(identity(), { bus, log: silent, way });

/** As an engine would write it. `reported` makes two of them differ. */
function historyOf(count: number, reported = 1): History {
  const records: ArchivedRecord[] = [];
  const positions = [JOURNAL_START];
  const add = (entry: Pick<JournalEntry, 'kind' | 'commands'>): void => {
    const position = positions.at(-1)!;
    const record = nextRecord(identity(), position, {
      writer: WRITER,
      timestampMs: 1_000,
      ...entry,
    });
    const bytes = encodeRecord(record);
    records.push({ number: record.number, bytes });
    positions.push(positionAfter(record, bytes));
  };
  add({ kind: 'genesis', commands: [] });
  add({ kind: 'epoch', commands: [] });
  while (records.length < count) {
    const user = new Uint8Array(32).fill(7);
    const reference = `r${records.length}`;
    const command = { kind: 'test_credit', user, amount: reported, reference } as const;
    add({ kind: 'commands', commands: [{ lane: 'admin', command }] });
  }
  return { records, positions };
}

async function* of(records: readonly ArchivedRecord[]): AsyncGenerator<ArchivedRecord> {
  yield* records;
}

const restore = (records: readonly ArchivedRecord[], after = JOURNAL_START) =>
  restoreJournal(of(records), { ...identity(), after }, dependencies());

async function journaled(from = JOURNAL_START, way: ReadingWay = 'delivered') {
  const found: ArchivedRecord[] = [];
  for await (const record of journalOf(way).read(from)) {
    found.push({ number: record.number, bytes: encodeRecord(record) });
  }
  return found;
}

async function bounds(): Promise<[first: number, last: number]> {
  const { streams } = await jetstreamManager(bus.connection);
  const { first_seq, last_seq } = (await streams.info(`JOURNAL_${shard}`)).state;
  return [first_seq, last_seq];
}

describe('a journal made anew', () => {
  it('is what it was, over several chunks, and again there is nothing left to do', async () => {
    const { records, positions } = historyOf(RESTORE_CHUNK_RECORDS + RECORDS);
    expect(await restore(records)).toEqual(positions.at(-1));
    expect(await journaled()).toEqual(records);
    expect(await restore(records)).toEqual(positions.at(-1));
    expect(await bounds()).toEqual([1, records.length]);
  });

  it.each([1, 2, RECORDS - 1])('goes on where it was cut off, at record %i', async (at) => {
    const { records } = historyOf(RECORDS);
    await restore(records.slice(0, at));
    await restore(records);
    expect(await journaled()).toEqual(records);
  });

  it('is whole where the server dies under it', async () => {
    const { records } = historyOf(RESTORE_CHUNK_RECORDS + RECORDS);
    let verified = 0;
    async function* slowly(): AsyncGenerator<ArchivedRecord> {
      for (const record of records) {
        if (record.number % 500 === 0) await sleep(5);
        yield record;
      }
    }
    const restoring = restoreJournal(
      slowly(),
      { ...identity(), onVerified: ({ number }) => void (verified = number) },
      dependencies(),
    );
    for (let kills = 0; kills < 2; kills++) {
      const before = (await bounds().catch(() => [0, 0]))[1]!;
      while ((await bounds().catch(() => [0, 0]))[1]! <= before) await sleep(5);
      await nats.crash();
    }
    await restoring;
    expect(verified).toBe(records.length);
    expect(await journaled()).toEqual(records);
  });

  it('is never written behind another one: nothing is appended', async () => {
    const ours = historyOf(RECORDS);
    const other = historyOf(20, 2);
    await restore(other.records);
    await expect(restore(ours.records)).rejects.toThrow('the stream holds another record 3');
    expect(await bounds()).toEqual([1, 20]);
  });

  it('ends where somebody else writes meanwhile', async () => {
    const ours = historyOf(RECORDS);
    const other = historyOf(RECORDS, 2);
    await restore(ours.records.slice(0, 100));
    async function* interrupted(): AsyncGenerator<ArchivedRecord> {
      for (const record of ours.records) {
        if (record.number === 200) {
          const { streams } = await jetstreamManager(bus.connection);
          const [subject] = (await streams.info(`JOURNAL_${shard}`)).config.subjects;
          await bus.request(subject!, other.records[100]!.bytes, 1_000);
        }
        yield record;
      }
    }
    const restoring = restoreJournal(interrupted(), identity(), dependencies());
    await expect(restoring).rejects.toThrow('the stream holds another record 101');
  });

  it('is refused where records do not follow each other, or the stream goes on', async () => {
    const { records } = historyOf(RECORDS);
    const gap = records.filter(({ number }) => number !== 50);
    await expect(restore(gap)).rejects.toThrow('number is 51, not 50');
    await restore(records);
    await expect(restore(records.slice(0, 50))).rejects.toThrow(
      `the stream goes on to record ${RECORDS}, the archive ends at 50`,
    );
  });
});

describe.each(['delivered', 'asked'] as const)('a journal behind a snapshot, %s', (way) => {
  const AT = 120;

  it('begins with the record after it, and is gone on with', async () => {
    const { records, positions } = historyOf(RECORDS);
    await restore(records.slice(AT), positions[AT]);
    expect(await bounds()).toEqual([AT + 1, RECORDS]);
    expect(await journaled(positions[AT], way)).toEqual(records.slice(AT));

    const engine = journalOf(way);
    await engine.ensureStream();
    expect(await engine.firstNumber()).toBe(AT + 1);
    await engine.goOnFrom(positions[AT]!);
    for await (const record of engine.read(engine.position))
      expect(record.number).toBeGreaterThan(AT);
    const begun = await engine.beginEpoch(2_000);
    expect(begun).toMatchObject({ number: RECORDS + 1, epoch: 2 });
    // Begun again, as where it was cut off, it would lose that: so it ends.
    await expect(restore(records.slice(AT), positions[AT])).rejects.toThrow(/goes on to record/);
  });

  it('may be empty: the next record has the next number', async () => {
    const { positions } = historyOf(AT);
    await restore([], positions[AT]);
    const engine = journalOf(way);
    await engine.goOnFrom(positions[AT]!);
    expect(await engine.beginEpoch(2_000)).toMatchObject({ number: AT + 1 });
  });

  it('tells who knows less that a snapshot is needed', async () => {
    const { records, positions } = historyOf(RECORDS);
    await restore(records.slice(AT), positions[AT]);
    await expect(journaled(JOURNAL_START, way)).rejects.toThrow(SnapshotNeeded);
    await expect(journaled(JOURNAL_START, way)).rejects.toThrow(
      `begins at record ${AT + 1}: who knows none needs a snapshot of record ${AT} or a later one`,
    );
    await expect(journaled(positions[AT - 1], way)).rejects.toThrow(SnapshotNeeded);
    await expect(journalOf(way).goOnFrom(positions[AT - 1]!)).rejects.toThrow(SnapshotNeeded);
    await expect(restore(records)).rejects.toThrow(SnapshotNeeded);
    const following = journalOf(way).follow(JOURNAL_START, new AbortController().signal);
    await expect(following.next()).rejects.toThrow(SnapshotNeeded);
  });

  it('is not taken for that of another snapshot', async () => {
    const { records, positions } = historyOf(RECORDS);
    const other = historyOf(RECORDS, 2);
    await restore(records.slice(AT), positions[AT]);
    await expect(journalOf(way).goOnFrom(other.positions[AT]!)).rejects.toThrow(
      `record ${AT + 1} does not continue`,
    );
    await expect(journaled(other.positions[AT], way)).rejects.toThrow(InvariantViolation);
  });
});

describe('a journal that is purged', () => {
  const AT = 200;
  const purge = (wanted: number, proven: JournalPosition) =>
    purgeJournalBefore({ wanted, proven }, identity(), dependencies());

  it('keeps the record that the snapshot is of, and all after it', async () => {
    const { records, positions } = historyOf(RECORDS);
    await restore(records);
    expect(await purge(RECORDS, positions[AT]!)).toEqual({ purged: AT - 1, first: AT });
    expect(await bounds()).toEqual([AT, RECORDS]);
    const engine = journalOf();
    await engine.goOnFrom(positions[AT]!);
    expect(await journaled(positions[AT])).toEqual(records.slice(AT));
    await expect(journalOf().goOnFrom(positions[AT - 2]!)).rejects.toThrow(SnapshotNeeded);
    // One more record than the snapshot needs: it names the one before it.
    await journalOf().goOnFrom(positions[AT - 1]!);
    expect(await purge(RECORDS, positions[AT]!)).toEqual({ purged: 0, first: AT });
    for await (const record of engine.read(engine.position))
      expect(record.number).toBeGreaterThan(AT);
    expect(await engine.beginEpoch(2_000)).toMatchObject({ number: RECORDS + 1 });
  });

  it('loses less where less is wanted, and never its last record', async () => {
    const { records, positions } = historyOf(RECORDS);
    await restore(records);
    expect(await purge(50, positions[AT]!)).toEqual({ purged: 49, first: 50 });
    expect(await purge(Infinity, positions[RECORDS]!)).toEqual({
      purged: RECORDS - 50,
      first: RECORDS,
    });
    expect(await bounds()).toEqual([RECORDS, RECORDS]);
  });

  it('stays whole where the snapshot is of another journal, or of a record that is not there', async () => {
    const { records } = historyOf(RECORDS);
    const other = historyOf(RECORDS + 10, 2);
    await restore(records);
    await expect(purge(RECORDS, other.positions[AT]!)).rejects.toThrow(InvariantViolation);
    await expect(purge(RECORDS, other.positions[RECORDS + 5]!)).rejects.toThrow(InvariantViolation);
    expect(await bounds()).toEqual([1, RECORDS]);
  });

  it('may be followed through it by who is not behind', async () => {
    const { records, positions } = historyOf(RECORDS);
    await restore(records);
    const stop = new AbortController();
    const standby = journalOf();
    const following = standby.follow(positions[AT]!, stop.signal);
    expect((await following.next()).value).toMatchObject({ number: AT + 1 });
    await purge(RECORDS, positions[AT]!);
    for (let number = AT + 2; number <= RECORDS; number++) {
      expect((await following.next()).value).toMatchObject({ number });
    }
    stop.abort();
    await following.return(undefined);
  });
});
