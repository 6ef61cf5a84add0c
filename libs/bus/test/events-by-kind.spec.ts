/** A reader that needs few kinds of events fetches the messages that have some, and knows of the others where they end. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { encode } from '@bellwether/codec';
import { eventBatchLayout } from '@bellwether/exchange';
import type { SequencedEvent } from '@bellwether/exchange';
import { headers } from '@nats-io/transport-node';
import type { Bus } from '../src/connection/bus';
import { consumeEvents } from '../src/events/event-consumer';
import { BEFORE_ALL_EVENTS } from '../src/events/event-offset';
import { EventPublisher } from '../src/events/event-publisher';
import { NatsUnderTest, silent } from './nats-under-test';

const user = new Uint8Array(32).fill(1);
const CREDITED = { kind: 'credited', user, amount: 1, reference: 'gift' } as const;
const BALANCE = {
  kind: 'balance',
  user,
  available: 1,
  locked: 0,
  withdrawing: 0,
  gasDebt: 0,
} as const;

const eventsOf = (seq: number, ...events: SequencedEvent['event'][]): SequencedEvent[] =>
  events.map((event, index) => ({ seq, index, timestampMs: seq, event }));

let nats: NatsUnderTest;
let publisher: EventPublisher;
let engine: Bus;
let shard = 0;

beforeAll(async () => {
  nats = await NatsUnderTest.start();
});
afterAll(() => nats.stop());
beforeEach(async () => {
  shard++;
  engine = await nats.bus();
  const onBroken = (error: unknown): never => {
    throw error;
  };
  publisher = new EventPublisher({ shard }, { bus: engine, log: silent, onBroken });
  await publisher.open();
});

async function publish(seq: number, ...events: SequencedEvent['event'][]): Promise<void> {
  publisher.publish(eventsOf(seq, ...events));
  await publisher.whenIdle();
}

/**
 * Reads on from the first event, which is published here, and calls `meanwhile` when it has it. Ends at an event of seq
 * `end`.
 * @returns for each message after it: its last event, the kinds that came of it; and the sequences that were asked for
 */
async function read(end: number, meanwhile: () => Promise<void>) {
  const bus = await nats.bus();
  const asked: number[] = [];
  const request = bus.request.bind(bus);
  bus.request = (subject, payload, ...rest) => {
    if (subject.includes('.MSG.GET.'))
      asked.push(Number(JSON.parse(Buffer.from(payload).toString()).seq));
    return request(subject, payload, ...rest);
  };
  await publish(1, CREDITED);
  const stop = new AbortController();
  const messages: string[] = [];
  const kinds = ['credited', 'recovery_authorized'] as const;
  const { signal } = stop;
  const options = { shard, after: BEFORE_ALL_EVENTS, signal, batchDelayMs: 1, kinds };
  await consumeEvents(options, { bus, log: silent }, async (batches) => {
    const { last } = batches.at(-1)!;
    if (last.seq === 1) {
      asked.length = 0;
      return meanwhile();
    }
    for (const one of batches) {
      const of = one.batch.events.map(({ event }) => event.kind).join();
      messages.push(`${one.last.seq}.${one.last.index} ${of}`.trim());
    }
    if (last.seq === end) stop.abort();
  });
  await bus.close();
  return { messages, asked };
}

it('fetches what has a kind that it needs, with all its events, and nothing else', async () => {
  const { messages, asked } = await read(6, async () => {
    await publish(2, BALANCE, BALANCE);
    await publish(3, BALANCE);
    await publish(4, BALANCE, CREDITED);
    await publish(5, BALANCE, BALANCE, BALANCE);
    await publish(6, CREDITED);
  });
  expect(messages).toEqual(['2.1', '3.0', '4.1 balance,credited', '5.2', '6.0 credited']);
  expect(asked).toEqual([4, 6]);
});

it('fetches every message whose kinds are not noted', async () => {
  const { messages, asked } = await read(3, async () => {
    const batch = { previousSeq: 1, previousIndex: 0, events: eventsOf(2, BALANCE) };
    await engine.request(`events.${shard}.trading`, encode(eventBatchLayout, batch), 5_000);
    await publisher.catchUp();
    await publish(3, BALANCE);
  });
  expect(messages).toEqual(['2.0 balance', '3.0']);
  expect(asked).toEqual([2]);
});

it('goes on in the middle of a command that a message cuts', async () => {
  const append = async (previous: number, seq: number, event: SequencedEvent, cut: boolean) => {
    const noted = headers();
    noted.set('Events-Kinds', event.event.kind);
    noted.set('Events-Last', `${event.seq}.${event.index}`);
    if (cut) noted.set('Events-Cut', '1');
    const batch = { previousSeq: seq, previousIndex: previous, events: [event] };
    await engine.request(`events.${shard}.trading`, encode(eventBatchLayout, batch), 5_000, noted);
  };
  const { messages, asked } = await read(2, async () => {
    const [first, second, third] = eventsOf(2, BALANCE, CREDITED, BALANCE);
    await append(0, 1, first!, true);
    await append(0, 2, second!, true);
    await append(1, 2, third!, false);
  });
  expect(messages).toEqual(['2.0', '2.1 credited', '2.2']);
  expect(asked).toEqual([3]);
});

it('fetches from the stream what it was not told of', async () => {
  const { messages } = await read(3, async () => {
    await publish(2, BALANCE);
    await nats.crash();
    await publish(3, CREDITED);
  });
  expect(messages.at(-1)).toBe('3.0 credited');
  expect(messages[0]).toMatch(/^2\.0/);
});
