/** A server that shows less of a stream than there is: nobody believes it before it has said so for long. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InvariantViolation, Fault } from '@bellwether/errors';
import type { JournaledCommand } from '@bellwether/exchange';
import { consumeEvents } from '../src/events/event-consumer';
import { EventPublisher } from '../src/events/event-publisher';
import { Journal } from '../src/journal/journal';
import { silent } from './nats-under-test';
import { BehindServer } from './behind-server';
import { thrownBy } from './thrown-by';

const tick: JournaledCommand = { lane: 'internal', command: { kind: 'tick' } };
const SHORT_TIMEOUT_MS = 300;

describe('a journal on a server that is behind', () => {
  let server: BehindServer;
  const journalOn = async (timeoutMs?: number): Promise<Journal> =>
    new Journal({ network: 'test', shard: 0 }, { bus: await server.bus(timeoutMs), log: silent });

  /** One that was written here, and goes on to `records`. */
  async function written(records: number, timeoutMs?: number): Promise<Journal> {
    const journal = await journalOn(timeoutMs);
    await journal.beginEpoch(1_000);
    while (journal.position.number < records) await journal.append([tick], 1_000);
    return journal;
  }

  beforeEach(async () => {
    server = await BehindServer.start('JOURNAL_0', 'journal.0');
  });
  afterEach(() => server.stop());

  /** After so many looks it shows everything. */
  const catchesUpAfter = (looks: number): void => {
    server.looks = 0;
    server.onLook = () => {
      if (server.looks >= looks) server.shown = Infinity;
    };
  };

  it('is read on when the server has caught up', async () => {
    const { position } = await written(20);
    server.shown = 11;
    catchesUpAfter(3);
    const reader = await journalOn();
    await reader.goOnFrom(position);
    expect(reader.position.number).toBe(20);
    expect(server.looks).toBeGreaterThan(3);
  });

  it('is followed on from where the reader was', async () => {
    const writer = await written(20);
    const { position } = writer;
    await writer.append([tick], 1_000);
    const reader = await journalOn();
    server.shown = 11;
    catchesUpAfter(4);
    const ended = new AbortController();
    const numbers: number[] = [];
    for await (const { number } of reader.follow(position, ended.signal)) {
      numbers.push(number);
      ended.abort();
    }
    expect(numbers).toEqual([21]);
  });

  it('is appended to by the engine that leads, whatever the server shows', async () => {
    const journal = await written(20);
    server.shown = 11;
    const record = await journal.append([tick], 1_000);
    expect(record.number).toBe(21);
  });

  it('does not end an append whose first answer was lost', async () => {
    const journal = await written(20);
    // As if the acknowledgement had been lost: the append is refused, and the look shows nothing of it.
    const { stored } = server;
    let isFirst = true;
    server.shown = 11;
    server.looks = 0;
    server.onLook = () => {
      if (isFirst) stored.pop();
      isFirst = false;
    };
    stored.push(new Uint8Array(1));
    const record = await journal.append([tick], 1_000);
    expect(record.number).toBe(21);
    expect(server.looks).toBe(1);
  });

  it('was cut, where that is all that is heard for long', async () => {
    const { position } = await written(20);
    server.shown = 11;
    const reader = await journalOn(SHORT_TIMEOUT_MS);
    const error = await thrownBy(reader.goOnFrom(position));
    expect(error).toBeInstanceOf(InvariantViolation);
    expect(server.looks).toBeGreaterThan(2);
  });

  it('was cut, at once, where one server keeps it', async () => {
    const { position } = await written(20);
    server.shown = 11;
    server.copies = 1;
    server.looks = 0;
    const error = await thrownBy((await journalOn()).goOnFrom(position));
    expect(error).toBeInstanceOf(InvariantViolation);
    expect(server.looks).toBe(1);
  });
});

describe('a record that nobody waits for any more', () => {
  let server: BehindServer;
  beforeEach(async () => {
    server = await BehindServer.start('JOURNAL_0', 'journal.0');
  });
  afterEach(() => server.stop());

  const wanted: JournaledCommand = {
    lane: 'admin',
    command: { kind: 'test_credit', user: new Uint8Array(32), amount: 1, reference: 'wanted' },
  };

  it.each([
    { name: 'gives way to another in its place', way: 'lost', kind: 'tick' },
    { name: 'counts, where it lands before the other', way: 'late', kind: 'test_credit' },
  ] as const)('$name', async ({ way, kind }) => {
    const journal = new Journal(
      { network: 'test', shard: 0 },
      { bus: await server.bus(), log: silent },
    );
    await journal.beginEpoch(1_000);
    server.ways = [way];
    const replacement = async () => ({ commands: [tick], timestampMs: 7_000 });
    const record = await journal.append([wanted], 1_000, { replacement });
    expect(record).toMatchObject({ number: 3, firstSeq: 1, commands: [{ command: { kind } }] });
    // The first one arrives again, however late: its place is taken.
    expect((await journal.append([tick], 8_000)).number).toBe(4);
    const kinds: string[] = [];
    for await (const { commands } of journal.read())
      kinds.push(...commands.map(({ command }) => command.kind));
    expect(kinds).toEqual([kind, 'tick']);
  });
});

describe('events on a server that is behind', () => {
  let server: BehindServer;
  beforeEach(async () => {
    server = await BehindServer.start('EVENTS_0', 'events.0.trading');
  });
  afterEach(() => server.stop());

  const event = (seq: number) =>
    ({ seq, index: 0, timestampMs: seq, event: { kind: 'mode', mode: 'open' } }) as const;

  async function publisherWith(events: number): Promise<EventPublisher> {
    const bus = await server.bus();
    const onBroken = (error: unknown): void => {
      throw error;
    };
    const publisher = new EventPublisher({ shard: 0 }, { bus, log: silent, onBroken });
    for (let seq = 1; seq <= events; seq++) {
      publisher.publish([event(seq)]);
      await publisher.whenIdle();
    }
    return publisher;
  }

  it('are published on when it has caught up', async () => {
    const publisher = await publisherWith(12);
    server.shown = 9;
    server.looks = 0;
    server.onLook = () => {
      if (server.looks >= 3) server.shown = Infinity;
    };
    await publisher.catchUp();
    expect(publisher.lastPublished()).toEqual({ seq: 12, index: 0 });
    expect(server.looks).toBeGreaterThan(3);
  });

  it.each([
    { name: 'a cursor', after: { seq: 12, index: 0 } },
    { name: 'the state as of a seq', after: { seq: 12, index: 0xffff_ffff } },
  ])('are read on after $name', async ({ after }) => {
    const publisher = await publisherWith(12);
    server.shown = 9;
    server.looks = 0;
    server.onLook = () => {
      if (server.looks < 3) return;
      server.shown = Infinity;
    };
    publisher.publish([event(13)]);
    await publisher.whenIdle();
    const ended = new AbortController();
    const seqs: number[] = [];
    const options = { shard: 0, after, signal: ended.signal };
    await consumeEvents(options, { bus: await server.bus(), log: silent }, (batches) => {
      seqs.push(...batches.flatMap(({ batch }) => batch.events.map(({ seq }) => seq)));
      ended.abort();
    });
    expect(seqs).toEqual([13]);
  });

  it('are of another stream, where that is all that is heard for long', async () => {
    await publisherWith(12);
    server.shown = 9;
    const { signal } = new AbortController();
    const options = { shard: 0, after: { seq: 12, index: 0 }, signal };
    const bus = await server.bus(SHORT_TIMEOUT_MS);
    const error = await thrownBy(consumeEvents(options, { bus, log: silent }, () => {}));
    expect(error).toBeInstanceOf(Fault);
    expect(bus.shortAnswers).toBeGreaterThan(2);
  });
});
