/** The pipeline alone, on a real journal: order, limits and overload. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '@bellwether/bus';
import { InvariantViolation } from '@bellwether/errors';
import { jetstreamManager } from '@nats-io/jetstream';
import { READ_BUDGET_MS, DISK_LOOK_INTERVAL_MS, PREDECESSOR_SURE_MS } from '../src/limits';
import type { Pipeline } from '../src/pipeline';
import {
  incoming,
  signedCancel,
  signedCancelAfter,
  signedCancelAll,
  signedOrder,
  testUser,
} from './incoming';
import type { TestIncoming } from './incoming';
import { witness } from './journal-witness';
import { NatsUnderTest } from './nats-under-test';
import {
  alice,
  credit,
  eventThatOpens,
  onlyMarket,
  outcomesOf,
  pipelineOn,
  pushAll,
  restOrders,
} from './pipeline-under-test';
import type { PipelineOptions, TestDisk } from './pipeline-under-test';

const marketId = new Uint8Array(32);

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
const pipelineWith = (options: PipelineOptions = {}) => pipelineOn({ bus, shard }, options);

const credits = (count: number): TestIncoming[] =>
  Array.from({ length: count }, (_, number) => incoming('admin', credit(number)));
/** Orders with invalid signatures. Verifying them costs as much, and they need no market. */
const orders = (count: number): TestIncoming[] =>
  Array.from({ length: count }, (_, number) =>
    incoming('order', {
      ...credit(number),
      kind: 'order',
      user: testUser(number).user,
      marketId,
      outcome: 'yes',
      side: 'buy',
      price: 1,
      size: 1,
      orderType: 'gtc',
      nonce: 1,
      feeBps: 0,
      builder: null,
      signature: new Uint8Array(64),
    }),
  );

const signedOrders = (count: number, lastNonce = 0): TestIncoming[] =>
  Array.from({ length: count }, (_, index) =>
    incoming('order', signedOrder(alice, { marketId, nonce: lastNonce + index + 1 })),
  );

async function seqsOf(commands: readonly TestIncoming[]): Promise<(number | null)[]> {
  const outcomes = await Promise.all(commands.map(({ outcome }) => outcome));
  return outcomes.map((outcome) => ('code' in outcome ? null : outcome.answer.reply.seq));
}

/** Uses up the time budget that orders have in one turn of the event loop. */
function spendTheTurn(): void {
  const untilMs = performance.now() + READ_BUDGET_MS;
  while (performance.now() <= untilMs);
}

describe('sequencing', () => {
  it('puts what waits into one record, up to 128 commands', async () => {
    const { pipeline } = await pipelineWith();
    const commands = credits(300);
    pushAll(pipeline, commands);
    const running = pipeline.run();
    expect(new Set(await outcomesOf(commands))).toEqual(new Set(['credited']));
    pipeline.stop();
    await running;
    const { records } = await witness(bus, shard);
    const sizes = records.flatMap(({ commands: { length } }) => (length > 0 ? [length] : []));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(128);
    expect(sizes.length).toBeLessThan(60);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(300);
  });

  it('puts at most 64 KiB into a record', async () => {
    const { pipeline } = await pipelineWith();
    const commands = Array.from({ length: 8 }, (_, number) =>
      incoming('admin', credit(number), { byteLength: 20 * 1024 }),
    );
    pushAll(pipeline, commands);
    const running = pipeline.run();
    await outcomesOf(commands);
    pipeline.stop();
    await running;
    const { records } = await witness(bus, shard);
    const sizes = records.flatMap(({ commands: { length } }) => (length > 0 ? [length] : []));
    expect(sizes).toEqual([3, 3, 2]);
  });

  it('never lets the time of a record fall, whatever the clock does', async () => {
    const times = [5_000, 9_000, 4_000, 1];
    let now = 5_000;
    const { pipeline } = await pipelineWith({ clock: () => now });
    const running = pipeline.run();
    for (const [number, time] of times.entries()) {
      now = time;
      const command = incoming('admin', credit(number));
      pipeline.push(command);
      await command.outcome;
    }
    pipeline.stop();
    await running;
    const { records } = await witness(bus, shard);
    expect(records.slice(2).map(({ timestampMs }) => timestampMs)).toEqual([
      5_000, 9_000, 9_000, 9_000,
    ]);
  });
});

describe('an engine that begins to lead', () => {
  it('is silent for as long as the one before may be sure, since it knew of its last record', async () => {
    const before = await pipelineWith();
    const running = before.pipeline.run();
    const command = incoming('admin', credit(1));
    before.pipeline.push(command);
    await command.outcome;
    // The last proof began before this moment, and the next engine reads the last record only after it.
    const knownMs = performance.now();
    const next = await pipelineWith();
    expect(performance.now() - knownMs).toBeGreaterThanOrEqual(PREDECESSOR_SURE_MS);
    expect(next.journal.position.epoch).toBe(2);
    // Its next append is fenced.
    const late = incoming('order', signedOrder(alice, { marketId, nonce: 1 }));
    before.pipeline.push(late);
    await expect(running).rejects.toThrow(InvariantViolation);
  });
});

const modeOf = (pipeline: Pipeline) =>
  new Promise((resolve) => {
    pipeline.query({
      query: { what: 'status', params: {} },
      requestId: 'test',
      answer: ({ view }) => resolve(Object(view).mode),
      fail: resolve,
    });
  });

describe('an engine whose journal has a disk', () => {
  it('that is nearly full takes cancels only, and everything when there is room again', async () => {
    const disk: TestDisk = { mode: 'cancels', isOut: false };
    const { pipeline } = await pipelineWith({ disk });
    const running = pipeline.run();
    const cancel = () => incoming('cancel', signedCancel(alice, marketId, 1));
    const first = [orders(1)[0]!, cancel(), incoming('admin', credit(1))];
    pushAll(pipeline, first);
    expect(await outcomesOf(first)).toEqual(['DISK_LOW', 'refused', 'credited']);
    expect([pipeline.rejection('builder'), pipeline.rejection('cancel')]).toEqual([
      'DISK_LOW',
      null,
    ]);
    expect(await modeOf(pipeline)).toBe('cancel_only');
    disk.mode = 'nothing';
    const second = [orders(1)[0]!, cancel(), incoming('admin', credit(2))];
    pushAll(pipeline, second);
    expect(await outcomesOf(second)).toEqual(['DISK_LOW', 'DISK_LOW', 'DISK_LOW']);
    expect(await modeOf(pipeline)).toBe('halted');
    disk.mode = 'everything';
    const third = [incoming('admin', credit(3)), cancel()];
    pushAll(pipeline, third);
    expect(await outcomesOf(third)).toEqual(['credited', 'refused']);
    expect(await modeOf(pipeline)).toBe('open');
    pipeline.stop();
    await running;
  });

  it('without room turns away what waits: none of it is in the journal, and no time passes', async () => {
    let nowMs = Date.now();
    const disk: TestDisk = { mode: 'everything', isOut: false };
    const { pipeline, exchange, journal } = await pipelineWith({ disk, clock: () => nowMs });
    const running = pipeline.run();
    const created = incoming('admin', eventThatOpens(Math.ceil(nowMs / 1_000) + 60));
    pipeline.push(created);
    expect(await outcomesOf([created])).toEqual(['event_created']);
    const waiting = credits(300);
    pushAll(pipeline, waiting);
    disk.mode = 'nothing';
    expect(new Set(await outcomesOf(waiting))).toEqual(new Set(['DISK_LOW']));
    const { number } = journal.position;
    disk.isOut = true; // not even a proof of leadership is written
    nowMs += 3_600_000; // the market is due to open
    await sleep(2 * DISK_LOOK_INTERVAL_MS);
    expect(journal.position.number).toBe(number);
    disk.isOut = false;
    disk.mode = 'everything';
    while (journal.position.number === number) await sleep(20);
    expect(exchange.lastTimestampMs).toBe(nowMs);
    pipeline.stop();
    await running;
  });
});

describe('an engine that finds events unpublished', () => {
  it('takes cancels only until they are out, and says so', async () => {
    const { pipeline, publisher } = await pipelineWith();
    const { streams } = await jetstreamManager(bus.connection);
    const { config } = await streams.info(`EVENTS_${shard}`);
    await streams.delete(`EVENTS_${shard}`);
    const event = { kind: 'mode', mode: 'open' } as const;
    publisher.publish([{ seq: 1, index: 0, timestampMs: 1, event }]);
    const running = pipeline.run();
    const [order, cancel] = [orders(1)[0]!, incoming('cancel', signedCancel(alice, marketId, 1))];
    pushAll(pipeline, [order, cancel]);
    expect(await outcomesOf([order, cancel])).toEqual(['CANCEL_ONLY', 'refused']);
    expect(await modeOf(pipeline)).toBe('cancel_only');
    await streams.add(config);
    await publisher.whenPublished();
    expect(await modeOf(pipeline)).toBe('open');
    pipeline.stop();
    await running;
  });
});

describe('a command that changes nothing', () => {
  it('is answered as of the last record, and writes none', async () => {
    const { pipeline, journal, exchange } = await pipelineWith();
    const running = pipeline.run();
    const switched = () => incoming('cancel', signedCancelAfter(alice, { seconds: 60, nonce: 1 }));
    const setting = [switched()];
    pushAll(pipeline, setting);
    const [first] = await seqsOf(setting);
    const { number } = journal.position;
    const useless = [
      switched(),
      ...Array.from({ length: 20 }, (_, id) =>
        incoming('cancel', signedCancel(alice, marketId, id + 1)),
      ),
    ];
    pushAll(pipeline, useless);
    expect(new Set(await seqsOf(useless))).toEqual(new Set([first]));
    expect(exchange.lastSeq - Number(first)).toBe(journal.position.number - number);
    pipeline.stop();
    await running;
  });
});

describe('more than the engine can take', () => {
  it('is answered OVERLOADED, while cancels still have room', async () => {
    const { pipeline } = await pipelineWith({ maxWaitingOrders: 50, maxWaitingUrgent: 50 });
    const flood = orders(80);
    const cancels = Array.from({ length: 50 }, (_, id) =>
      incoming('cancel', signedCancel(alice, marketId, id + 1)),
    );
    pushAll(pipeline, [...flood, ...cancels]);
    const running = pipeline.run();
    const outcomes = await outcomesOf(flood);
    expect(outcomes.slice(0, 50)).toEqual(Array<string>(50).fill('SIGNATURE_INVALID'));
    expect(outcomes.slice(50)).toEqual(Array<string>(30).fill('OVERLOADED'));
    expect(new Set(await outcomesOf(cancels))).toEqual(new Set(['refused']));
    pipeline.stop();
    await running;
  });

  it('lets a cancel past all orders that were checked before it, into the next record', async () => {
    const earlier = await pipelineWith();
    const ended = earlier.pipeline.run();
    const open = await restOrders(earlier.pipeline, 10);
    earlier.pipeline.stop();
    await ended;
    const { pipeline, exchange } = await pipelineWith();
    const { lastSeq } = exchange;
    const flood = signedOrders(400, open.length);
    pushAll(pipeline, flood);
    for (let turn = 0; turn < 40; turn++) await new Promise((resolve) => setImmediate(resolve));
    const cancels = open.map((id) => incoming('cancel', signedCancel(alice, onlyMarket, id)));
    pushAll(pipeline, cancels);
    const running = pipeline.run();
    expect(await seqsOf(cancels)).toEqual(cancels.map((_, index) => lastSeq + index + 1));
    expect(await seqsOf(flood)).toEqual(flood.map((_, index) => lastSeq + index + 11));
    pipeline.stop();
    await running;
  });

  it('is read by turns in a burst: a cancel is not held up, and a cancel-all waits for what came before it', async () => {
    const { pipeline } = await pipelineWith();
    const flood = signedOrders(400);
    const cancel = incoming('cancel', signedCancel(alice, marketId, 1));
    const cancelAll = incoming('cancel', signedCancelAll(alice, 1, marketId));
    const late = incoming('order', signedOrder(alice, { marketId, nonce: 401 }));
    const received: TestIncoming[] = [];
    for (const one of [...flood, cancel, cancelAll, late]) {
      pipeline.receive(one.lane, () => {
        received.push(one);
        pipeline.push(one);
        if (one === flood[0]) spendTheTurn();
      });
    }
    expect(received).toEqual([flood[0], cancel, cancelAll]);
    const running = pipeline.run();
    const [cancelSeq] = await seqsOf([cancel]);
    const seqs = await seqsOf([...flood, cancelAll, late]);
    expect(seqs).toEqual(seqs.toSorted((a, b) => Number(a) - Number(b)));
    expect(cancelSeq).toBeLessThan(Number(seqs[1]));
    pipeline.stop();
    await running;
  });

  it('and was not yet read at a stop is turned away', async () => {
    const { pipeline } = await pipelineWith();
    const [first, ...unread] = orders(40);
    pipeline.receive('order', () => {
      pipeline.push(first!);
      spendTheTurn();
    });
    for (const one of unread) pipeline.receive(one.lane, () => pipeline.push(one));
    pipeline.stop();
    const running = pipeline.run();
    expect(await outcomesOf([first!])).toEqual(['SIGNATURE_INVALID']);
    expect(new Set(await outcomesOf(unread))).toEqual(new Set(['ENGINE_UNAVAILABLE']));
    await running;
  });

  it('leaves orders that waited too long out of the journal, and no cancel', async () => {
    const { pipeline, journal } = await pipelineWith({ maxOrderAgeMs: -1 });
    const { number } = journal.position;
    const [order, cancel] = [
      signedOrders(1)[0]!,
      incoming('cancel', signedCancelAfter(alice, { seconds: 60, nonce: 1 })),
    ];
    const cancelAll = incoming('cancel', signedCancelAll(alice, 1, marketId));
    pushAll(pipeline, [order, cancelAll, cancel]);
    const running = pipeline.run();
    expect(await outcomesOf([order])).toEqual(['OVERLOADED']);
    expect(new Set(await seqsOf([cancel, cancelAll]))).toEqual(new Set([1, 2]));
    expect(journal.position.number).toBeGreaterThan(number);
    pipeline.stop();
    await running;
  });

  it('is told of before it is read', async () => {
    const { pipeline } = await pipelineWith({ maxWaitingOrders: 2 });
    expect(pipeline.rejection('order')).toBeNull();
    pushAll(pipeline, orders(2));
    expect([pipeline.rejection('order'), pipeline.rejection('builder')]).toEqual([
      'OVERLOADED',
      'OVERLOADED',
    ]);
    expect(pipeline.rejection('cancel')).toBeNull();
    pipeline.stop();
    expect(pipeline.rejection('cancel')).toBe('ENGINE_UNAVAILABLE');
    await pipeline.run();
  });

  it('of events that cannot be published stops orders first, then everything, before the journal', async () => {
    const { pipeline, publisher } = await pipelineWith({ maxPendingEvents: 20 });
    const running = pipeline.run();
    const { streams } = await jetstreamManager(bus.connection);
    // Publishing fails from here on. For a while the publisher assumes that the stream is still starting.
    await streams.delete(`EVENTS_${shard}`);
    let number = 0;
    const creditNow = async (): Promise<string> => {
      const command = incoming('admin', credit(number++));
      pipeline.push(command);
      return (await outcomesOf([command]))[0]!;
    };
    for (let i = 0; i < 10; i++) expect(await creditNow()).toBe('credited');
    const [order] = orders(1);
    pipeline.push(order!);
    expect(await outcomesOf([order!])).toEqual(['OVERLOADED']);
    for (let i = 0; i < 10; i++) expect(await creditNow()).toBe('credited');
    expect(await creditNow()).toBe('OVERLOADED');
    expect(publisher.pending).toBe(40);
    const { exchange } = await witness(bus, shard);
    expect(exchange.lastSeq).toBe(20);
    pipeline.stop();
    await running;
  });

  it('of waiting for a journal that is away: late commands are not journaled any more', async () => {
    const { pipeline } = await pipelineWith();
    const running = pipeline.run();
    const first = incoming('admin', credit(0));
    pipeline.push(first);
    const crash = nats.crash();
    const late = incoming('admin', credit(1), { deadlineMs: Date.now() + 1 });
    await sleep(5);
    pipeline.push(late);
    await crash;
    expect(await outcomesOf([first, late])).toEqual(['credited', 'DEADLINE_EXCEEDED']);
    pipeline.stop();
    await running;
  });
});

describe('the end', () => {
  it('by a stop comes after everything that was taken in, and turns the rest away', async () => {
    const { pipeline } = await pipelineWith();
    const before = credits(200);
    pushAll(pipeline, before);
    const running = pipeline.run();
    pipeline.stop();
    const after = incoming('admin', credit(999));
    pipeline.push(after);
    await running;
    expect(new Set(await outcomesOf(before))).toEqual(new Set(['credited']));
    expect(await outcomesOf([after])).toEqual(['ENGINE_UNAVAILABLE']);
  });

  it('by a broken belief comes without an answer to anyone', async () => {
    const { pipeline, exchange } = await pipelineWith({ maxWaitingOrders: 0 });
    expect(pipeline.rejection('order')).toBe('OVERLOADED');
    exchange.apply = () => {
      throw new InvariantViolation('two and two are five');
    };
    const commands = credits(3);
    const answered: unknown[] = [];
    for (const { outcome } of commands) void outcome.then((value) => answered.push(value));
    pushAll(pipeline, commands);
    await expect(pipeline.run()).rejects.toThrow(InvariantViolation);
    pipeline.push(commands[0]!);
    expect(pipeline.rejection('order')).toBeNull();
    await sleep(20);
    expect(answered).toEqual([]);
  });
});
