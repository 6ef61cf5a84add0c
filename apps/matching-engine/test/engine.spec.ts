import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Fenced, Journal } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { InvariantViolation, CodedError } from '@bellwether/errors';
import type { Command, SequencedEvent } from '@bellwether/exchange';
import { jetstreamManager } from '@nats-io/jetstream';
import { SURE_AFTER_PROOF_MS } from '../src/limits';
import { startEngine, stateHashAtStart } from './engine-under-test';
import type { EngineUnderTest } from './engine-under-test';
import { signedCancel, signedCancelAll, signedOrder, signedWithdraw, testUser } from './incoming';
import { witness } from './journal-witness';
import { NatsUnderTest, silent } from './nats-under-test';
import { publishedEvents } from './published-events';
import { TradingFloor, replyOf } from './trading-floor';

let nats: NatsUnderTest;
let bus: Bus;
let shard = 0;
let engines: EngineUnderTest[] = [];

beforeAll(async () => {
  nats = await NatsUnderTest.start();
  bus = await nats.bus();
});
afterAll(() => nats.stop());
beforeEach(() => {
  shard++;
});
afterEach(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
  engines = [];
});

async function serving(): Promise<EngineUnderTest> {
  const engine = await startEngine(nats.url, { shard });
  engines.push(engine);
  await engine.serving;
  return engine;
}

const codeOf = async (sent: Promise<unknown>): Promise<string> => {
  const error = await sent.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof CodedError ? error.code : String(error);
};

const kindsOf = (events: readonly SequencedEvent[]): string[] =>
  events.map(({ event }) => event.kind);

describe('an order, end to end', () => {
  it('is journaled, matched, answered, readable at once, and published', async () => {
    await serving();
    const floor = await TradingFloor.open(bus, { shard, users: 2 });
    const { marketId, client, users } = floor;
    const [maker, taker] = [users[0]!, users[1]!];

    const resting = signedOrder(maker, { marketId, nonce: 1, side: 'buy', price: 6_000, size: 10 });
    const placed = replyOf('order', await floor.send('order', resting));
    expect(placed).toMatchObject({ fills: [], order: { status: 'resting', size: 10, filled: 0 } });
    const { view: book, seq } = await client.query('book', { marketId, depth: 5 });
    expect(book).toMatchObject({ bids: [{ price: 6_000, size: 10, orders: 1 }], asks: [] });
    expect(seq).toBe(4);

    const crossing = signedOrder(taker, {
      marketId,
      nonce: 7,
      outcome: 'no',
      price: 4_000,
      size: 4,
    });
    const answer = await floor.send('order', crossing);
    expect(answer.replayed).toBe(false);
    expect(replyOf('order', answer)).toMatchObject({
      order: { status: 'filled', filled: 4, seq: 5 },
      fills: [{ quantity: 4, price: 4_000, makerPrice: 6_000, settlementType: 'mint' }],
    });
    const position = await client.query('position', { user: taker.user, marketId });
    expect(position).toMatchObject({ seq: 5, view: { yes: 0, no: 4 } });
    const orders = await client.query('orders', { user: maker.user, limit: 10 });
    expect(orders.view).toMatchObject({
      orders: [{ orderId: placed.order.orderId, filled: 4 }],
      next: null,
    });
    expect((await client.query('nonces', { user: taker.user })).view.order).toBe(7);

    const cancelled = await floor.send(
      'cancel',
      signedCancel(maker, marketId, placed.order.orderId),
    );
    expect(replyOf('cancel', cancelled)).toMatchObject({ cancelledSize: 6, filledSize: 4 });

    const { exchange, eventOffsets } = await witness(bus, shard);
    const events = await publishedEvents(bus, shard, eventOffsets.length);
    expect(kindsOf(events)).toEqual(
      [
        ['event_created'],
        ['credited', 'balance'],
        ['credited', 'balance'],
        ['order_accepted', 'book_level', 'balance'],
        ['order_accepted', 'trade'],
        ['book_level', 'balance', 'balance', 'position', 'position'],
        ['order_cancelled', 'book_level', 'balance'],
      ].flat(),
    );
    expect(exchange.balance(maker.user)).toEqual(
      (await client.query('balance', { user: maker.user })).view,
    );
    expect(exchange.checkInvariants()).toEqual([]);
  });

  it('sent a hundred times at once is one order with one answer', async () => {
    await serving();
    const floor = await TradingFloor.open(bus, { shard, users: 1 });
    const { marketId, users } = floor;
    const order = signedOrder(users[0]!, { marketId, nonce: 1, price: 5_000, size: 3 });
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => floor.send('order', order)),
    );
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    for (const { reply } of answers) expect(reply).toEqual(answers[0]!.reply);
    const { view } = await floor.client.query('orders', { user: users[0]!.user, limit: 1_000 });
    expect(view.orders).toHaveLength(1);
    const other = signedOrder(users[0]!, { marketId, nonce: 1, price: 5_001, size: 3 });
    expect(replyOf('refused', await floor.send('order', other)).code).toBe('NONCE_REUSED');
  });

  it('that is not in order is turned away before the journal', async () => {
    await serving();
    const floor = await TradingFloor.open(bus, { shard, users: 1 });
    const { marketId, users } = floor;
    const order = signedOrder(users[0]!, { marketId, nonce: 1 });
    const { seq: before } = await floor.client.query('status', {});
    const turnedAway: [Promise<unknown>, string][] = [
      [floor.send('order', { ...order, price: 4_999 }), 'SIGNATURE_INVALID'],
      [floor.send('order', { ...order, size: 0 }), 'VALIDATION_FAILED'],
      [floor.send('cancel', order), 'VALIDATION_FAILED'],
      [floor.send('order', { kind: 'set_mode', mode: 'halted' }), 'VALIDATION_FAILED'],
      [floor.send('admin', { kind: 'tick' }), 'VALIDATION_FAILED'],
      [floor.send('order', order, -100), 'DEADLINE_EXCEEDED'],
    ];
    for (const [sent, code] of turnedAway) expect(await codeOf(sent)).toBe(code);
    const after = await floor.client.query('nonces', { user: users[0]!.user });
    expect(after).toMatchObject({ seq: before, view: { order: 0 } });
  });

  it('waits in line with a cancel-all of its own user, whichever lane is faster', async () => {
    await serving();
    const floor = await TradingFloor.open(bus, { shard, users: 1 });
    const { marketId, users } = floor;
    const alice = users[0]!;
    const orders = Array.from({ length: 200 }, (_, i) =>
      floor.send('order', signedOrder(alice, { marketId, nonce: i + 1 })),
    );
    const cancelled = await floor.send('cancel', signedCancelAll(alice, 1));
    await Promise.all(orders);
    expect(replyOf('cancel_all', cancelled).cancelled).toHaveLength(200);
  });
});

describe('money of the chains', () => {
  it('comes in, is withdrawn once by its owner, and settled', async () => {
    await serving();
    const floor = await TradingFloor.open(bus, { shard, users: 2 });
    const [alice, bob] = [floor.users[0]!, floor.users[1]!];
    const { user } = alice;
    const credit = { kind: 'chain_credit', user, creditSeq: 1, amount: 500 } as const;
    const proof = { txSignature: new Uint8Array(64), slot: 1 };
    const credited = await floor.send('deposit', { ...credit, ...proof });
    expect(replyOf('chain_credited', credited).available).toBe(1_000_000_500);

    const withdraw = signedWithdraw(alice, { amount: 300, nonce: 1, gasFee: 20 });
    for (const forged of [
      { ...withdraw, amount: 301 },
      { ...withdraw, user: bob.user },
      signedWithdraw(alice, withdraw, 'production'),
    ]) {
      expect(await codeOf(floor.send('withdrawal', forged))).toBe('SIGNATURE_INVALID');
    }
    expect(await codeOf(floor.send('cancel', withdraw))).toBe('VALIDATION_FAILED');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => floor.send('withdrawal', withdraw)),
    );
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    const { withdrawalId } = replyOf('withdrawal', answers[0]!);
    expect((await floor.client.query('balance', { user })).view).toMatchObject({
      available: 1_000_000_200,
      withdrawing: 300,
    });
    const open = await floor.client.query('withdrawal', { withdrawalId });
    expect(open.view).toMatchObject({ withdrawalId, user, recipient: null, status: 'open' });

    const settled = await floor.send('withdrawal', {
      kind: 'settle_withdrawal',
      withdrawalId,
      gasFee: null,
    });
    expect(replyOf('withdrawal_settled', settled)).toMatchObject({ user, amount: 300 });
    const { exchange, eventOffsets } = await witness(bus, shard);
    const events = await publishedEvents(bus, shard, eventOffsets.length);
    expect(kindsOf(events).slice(-6)).toEqual(
      [
        ['deposit_credited', 'balance'],
        ['withdrawal_accepted', 'balance'],
        ['withdrawal_settled', 'balance'],
      ].flat(),
    );
    const { view: status } = await floor.client.query('status', {});
    expect(status.lastEventSeq).toBe(events.at(-1)!.seq);
    expect(exchange.solvency()).toEqual((await floor.client.query('solvency', {})).view);
    expect(exchange.checkInvariants()).toEqual([]);
  });
});

describe('time', () => {
  it('closes a market at its expiry though nobody sends anything', async () => {
    await serving();
    const expiry = Math.ceil(Date.now() / 1_000) + 1;
    const floor = await TradingFloor.open(bus, { shard, users: 1, expiry });
    const { marketId, users } = floor;
    await floor.send('order', signedOrder(users[0]!, { marketId, nonce: 1 }));
    const events = await publishedEvents(bus, shard, 10);
    expect(kindsOf(events)).toEqual(
      [
        ['event_created'],
        ['credited', 'balance'],
        ['order_accepted', 'book_level', 'balance'],
        ['market_status', 'order_cancelled', 'book_level', 'balance'],
      ].flat(),
    );
    expect(events.at(-1)!.timestampMs).toBeGreaterThanOrEqual(expiry * 1_000);
    const { records } = await witness(bus, shard);
    expect(records.at(-1)!.commands).toEqual([{ lane: 'internal', command: { kind: 'tick' } }]);
  });
});

describe('a stop and a start', () => {
  it('answers what was taken in, says that it is gone, and comes back with the same state', async () => {
    const first = await serving();
    const floor = await TradingFloor.open(bus, { shard, users: 4 });
    const { marketId, users } = floor;
    const sent = users.flatMap((user) =>
      Array.from({ length: 20 }, (_, i) =>
        floor.send('order', signedOrder(user, { marketId, nonce: i + 1, price: 1 + i })),
      ),
    );
    await sent[0];
    await first.stop();
    const answers = await Promise.allSettled(sent);
    const orders = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? [replyOf('order', answer.value).order.orderId] : [],
    );
    for (const answer of answers) {
      const code = answer.status === 'rejected' ? answer.reason.code : 'ENGINE_UNAVAILABLE';
      expect(code).toBe('ENGINE_UNAVAILABLE');
    }
    expect(await codeOf(floor.client.query('status', {}))).toBe('ENGINE_UNAVAILABLE');

    const { exchange } = await witness(bus, shard);
    const second = await serving();
    expect(stateHashAtStart(second)).toBe(exchange.stateHash());
    const open = await Promise.all(
      users.map(({ user }) => floor.client.query('orders', { user, limit: 1_000 })),
    );
    const openIds = open.flatMap(({ view }) => view.orders.map(({ orderId }) => orderId));
    expect(openIds.toSorted((a, b) => a - b)).toEqual(orders.toSorted((a, b) => a - b));
    // A repeat after the restart gets the answer that was given before it.
    const repeated = await floor.send(
      'order',
      signedOrder(users[0]!, { marketId, nonce: 1, price: 1 }),
    );
    const original = await sent[0];
    expect(repeated).toEqual({ ...original, replayed: true });
  });

  it('publishes what an engine that died left unpublished, each event once', async () => {
    const engine = await serving();
    await TradingFloor.open(bus, { shard, users: 3 });
    await engine.stop();
    // Simulates an engine that died after appending and before publishing.
    const journal = new Journal({ network: 'test', shard }, { bus, log: silent });
    for await (const record of journal.read()) expect(record.shard).toBe(shard);
    const { timestampMs } = await journal.beginEpoch(Date.now());
    const { user } = testUser(9);
    for (let number = 0; number < 5; number++) {
      const credit: Command = { kind: 'test_credit', user, amount: 1, reference: `late ${number}` };
      await journal.append([{ lane: 'admin', command: credit }], timestampMs);
    }

    await serving();
    const { eventOffsets } = await witness(bus, shard);
    const events = await publishedEvents(bus, shard, eventOffsets.length);
    expect(events.map(({ seq, index }) => `${seq}.${index}`)).toEqual(eventOffsets);
    expect(eventOffsets).toHaveLength(17);
    await sleep(50);
    const { streams } = await jetstreamManager(bus.connection);
    const { state } = await streams.info(`EVENTS_${shard}`);
    await engines.at(-1)!.stop();
    await serving();
    expect((await streams.info(`EVENTS_${shard}`)).state.messages).toBe(state.messages);
  });

  it('is ready only while it serves', async () => {
    const engine = await startEngine(nats.url, { shard });
    engines.push(engine);
    const ready = async () => (await fetch(`http://127.0.0.1:${engine.healthPort}/readyz`)).status;
    await engine.serving;
    expect(await ready()).toBe(200);
    const gauge = async (name: string) => {
      const text = await (await fetch(`http://127.0.0.1:${engine.healthPort}/metrics`)).text();
      return Number(new RegExp(`bellwether_engine_${name}\\{[^}]*\\} (\\S+)\n`).exec(text)?.[1]);
    };
    expect([await gauge('epoch'), await gauge('leads'), await gauge('serves')]).toEqual([1, 1, 1]);
    await nats.crash(async () => {
      while ((await gauge('serves')) !== 0) await sleep(10);
      // No other engine took over meanwhile.
      expect([await gauge('leads'), await ready()]).toEqual([1, 503]);
    });
    await bus.whenConnected();
    while ((await ready()) !== 200) await sleep(10);
    await expect(fetch(`http://127.0.0.1:${engine.healthPort}/healthz`)).resolves.toMatchObject({
      status: 200,
    });
  });

  it('stops also while it waits for a server that is not there', async () => {
    const engine = await startEngine('nats://127.0.0.1:9', { shard });
    const serving = engine.serving.catch((error: unknown) => error);
    const ready = await fetch(`http://127.0.0.1:${engine.healthPort}/readyz`);
    expect(ready.status).toBe(503);
    await engine.stop();
    expect(await serving).toMatchObject({ name: 'AbortError' });
  });
});

describe('what must not be', () => {
  /** Begins an epoch as another engine, which fences the leader. */
  async function fence(): Promise<void> {
    const other = new Journal({ network: 'test', shard }, { bus, log: silent });
    for await (const record of other.read()) expect(record.shard).toBe(shard);
    await other.beginEpoch(Date.now());
  }

  it('an engine whose place was taken ends at its next append, without an answer', async () => {
    const first = await serving();
    const floor = await TradingFloor.open(bus, { shard, users: 1 });
    const { marketId, users } = floor;
    await fence();
    const order = signedOrder(users[0]!, { marketId, nonce: 1 });
    expect(await codeOf(floor.send('order', order, 500))).toBe('OUTCOME_UNKNOWN');
    expect(await first.failed).toBeInstanceOf(Fenced);
    await first.stop();
    await serving();
    for (let nonce = 1; nonce <= 20; nonce++) {
      const answer = await floor.send('order', signedOrder(users[0]!, { marketId, nonce }));
      expect(answer.replayed).toBe(false);
    }
    const { records, exchange } = await witness(bus, shard);
    expect(new Set(records.map(({ epoch }) => epoch))).toEqual(new Set([0, 1, 2, 3]));
    expect(exchange.checkInvariants()).toEqual([]);
  });

  it('an engine whose place was taken answers no question of yesterday', async () => {
    const first = await serving();
    const floor = await TradingFloor.open(bus, { shard, users: 1 });
    await fence();
    await sleep(SURE_AFTER_PROOF_MS);
    expect(
      await codeOf(floor.client.query('status', {}, { requestId: 'test', timeoutMs: 500 })),
    ).toBe('ENGINE_UNAVAILABLE');
    expect(await first.failed).toBeInstanceOf(Fenced);
  });

  it('a journal that ends before what was published is not served', async () => {
    const engine = await serving();
    await TradingFloor.open(bus, { shard, users: 1 });
    await engine.stop();
    const { streams } = await jetstreamManager(bus.connection);
    await streams.delete(`JOURNAL_${shard}`);
    const second = await startEngine(nats.url, { shard });
    engines.push(second);
    await expect(second.serving).rejects.toThrow(/the journal ends at seq 0, but events of seq 2/);
    expect(await second.failed).toBeInstanceOf(InvariantViolation);
    const ready = await fetch(`http://127.0.0.1:${second.healthPort}/readyz`);
    expect(ready.status).toBe(503);
  });

  it('a journal of another network is not served', async () => {
    const engine = await serving();
    await engine.stop();
    const second = await startEngine(nats.url, { shard, network: 'production' });
    engines.push(second);
    await expect(second.serving).rejects.toThrow(/network is test, not production/);
  });
});
