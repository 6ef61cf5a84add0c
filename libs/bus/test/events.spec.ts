import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decode, encode } from '@bellwether/codec';
import { InvariantViolation, Fault } from '@bellwether/errors';
import { eventBatchLayout } from '@bellwether/exchange';
import type { SequencedEvent } from '@bellwether/exchange';
import { jetstreamManager } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import type { Bus } from '../src/connection/bus';
import { consumeEvents } from '../src/events/event-consumer';
import type { StreamedBatch } from '../src/events/event-consumer';
import { BEFORE_ALL_EVENTS, afterSeq } from '../src/events/event-offset';
import type { EventOffset } from '../src/events/event-offset';
import { lastEventOf } from '../src/events/event-stream';
import { EventPublisher } from '../src/events/event-publisher';
import { MAX_EVENT_BATCH_BYTES, MAX_MESSAGE_BYTES, MAX_PUSHED_MESSAGES } from '../src/limits';
import { NatsUnderTest, silent } from './nats-under-test';

/** Events of `seq`: `count` of them, distinguished by their index. */
const eventsOf = (seq: number, count: number, referenceBytes = 4): SequencedEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    seq,
    index,
    timestampMs: 1_000 + seq,
    event: {
      kind: 'credited',
      user: new Uint8Array(32).fill(1),
      amount: seq * 1_000 + index,
      reference: 'x'.repeat(referenceBytes),
    },
  }));

const placesOf = (batches: readonly StreamedBatch[]): string[] =>
  batches.flatMap(({ batch }) => batch.events.map(({ seq, index }) => `${seq}.${index}`));

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

const unexpected = (error: unknown): void => {
  throw error;
};

async function openPublisher(on: Bus = bus, onBroken = unexpected): Promise<EventPublisher> {
  const publisher = new EventPublisher({ shard }, { bus: on, log: silent, onBroken });
  await publisher.open();
  return publisher;
}

/** What is stored, message by message. */
async function storedMessages() {
  const { streams } = await jetstreamManager(bus.connection);
  const { last_seq: last } = (await streams.info(`EVENTS_${shard}`)).state;
  const messages = [];
  for (let seq = 1; seq <= last; seq++) {
    const message = await streams.getMessage(`EVENTS_${shard}`, { seq });
    if (message !== null) messages.push(message);
  }
  return messages;
}

/** Consumes until `count` events came, and gives the batches. */
async function consumed(after: EventOffset, count: number): Promise<StreamedBatch[]> {
  const stop = new AbortController();
  const batches: StreamedBatch[] = [];
  await consumeEvents({ shard, after, signal: stop.signal }, { bus, log: silent }, (some) => {
    batches.push(...some);
    if (placesOf(batches).length >= count) stop.abort();
  });
  return batches;
}

describe('publishing', () => {
  it('writes batches of the contract that link to each other', async () => {
    const publisher = await openPublisher();
    publisher.publish(eventsOf(1, 2));
    await publisher.whenIdle();
    publisher.publish(eventsOf(4, 1));
    await publisher.whenIdle();
    const messages = await storedMessages();
    const batches = messages.map(({ data }) => decode(eventBatchLayout, data));
    expect(batches).toEqual([
      { previousSeq: 0, previousIndex: 0, events: eventsOf(1, 2) },
      { previousSeq: 1, previousIndex: 1, events: eventsOf(4, 1) },
    ]);
    expect(batches.map((batch) => encode(eventBatchLayout, batch))).toEqual(
      messages.map(({ data }) => new Uint8Array(data)),
    );
    expect(messages.map(({ header }) => header.get('Nats-Msg-Id'))).toEqual(['1.0', '4.0']);
    expect(publisher.lastPublished()).toEqual({ seq: 4, index: 0 });
  });

  it('sends what waits in one batch, cut between events where a message would grow too large', async () => {
    const publisher = await openPublisher();
    for (let seq = 1; seq <= 300; seq++) publisher.publish(eventsOf(seq, 20, 128));
    expect(publisher.pending).toBe(6_000);
    await publisher.whenIdle();
    const messages = await storedMessages();
    expect(messages.length).toBeLessThan(10);
    for (const { data } of messages) expect(data.length).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
    expect(messages.some(({ data }) => data.length > MAX_MESSAGE_BYTES / 2)).toBe(true);
    expect(placesOf(await consumed(BEFORE_ALL_EVENTS, 6_000))).toEqual(
      Array.from({ length: 6_000 }, (_, i) => `${Math.floor(i / 20) + 1}.${i % 20}`),
    );
  });

  it('leaves room in a full message for all that is noted beside it: the server counts it, too', async () => {
    const publisher = await openPublisher();
    const requestIds = new Map<number, string>();
    for (let seq = 1; seq <= 600; seq++) {
      requestIds.set(seq, String(seq).padStart(128, '0'));
      publisher.publish(eventsOf(seq, 4, 500), requestIds);
    }
    await publisher.whenIdle();
    const sizes = (await storedMessages()).map(
      ({ data, header }) => data.length + (header.get('Request-Ids') ?? '').length,
    );
    expect(Math.max(...sizes)).toBeGreaterThan(MAX_EVENT_BATCH_BYTES);
    expect(placesOf(await consumed(BEFORE_ALL_EVENTS, 2_400)).length).toBe(2_400);
  });

  it('writes messages, and makes a stream, that engines and readers know', async () => {
    const publisher = await openPublisher();
    publisher.publish(eventsOf(1, 1), new Map([[1, 'a-request']]));
    await publisher.whenIdle();
    const [message] = await storedMessages();
    for (const [name, value] of [
      ['Nats-Expected-Stream', `EVENTS_${shard}`],
      ['Nats-Expected-Last-Sequence', '0'],
      ['Nats-Msg-Id', '1.0'],
      ['Request-Ids', 'a-request'],
      ['Events-Kinds', 'credited'],
      ['Events-Last', '1.0'],
    ] as const) {
      expect([name, message!.header.get(name)]).toEqual([name, value]);
    }
    const { streams } = await jetstreamManager(bus.connection);
    // An engine ends at a stream of any other form.
    expect((await streams.info(`EVENTS_${shard}`)).config).toMatchObject({
      subjects: [`events.${shard}.>`],
      retention: 'limits',
      storage: 'file',
      discard: 'new',
      max_msgs: -1,
      max_bytes: -1,
      max_msg_size: MAX_MESSAGE_BYTES,
      deny_delete: true,
      num_replicas: 1,
      republish: {
        src: `events.${shard}.trading`,
        dest: `stored.events.${shard}`,
        headers_only: true,
      },
    });
  });

  it('says when it has no room', async () => {
    const dependencies = { bus, log: silent, onBroken: unexpected };
    const publisher = new EventPublisher({ shard, maxPendingEvents: 10 }, dependencies);
    await publisher.open();
    publisher.publish(eventsOf(1, 9));
    expect(publisher.hasRoom).toBe(true);
    publisher.publish(eventsOf(2, 1));
    expect(publisher.hasRoom).toBe(false);
    await publisher.whenIdle();
    expect(publisher.hasRoom).toBe(true);
  });

  it('after a restart drops what is in the stream, and goes on after it', async () => {
    const first = await openPublisher();
    first.publish(eventsOf(1, 3));
    await first.whenIdle();
    const second = await openPublisher();
    expect(second.lastPublished()).toEqual({ seq: 1, index: 2 });
    // A replay gives every event again.
    second.publish(eventsOf(1, 3));
    second.publish(eventsOf(2, 2));
    await second.whenIdle();
    expect(placesOf(await consumed(BEFORE_ALL_EVENTS, 5))).toEqual([
      '1.0',
      '1.1',
      '1.2',
      '2.0',
      '2.1',
    ]);
    expect(await storedMessages()).toHaveLength(2);
  });

  it('believes that a replay gives the event that was published', async () => {
    const first = await openPublisher();
    first.publish(eventsOf(1, 1));
    await first.whenIdle();
    const second = await openPublisher();
    const [event] = eventsOf(1, 1);
    expect(() => second.publish([{ ...event!, timestampMs: 9 }])).toThrow(InvariantViolation);
  });

  it('publishes each event once while the server is killed and another engine publishes the same', async () => {
    const publishers = [await openPublisher(), await openPublisher(await nats.bus())];
    for (let seq = 1; seq <= 400; seq++) {
      for (const publisher of publishers) publisher.publish(eventsOf(seq, 2));
      if (seq % 100 === 0) await nats.crash();
      else await sleep(1);
    }
    await Promise.all(publishers.map((publisher) => publisher.whenIdle()));
    const places = (await storedMessages()).flatMap(({ data }) =>
      decode(eventBatchLayout, data).events.map(({ seq, index }) => `${seq}.${index}`),
    );
    expect(places).toEqual(Array.from({ length: 800 }, (_, i) => `${(i >> 1) + 1}.${i & 1}`));
  });

  it('is broken by a stream that lost what it had', async () => {
    const broken: unknown[] = [];
    const publisher = await openPublisher(bus, (error) => broken.push(error));
    publisher.publish(eventsOf(1, 1));
    await publisher.whenIdle();
    const { streams } = await jetstreamManager(bus.connection);
    await streams.delete(`EVENTS_${shard}`);
    await openPublisher();
    publisher.publish(eventsOf(2, 1));
    while (broken.length === 0) await sleep(10);
    expect(broken[0]).toBeInstanceOf(InvariantViolation);
  });
});

describe('consuming', () => {
  /** A message as a broken or older publisher might have written it. */
  const forge = (previous: EventOffset, events: SequencedEvent[], noted = headers()) =>
    bus.request(
      `events.${shard}.trading`,
      encode(eventBatchLayout, {
        previousSeq: previous.seq,
        previousIndex: previous.index,
        events,
      }),
      2_000,
      noted,
    );

  it('begins after a place, in the middle of a batch too', async () => {
    const publisher = await openPublisher();
    for (let seq = 1; seq <= 40; seq++) {
      publisher.publish(eventsOf(seq, 3));
      await publisher.whenIdle();
    }
    const all = placesOf(await consumed(BEFORE_ALL_EVENTS, 120));
    expect(all).toHaveLength(120);
    for (const [seq, index] of [
      [1, 0],
      [7, 1],
      [39, 2],
    ] as const) {
      const [first, ...rest] = await consumed({ seq, index }, 1);
      expect(placesOf([first!, ...rest])[0]).toBe(all[all.indexOf(`${seq}.${index}`) + 1]);
      expect(first!.batch).toMatchObject({ previousSeq: seq, previousIndex: index });
    }
    expect(placesOf(await consumed(afterSeq(38), 6))).toEqual(all.slice(-6));
  });

  it('waits for a stream that is not there yet, and for events that are to come', async () => {
    const stop = new AbortController();
    const places: string[] = [];
    const options = { shard, after: BEFORE_ALL_EVENTS, signal: stop.signal };
    const consuming = consumeEvents(options, { bus, log: silent }, (batches) => {
      places.push(...placesOf(batches));
    });
    const publisher = await openPublisher();
    publisher.publish(eventsOf(1, 1));
    while (places.length < 1) await sleep(10);
    publisher.publish(eventsOf(2, 1));
    while (places.length < 2) await sleep(10);
    stop.abort();
    await consuming;
    expect(places).toEqual(['1.0', '2.0']);
  });

  /** Counts what a bus asks for by number. */
  function countingQuestions(on: Bus): { questions: number } {
    const count = { questions: 0 };
    const request = on.request.bind(on);
    on.request = (subject, ...rest) => {
      if (subject.includes('.MSG.GET.')) count.questions++;
      return request(subject, ...rest);
    };
    return count;
  }

  it('asks for no message that it heard, and for all of them where it may be late', async () => {
    const publisher = await openPublisher(await nats.bus());
    publisher.publish(eventsOf(1, 1));
    await publisher.whenIdle();
    // It may have received the first append after its subscription too late: it is not counted. A busy server may give
    // its notice before it passes the append on: then that one is requested, once in hundreds.
    for (const [batchDelayMs, atLeast, atMost] of [
      [0, 0, 2],
      [1, 19, 21],
    ] as const) {
      const stop = new AbortController();
      const first = publisher.lastPublished().seq;
      const options = { shard, after: BEFORE_ALL_EVENTS, signal: stop.signal, batchDelayMs };
      const counter = countingQuestions(bus);
      const consuming = consumeEvents(options, { bus, log: silent }, async (batches) => {
        const { seq } = lastEventOf(batches.at(-1)!.batch);
        if (seq < first) return;
        if (seq === first + 1) counter.questions = 0;
        if (seq === first + 20) return stop.abort();
        publisher.publish(eventsOf(seq + 1, 1));
        await publisher.whenIdle();
      });
      await consuming;
      expect(counter.questions).toBeGreaterThanOrEqual(atLeast);
      expect(counter.questions).toBeLessThanOrEqual(atMost);
    }
  });

  it('reads no append that the stream refused', async () => {
    const publisher = await openPublisher(await nats.bus());
    const places: string[] = [];
    const stop = new AbortController();
    const options = { shard, after: BEFORE_ALL_EVENTS, signal: stop.signal };
    const consuming = consumeEvents(options, { bus, log: silent }, (batches) => {
      places.push(...placesOf(batches));
    });
    publisher.publish(eventsOf(1, 1));
    while (places.length < 1) await sleep(5);
    // As an engine that lost its place at the tail would append.
    const [late, early] = [headers(), headers()];
    late.set('Nats-Expected-Last-Sequence', '0');
    early.set('Nats-Expected-Last-Sequence', '2');
    for (const noted of [late, early]) {
      noted.set('Nats-Expected-Stream', `EVENTS_${shard}`);
      noted.set('Nats-Msg-Id', `${seqAfter(noted)}.0`);
      const refused = await forge({ seq: 1, index: 0 }, eventsOf(seqAfter(noted), 2), noted);
      expect(refused.string()).toContain('wrong last sequence');
    }
    publisher.publish(eventsOf(2, 1));
    while (places.length < 2) await sleep(5);
    // Under the sequence, and the id, of the one received before it.
    publisher.publish(eventsOf(3, 1));
    while (places.length < 3) await sleep(5);
    stop.abort();
    await consuming;
    expect(places).toEqual(['1.0', '2.0', '3.0']);
  });

  const seqAfter = (noted: ReturnType<typeof headers>): number =>
    Number(noted.get('Nats-Expected-Last-Sequence')) + 1;

  it('reads all that came while its handler was slow, also what it had no room for', async () => {
    const publisher = await openPublisher(await nats.bus());
    publisher.publish(eventsOf(1, 1));
    const places: string[] = [];
    const stop = new AbortController();
    const options = { shard, after: BEFORE_ALL_EVENTS, signal: stop.signal };
    await consumeEvents(options, { bus, log: silent }, async (batches) => {
      places.push(...placesOf(batches));
      if (places.length > MAX_PUSHED_MESSAGES + 20) return stop.abort();
      if (places.length > 1) return;
      for (let seq = 2; seq <= MAX_PUSHED_MESSAGES + 21; seq++) {
        publisher.publish(eventsOf(seq, 1));
        await publisher.whenIdle();
      }
    });
    expect(places).toEqual(
      Array.from({ length: MAX_PUSHED_MESSAGES + 21 }, (_, at) => `${at + 1}.0`),
    );
  });

  it('gives whole commands, wherever messages were cut', async () => {
    const publisher = await openPublisher();
    // A command whose events are more than two messages take, between two that are small.
    publisher.publish([...eventsOf(1, 2), ...eventsOf(2, 600, 2_000), ...eventsOf(3, 1)]);
    await publisher.whenIdle();
    const cuts = (await storedMessages()).map(({ header }) => header.get('Events-Cut'));
    expect(cuts.filter((cut) => cut === '1').length).toBeGreaterThan(1);
    expect(cuts.at(-1)).toBe('');
    const stop = new AbortController();
    const ends: string[] = [];
    const options = { shard, after: BEFORE_ALL_EVENTS, signal: stop.signal };
    await consumeEvents(options, { bus, log: silent }, (batches) => {
      const { seq, index } = batches.at(-1)!.batch.events.at(-1)!;
      ends.push(`${seq}.${index}`);
      if (seq === 3) stop.abort();
    });
    for (const end of ends) expect(['1.1', '2.599', '3.0']).toContain(end);
    expect(ends.at(-1)).toBe('3.0');
  });

  it('holds what was cut until the rest is there', async () => {
    await openPublisher();
    const cut = headers();
    cut.set('Events-Cut', '1');
    await forge(BEFORE_ALL_EVENTS, eventsOf(1, 1));
    await forge({ seq: 1, index: 0 }, [...eventsOf(2, 1), ...eventsOf(3, 1)], cut);
    const stop = new AbortController();
    const calls: string[][] = [];
    const options = { shard, after: BEFORE_ALL_EVENTS, signal: stop.signal };
    const consuming = consumeEvents(options, { bus, log: silent }, async (batches) => {
      calls.push(placesOf(batches));
      if (calls.length === 2) stop.abort();
      else await forge({ seq: 3, index: 0 }, eventsOf(3, 2).slice(1));
    });
    await consuming;
    expect(calls).toEqual([['1.0'], ['2.0', '3.0', '3.1']]);
  });

  it('gives what came during the delay in one call', async () => {
    const publisher = await openPublisher();
    publisher.publish(eventsOf(1, 1));
    await publisher.whenIdle();
    const stop = new AbortController();
    const calls: number[][] = [];
    const delayed = { shard, after: BEFORE_ALL_EVENTS, signal: stop.signal, batchDelayMs: 1_000 };
    await consumeEvents(delayed, { bus, log: silent }, async (batches) => {
      calls.push(batches.flatMap(({ batch }) => batch.events.map(({ seq }) => seq)));
      if (calls.length === 2) return stop.abort();
      for (const seq of [2, 3, 4]) {
        publisher.publish(eventsOf(seq, 1));
        await publisher.whenIdle();
      }
    });
    expect(calls).toEqual([[1], [2, 3, 4]]);
  });

  it('skips repeats and the repeated part of a batch', async () => {
    await openPublisher();
    await forge(BEFORE_ALL_EVENTS, eventsOf(1, 2));
    await forge(BEFORE_ALL_EVENTS, eventsOf(1, 2));
    await forge({ seq: 1, index: 0 }, [...eventsOf(1, 2).slice(1), ...eventsOf(2, 1)]);
    const batches = await consumed(BEFORE_ALL_EVENTS, 3);
    expect(placesOf(batches)).toEqual(['1.0', '1.1', '2.0']);
    expect(batches[1]!.batch).toMatchObject({ previousSeq: 1, previousIndex: 1 });
  });

  it('ends with a Fault at a gap', async () => {
    await openPublisher();
    await forge(BEFORE_ALL_EVENTS, eventsOf(1, 2));
    await forge({ seq: 2, index: 0 }, eventsOf(3, 1));
    const consuming = consumed(BEFORE_ALL_EVENTS, 3);
    await expect(consuming).rejects.toThrow(Fault);
    await expect(consuming).rejects.toThrow(/continues 2.0, known is 1.1/);
  });

  it('ends with a Fault at a message that is no batch', async () => {
    await openPublisher();
    await bus.request(`events.${shard}.trading`, new Uint8Array([1, 2, 3]), 2_000);
    await expect(consumed(BEFORE_ALL_EVENTS, 1)).rejects.toThrow(/message 1 is unreadable/);
  });

  it('ends with a Fault where the stream holds less than was read from it', async () => {
    const publisher = await openPublisher();
    publisher.publish(eventsOf(1, 1));
    await publisher.whenIdle();
    await expect(consumed({ seq: 5, index: 0 }, 1)).rejects.toThrow(
      /ends at 1.0, but 5.0 was read/,
    );
  });

  it('gives the same batches again after a fault to retry, and in between nothing else', async () => {
    const publisher = await openPublisher();
    publisher.publish(eventsOf(1, 1));
    const stop = new AbortController();
    const calls: string[] = [];
    const options = { shard, after: BEFORE_ALL_EVENTS, signal: stop.signal };
    await consumeEvents(options, { bus, log: silent }, async (batches) => {
      calls.push(placesOf(batches).join());
      if (calls.length === 1) publisher.publish(eventsOf(2, 1));
      if (calls.length === 1) throw new Fault('retry', 'the database is away');
      if (calls.length === 2) throw new Error('something else');
      if (calls.length === 4) stop.abort();
    });
    expect(calls).toEqual(['1.0', '1.0', '1.0', '2.0']);
  });

  it('ends with what the handler declares as final', async () => {
    const publisher = await openPublisher();
    publisher.publish(eventsOf(1, 1));
    for (const final of [new Fault('poison', 'never'), new InvariantViolation('not so')]) {
      const { signal } = new AbortController();
      const options = { shard, after: BEFORE_ALL_EVENTS, signal };
      const consuming = consumeEvents(options, { bus, log: silent }, () => {
        throw final;
      });
      await expect(consuming).rejects.toBe(final);
    }
  });

  it('goes on through crashes of the server', async () => {
    const publisher = await openPublisher();
    const reading = consumed(BEFORE_ALL_EVENTS, 300);
    for (let seq = 1; seq <= 300; seq++) {
      publisher.publish(eventsOf(seq, 1));
      if (seq % 120 === 0) await nats.crash();
      else await sleep(1);
    }
    expect(placesOf(await reading)).toEqual(Array.from({ length: 300 }, (_, i) => `${i + 1}.0`));
  });
});
