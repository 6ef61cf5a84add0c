/**
 * Bits that flip in the files of the journal's server, anywhere. nats-server skips what it cannot read without a word,
 * or drops it with all behind it; a reader of the journal like an engine, with the published events as a witness, gets
 * the records that were written, or none beyond the damage and an error.
 */
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvariantViolation, Fault } from '@bellwether/errors';
import type { ExchangeEvent, JournaledCommand } from '@bellwether/exchange';
import { writeFigures } from '@bellwether/local-services';
import { Random } from '@bellwether/seeded-random';
import { EventPublisher } from '../src/events/event-publisher';
import { Journal } from '../src/journal/journal';
import { encodeRecord } from '../src/journal/journal-record';
import type { ReadingWay } from '../src/jetstream/stream-reading';
import { NatsUnderTest, silent } from './nats-under-test';

const FLIPS = Number(process.env['BIT_FLIPS'] ?? 6);
/** The same bits on every machine; the full check draws others. */
const SEED = Number(process.env['BIT_FLIP_SEED'] ?? 263_364);
const RECORDS = 60;

let nats: NatsUnderTest;
/** Of every record, as it was written. */
let written: string[];
let files: string[];

beforeAll(async () => {
  nats = await NatsUnderTest.start();
  const bus = await nats.bus();
  const journal = new Journal({ network: 'test', shard: 0 }, { bus, log: silent });
  await journal.ensureStream();
  await journal.beginEpoch(1_000);
  const publisher = new EventPublisher({ shard: 0 }, { bus, log: silent, onBroken });
  await publisher.open();
  for (let number = 0; number < RECORDS; number++) {
    const { firstSeq: seq } = await journal.append([credit(number)], 1_000);
    publisher.publish([{ seq, index: 0, timestampMs: 1_000, event: credited(number) }]);
  }
  await publisher.whenIdle();
  ({ records: written } = await readJournal('delivered'));
  await nats.stopServer();
  const folder = join(nats.dataDir, 'jetstream/jetstream/$G/streams/JOURNAL_0/msgs');
  files = (await readdir(folder)).map((name) => join(folder, name));
  await nats.restart();
});
afterAll(() => nats.stop());

const gift = (number: number) => ({
  user: new Uint8Array(32).fill(7),
  amount: number + 1,
  reference: `r${number}`,
});
const credit = (number: number): JournaledCommand => ({
  lane: 'admin',
  command: { kind: 'test_credit', ...gift(number) },
});
const credited = (number: number): ExchangeEvent => ({ kind: 'credited', ...gift(number) });
const onBroken = (error: unknown): void => {
  throw error;
};

/** What an engine that starts is given, or an archiver, and what ended it. */
async function readJournal(way: ReadingWay): Promise<{ records: string[]; error: unknown }> {
  const bus = await nats.bus();
  const records: string[] = [];
  try {
    const publisher = new EventPublisher({ shard: 0 }, { bus, log: silent, onBroken });
    const published = await publisher.open();
    const journal = new Journal({ network: 'test', shard: 0 }, { bus, log: silent, way });
    for await (const record of journal.read()) {
      records.push(Buffer.from(encodeRecord(record)).toString('hex'));
    }
    journal.assertReaches(published.seq);
    return { records, error: null };
  } catch (error) {
    return { records, error };
  } finally {
    await bus.close();
  }
}

/** A server that is caught in what it finds, and never ready, serves nobody. */
const starts = (): Promise<boolean> =>
  nats.restart().then(
    () => true,
    () => false,
  );

const isOfUs = (error: unknown): boolean =>
  error instanceof InvariantViolation || error instanceof Fault;

describe('the journal under bit flips', () => {
  it(`${FLIPS} of them, seed ${SEED}: never a record that was not written, never a shorter journal without a word`, async () => {
    expect(written).toHaveLength(RECORDS + 2);
    const random = new Random(SEED);
    let found = 0;
    let notStarted = 0;
    for (let flip = 0; flip < FLIPS; flip++) {
      await nats.stopServer();
      const file = files[random.index(files.length)]!;
      const { size } = await stat(file);
      const intact = await readFile(file);
      const bit = random.index(size * 8);
      const flipped = Buffer.from(intact);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      await writeFile(file, flipped);
      const where = `bit ${bit} of ${file}`;
      if (!(await starts())) {
        notStarted++;
        await writeFile(file, intact);
        await nats.restart();
        continue;
      }
      let isStopped = false;
      for (const way of ['delivered', 'asked'] as const) {
        const { records, error } = await readJournal(way);
        expect([where, records]).toEqual([where, written.slice(0, records.length)]);
        // Either all of it is there (the server mends an index by itself), or the reader is stopped.
        const isWhole = error === null && records.length === written.length;
        expect([where, isWhole || isOfUs(error)]).toEqual([where, true]);
        isStopped ||= !isWhole;
      }
      if (isStopped) found++;
      await nats.stopServer();
      await writeFile(file, intact);
      await nats.restart();
    }
    writeFigures('bit-flips', {
      seed: SEED,
      flips: FLIPS,
      stopped_the_reader: found,
      stopped_the_server: notStarted,
      mended_by_the_server: FLIPS - found - notStarted,
      wrong_records: 0, // else the test has failed
    });
  });
});
