/** The command loop by itself, on a real journal: what it does with more than it can take. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EventPublisher, Journal } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { InvariantViolation } from '@bellwether/errors';
import { Exchange } from '@bellwether/exchange';
import type { Command } from '@bellwether/exchange';
import { Metrics, createLogger } from '@bellwether/runtime';
import { verify } from '@bellwether/signature';
import { jetstreamManager } from '@nats-io/jetstream';
import { catchUp } from '../src/catch-up';
import type { DiskTakes } from '../src/disk-watch';
import { Engine } from '../src/engine';
import { EngineMetrics } from '../src/engine-metrics';
import type { IntakeLimits } from '../src/intake';
import { LeaderProof } from '../src/leader-proof';
import { ARRIVALS_TURN_MS, DISK_LOOK_INTERVAL_MS, PREDECESSOR_SURE_MS } from '../src/limits';
import { InlineSignatureChecks } from '../src/signature-checks';
import { SnapshotMetrics } from '../src/snapshot-metrics';
import { Snapshots } from '../src/snapshots';
import { incoming, signedCancel, signedCancelAll, signedOrder, testUser } from './incoming';
import type { TestIncoming } from './incoming';
import { witness } from './journal-witness';
import { NatsUnderTest } from './nats-under-test';

const alice = testUser(1);
const marketId = new Uint8Array(32);
const log = createLogger({ service: 'test', level: 'silent' });

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

interface TestDisk {
  takes: DiskTakes;
  isOut: boolean;
}

interface Options extends IntakeLimits {
  readonly disk?: TestDisk;
  readonly maxPendingEvents?: number;
  readonly clock?: () => number;
}

/** An engine that has caught up, and is run by `running()`. */
async function engineWith({
  maxPendingEvents = 1_000,
  clock = Date.now,
  disk = { takes: 'everything', isOut: false },
  ...limits
}: Options = {}) {
  const exchange = new Exchange({ network: 'test' });
  const journal = new Journal({ network: 'test', shard }, { bus, log });
  const publisher = new EventPublisher(
    { shard, maxPendingEvents },
    { bus, log, onBroken: (error) => log.fatal({ err: error }, 'publishing ended') },
  );
  const registry = new Metrics({ service: 'test' });
  const snapshots = new Snapshots({
    identity: { network: 'test', shard },
    exchange,
    journal,
    folder: undefined,
    everyCommands: 1_000_000,
    metrics: new SnapshotMetrics(registry),
    log,
  });
  const { signal } = new AbortController();
  const elapsedMs = () => performance.now();
  const proof = new LeaderProof({ connection: bus, elapsedMs, timeMs: Date.now });
  const clockWatch = { isSure: true, whenSure: async () => {} };
  const written = { exchange, journal, publisher, proof, snapshots, clock, clockWatch, log };
  await catchUp(written, { signal });
  const metrics = new EngineMetrics(registry);
  const signatures = new InlineSignatureChecks(verify);
  const engine = new Engine(limits, { ...written, signatures, metrics, disk });
  return { engine, exchange, journal, publisher };
}

/** Two events each: the fact and the balance. */
const credit = (number: number): Command => ({
  kind: 'test_credit',
  user: alice.user,
  amount: 1,
  reference: `${number}`,
});
/** @param opensAt Unix seconds */
const eventThatOpens = (opensAt: number): Command => ({
  kind: 'create_event',
  eventId: 'e',
  question: 'q',
  description: '',
  category: { name: 'sport', sub: 'tennis' },
  expiry: 4_000_000_000,
  mutuallyExclusive: 0,
  feeBps: null,
  opensAt,
  labels: ['only'],
});
const credits = (count: number): TestIncoming[] =>
  Array.from({ length: count }, (_, number) => incoming('admin', credit(number)));
/** Orders as they come: their signatures are wrong, which costs the same and needs no market. */
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

const signedOrders = (count: number): TestIncoming[] =>
  Array.from({ length: count }, (_, nonce) =>
    incoming('order', signedOrder(alice, { marketId, nonce: nonce + 1 })),
  );

async function outcomesOf(commands: readonly TestIncoming[]): Promise<string[]> {
  const outcomes = await Promise.all(commands.map(({ outcome }) => outcome));
  return outcomes.map((outcome) =>
    'code' in outcome ? outcome.code : outcome.answer.reply.body.kind,
  );
}

async function seqsOf(commands: readonly TestIncoming[]): Promise<(number | null)[]> {
  const outcomes = await Promise.all(commands.map(({ outcome }) => outcome));
  return outcomes.map((outcome) => ('code' in outcome ? null : outcome.answer.reply.seq));
}

/** As long as orders have of one turn of the event loop. */
function spendTheTurn(): void {
  const untilMs = performance.now() + ARRIVALS_TURN_MS;
  while (performance.now() <= untilMs);
}

const takeAll = (engine: Engine, commands: readonly TestIncoming[]): void => {
  for (const command of commands) engine.take(command);
};

describe('sequencing', () => {
  it('puts what waits into one record, up to 128 commands', async () => {
    const { engine } = await engineWith();
    const commands = credits(300);
    takeAll(engine, commands);
    const running = engine.run();
    expect(new Set(await outcomesOf(commands))).toEqual(new Set(['credited']));
    engine.stop();
    await running;
    const { records } = await witness(bus, shard);
    const sizes = records.flatMap(({ commands: { length } }) => (length > 0 ? [length] : []));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(128);
    expect(sizes.length).toBeLessThan(60);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(300);
  });

  it('puts at most 64 KiB into a record', async () => {
    const { engine } = await engineWith();
    const commands = Array.from({ length: 8 }, (_, number) =>
      incoming('admin', credit(number), { byteLength: 20 * 1024 }),
    );
    takeAll(engine, commands);
    const running = engine.run();
    await outcomesOf(commands);
    engine.stop();
    await running;
    const { records } = await witness(bus, shard);
    const sizes = records.flatMap(({ commands: { length } }) => (length > 0 ? [length] : []));
    expect(sizes).toEqual([3, 3, 2]);
  });

  it('never lets the time of a record fall, whatever the clock does', async () => {
    const times = [5_000, 9_000, 4_000, 1];
    let now = 5_000;
    const { engine } = await engineWith({ clock: () => now });
    const running = engine.run();
    for (const [number, time] of times.entries()) {
      now = time;
      const command = incoming('admin', credit(number));
      engine.take(command);
      await command.outcome;
    }
    engine.stop();
    await running;
    const { records } = await witness(bus, shard);
    expect(records.slice(2).map(({ timestampMs }) => timestampMs)).toEqual([
      5_000, 9_000, 9_000, 9_000,
    ]);
  });
});

describe('an engine that begins to lead', () => {
  it('is silent for as long as the one before may be sure, since it knew of its last record', async () => {
    const before = await engineWith();
    const running = before.engine.run();
    const command = incoming('admin', credit(1));
    before.engine.take(command);
    await command.outcome;
    // The last proof was begun before this moment, and the record after it is not known of before.
    const knownMs = performance.now();
    const next = await engineWith();
    expect(performance.now() - knownMs).toBeGreaterThanOrEqual(PREDECESSOR_SURE_MS);
    expect(next.journal.position.epoch).toBe(2);
    // It finds out by its next record, whoever asks for it.
    const late = incoming('order', signedOrder(alice, { marketId, nonce: 1 }));
    before.engine.take(late);
    await expect(running).rejects.toThrow(InvariantViolation);
  });
});

const modeOf = (engine: Engine) =>
  new Promise((resolve) => {
    engine.ask({
      question: { what: 'status', params: {} },
      requestId: 'test',
      answer: ({ view }) => resolve(Object(view).mode),
      fail: resolve,
    });
  });

describe('an engine whose journal has a disk', () => {
  it('that is nearly full takes cancels only, and everything when there is room again', async () => {
    const disk: TestDisk = { takes: 'cancels', isOut: false };
    const { engine } = await engineWith({ disk });
    const running = engine.run();
    const cancel = () => incoming('cancel', signedCancel(alice, marketId, 1));
    const first = [orders(1)[0]!, cancel(), incoming('admin', credit(1))];
    takeAll(engine, first);
    expect(await outcomesOf(first)).toEqual(['DISK_LOW', 'refused', 'credited']);
    expect([engine.turnsAway('builder'), engine.turnsAway('cancel')]).toEqual(['DISK_LOW', null]);
    expect(await modeOf(engine)).toBe('cancel_only');
    disk.takes = 'nothing';
    const second = [orders(1)[0]!, cancel(), incoming('admin', credit(2))];
    takeAll(engine, second);
    expect(await outcomesOf(second)).toEqual(['DISK_LOW', 'DISK_LOW', 'DISK_LOW']);
    expect(await modeOf(engine)).toBe('halted');
    disk.takes = 'everything';
    const third = [incoming('admin', credit(3)), cancel()];
    takeAll(engine, third);
    expect(await outcomesOf(third)).toEqual(['credited', 'refused']);
    expect(await modeOf(engine)).toBe('open');
    engine.stop();
    await running;
  });

  it('without room turns away what waits: none of it is in the journal, and no time passes', async () => {
    let nowMs = Date.now();
    const disk: TestDisk = { takes: 'everything', isOut: false };
    const { engine, exchange, journal } = await engineWith({ disk, clock: () => nowMs });
    const running = engine.run();
    const created = incoming('admin', eventThatOpens(Math.ceil(nowMs / 1_000) + 60));
    engine.take(created);
    expect(await outcomesOf([created])).toEqual(['event_created']);
    const waiting = credits(300);
    takeAll(engine, waiting);
    disk.takes = 'nothing';
    expect(new Set(await outcomesOf(waiting))).toEqual(new Set(['DISK_LOW']));
    const { number } = journal.position;
    disk.isOut = true; // nor is it proven who leads
    nowMs += 3_600_000; // the market is to open
    await sleep(2 * DISK_LOOK_INTERVAL_MS);
    expect(journal.position.number).toBe(number);
    disk.isOut = false;
    disk.takes = 'everything';
    while (journal.position.number === number) await sleep(20);
    expect(exchange.lastTimestampMs).toBe(nowMs);
    engine.stop();
    await running;
  });
});

describe('an engine that finds events unpublished', () => {
  it('takes cancels only until they are out, and says so', async () => {
    const { engine, publisher } = await engineWith();
    const { streams } = await jetstreamManager(bus.connection);
    const { config } = await streams.info(`EVENTS_${shard}`);
    await streams.delete(`EVENTS_${shard}`);
    const event = { kind: 'mode', mode: 'open' } as const;
    publisher.publish([{ seq: 1, index: 0, timestampMs: 1, event }]);
    const running = engine.run();
    const [order, cancel] = [orders(1)[0]!, incoming('cancel', signedCancel(alice, marketId, 1))];
    takeAll(engine, [order, cancel]);
    expect(await outcomesOf([order, cancel])).toEqual(['CANCEL_ONLY', 'refused']);
    expect(await modeOf(engine)).toBe('cancel_only');
    await streams.add(config);
    await publisher.whenPublished();
    expect(await modeOf(engine)).toBe('open');
    engine.stop();
    await running;
  });
});

describe('more than the engine can take', () => {
  it('is answered OVERLOADED, while cancels still have room', async () => {
    const { engine } = await engineWith({ maxWaitingOrders: 50, maxWaitingUrgent: 50 });
    const flood = orders(80);
    const cancels = Array.from({ length: 50 }, (_, id) =>
      incoming('cancel', signedCancel(alice, marketId, id + 1)),
    );
    takeAll(engine, [...flood, ...cancels]);
    const running = engine.run();
    const outcomes = await outcomesOf(flood);
    expect(outcomes.slice(0, 50)).toEqual(Array<string>(50).fill('SIGNATURE_INVALID'));
    expect(outcomes.slice(50)).toEqual(Array<string>(30).fill('OVERLOADED'));
    expect(new Set(await outcomesOf(cancels))).toEqual(new Set(['refused']));
    engine.stop();
    await running;
  });

  it('lets a cancel past all orders that were checked before it, into the next record', async () => {
    const { engine } = await engineWith();
    const flood = signedOrders(400);
    takeAll(engine, flood);
    for (let turn = 0; turn < 40; turn++) await new Promise((resolve) => setImmediate(resolve));
    const cancels = Array.from({ length: 10 }, (_, id) =>
      incoming('cancel', signedCancel(alice, marketId, id + 1)),
    );
    takeAll(engine, cancels);
    const running = engine.run();
    expect(await seqsOf(cancels)).toEqual(cancels.map((_, index) => index + 1));
    expect(await seqsOf(flood)).toEqual(flood.map((_, index) => index + 11));
    engine.stop();
    await running;
  });

  it('is read by turns in a burst: a cancel is not held up, and a cancel-all waits for what came before it', async () => {
    const { engine } = await engineWith();
    const flood = signedOrders(400);
    const cancel = incoming('cancel', signedCancel(alice, marketId, 1));
    const cancelAll = incoming('cancel', signedCancelAll(alice, 1, marketId));
    const late = incoming('order', signedOrder(alice, { marketId, nonce: 401 }));
    const heard: TestIncoming[] = [];
    for (const one of [...flood, cancel, cancelAll, late]) {
      engine.hear(one.lane, () => {
        heard.push(one);
        engine.take(one);
        if (one === flood[0]) spendTheTurn();
      });
    }
    expect(heard).toEqual([flood[0], cancel, cancelAll]);
    const running = engine.run();
    const [cancelSeq] = await seqsOf([cancel]);
    const seqs = await seqsOf([...flood, cancelAll, late]);
    expect(seqs).toEqual(seqs.toSorted((a, b) => Number(a) - Number(b)));
    expect(cancelSeq).toBeLessThan(Number(seqs[1]));
    engine.stop();
    await running;
  });

  it('and was not yet read at a stop is turned away', async () => {
    const { engine } = await engineWith();
    const [first, ...unread] = orders(40);
    engine.hear('order', () => {
      engine.take(first!);
      spendTheTurn();
    });
    for (const one of unread) engine.hear(one.lane, () => engine.take(one));
    engine.stop();
    const running = engine.run();
    expect(await outcomesOf([first!])).toEqual(['SIGNATURE_INVALID']);
    expect(new Set(await outcomesOf(unread))).toEqual(new Set(['ENGINE_UNAVAILABLE']));
    await running;
  });

  it('is told of before it is read', async () => {
    const { engine } = await engineWith({ maxWaitingOrders: 2 });
    expect(engine.turnsAway('order')).toBeNull();
    takeAll(engine, orders(2));
    expect([engine.turnsAway('order'), engine.turnsAway('builder')]).toEqual([
      'OVERLOADED',
      'OVERLOADED',
    ]);
    expect(engine.turnsAway('cancel')).toBeNull();
    engine.stop();
    expect(engine.turnsAway('cancel')).toBe('ENGINE_UNAVAILABLE');
    await engine.run();
  });

  it('of events that cannot be published stops orders first, then everything, before the journal', async () => {
    const { engine, publisher } = await engineWith({ maxPendingEvents: 20 });
    const running = engine.run();
    const { streams } = await jetstreamManager(bus.connection);
    // Publishing fails from here on, and for a while the publisher takes the stream for one that is starting.
    await streams.delete(`EVENTS_${shard}`);
    let number = 0;
    const creditNow = async (): Promise<string> => {
      const command = incoming('admin', credit(number++));
      engine.take(command);
      return (await outcomesOf([command]))[0]!;
    };
    for (let i = 0; i < 10; i++) expect(await creditNow()).toBe('credited');
    const [order] = orders(1);
    engine.take(order!);
    expect(await outcomesOf([order!])).toEqual(['OVERLOADED']);
    for (let i = 0; i < 10; i++) expect(await creditNow()).toBe('credited');
    expect(await creditNow()).toBe('OVERLOADED');
    expect(publisher.pending).toBe(40);
    const { exchange } = await witness(bus, shard);
    expect(exchange.lastSeq).toBe(20);
    engine.stop();
    await running;
  });

  it('of waiting for a journal that is away: late commands are not journaled any more', async () => {
    const { engine } = await engineWith();
    const running = engine.run();
    const first = incoming('admin', credit(0));
    engine.take(first);
    const crash = nats.crash();
    const late = incoming('admin', credit(1), { deadlineMs: Date.now() + 1 });
    await sleep(5);
    engine.take(late);
    await crash;
    expect(await outcomesOf([first, late])).toEqual(['credited', 'DEADLINE_EXCEEDED']);
    engine.stop();
    await running;
  });
});

describe('the end', () => {
  it('by a stop comes after everything that was taken in, and turns the rest away', async () => {
    const { engine } = await engineWith();
    const before = credits(200);
    takeAll(engine, before);
    const running = engine.run();
    engine.stop();
    const after = incoming('admin', credit(999));
    engine.take(after);
    await running;
    expect(new Set(await outcomesOf(before))).toEqual(new Set(['credited']));
    expect(await outcomesOf([after])).toEqual(['ENGINE_UNAVAILABLE']);
  });

  it('by a broken belief comes without an answer to anyone', async () => {
    const { engine, exchange } = await engineWith({ maxWaitingOrders: 0 });
    expect(engine.turnsAway('order')).toBe('OVERLOADED');
    exchange.apply = () => {
      throw new InvariantViolation('two and two are five');
    };
    const commands = credits(3);
    const answered: unknown[] = [];
    for (const { outcome } of commands) void outcome.then((value) => answered.push(value));
    takeAll(engine, commands);
    await expect(engine.run()).rejects.toThrow(InvariantViolation);
    engine.take(commands[0]!);
    expect(engine.turnsAway('order')).toBeNull();
    await sleep(20);
    expect(answered).toEqual([]);
  });
});
