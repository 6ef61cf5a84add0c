/** The request ids beside the events of a message, on a real stream. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeEvent, SequencedEvent } from '@bellwether/exchange';
import { BEFORE_ALL_EVENTS, EventPublisher, consumeEvents } from '../src';
import type { Bus, StreamedBatch } from '../src';
import { requestIdsHeader } from '../src/events/noted-requests';
import { NatsUnderTest } from './nats-under-test';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const SHARD = 7;
const event: ExchangeEvent = { kind: 'mode', mode: 'open' };
const eventsOf = (...seqs: number[]): SequencedEvent[] =>
  seqs.map((seq) => ({ seq, index: 0, timestampMs: 1_000, event }));

describe('request ids beside events', () => {
  let nats: NatsUnderTest;
  let bus: Bus;

  beforeAll(async () => {
    nats = await NatsUnderTest.start();
    bus = await nats.bus();
  });
  afterAll(() => nats?.stop());

  it('reach the reader with the events of their commands, in order, and with no others', async () => {
    const publisher = new EventPublisher({ shard: SHARD }, { bus, log, onBroken: () => {} });
    await publisher.open();
    publisher.publish(
      eventsOf(1, 2),
      new Map([
        [1, 'first'],
        [2, 'second'],
      ]),
    );
    await publisher.whenIdle();
    // Command 3 made no event, and nobody is known to have asked for command 4.
    publisher.publish(
      eventsOf(4, 5),
      new Map([
        [3, 'silent'],
        [5, 'fifth'],
      ]),
    );
    await publisher.whenIdle();

    const read: StreamedBatch[] = [];
    const stop = new AbortController();
    const options = { shard: SHARD, after: BEFORE_ALL_EVENTS, signal: stop.signal };
    await consumeEvents(options, { bus, log }, (batches) => {
      read.push(...batches);
      if (read.flatMap(({ batch }) => batch.events).length === 4) stop.abort();
    });
    const idsOf = (seq: number) =>
      read.find(({ batch }) => batch.events.some((one) => one.seq === seq))?.requestIds;
    expect(read.flatMap(({ requestIds }) => requestIds ?? [])).toEqual([
      'first',
      'second',
      'fifth',
    ]);
    expect([idsOf(1), idsOf(4)]).toEqual([expect.arrayContaining(['first']), ['fifth']]);
  });
});

describe('the header', () => {
  it.each([
    [['a', 'b.c:d-e_f'], 'a,b.c:d-e_f'],
    [['a', 'b,c', 'd\r\nNats-Msg-Id: e', '', 'f g', 'h'.repeat(129)], 'a'],
    [[], undefined],
    [['\n'], undefined],
  ])('of %j is %j', (ids, header) => {
    expect(requestIdsHeader(ids)).toBe(header);
  });

  it('holds a bounded number', () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => `request-${index}`);
    expect(requestIdsHeader(ids)?.split(',').length).toBe(500);
  });
});
