/** The stream over a real WebSocket that loses messages, disconnects, falls silent and refuses. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { BellwetherError, ConnectionError, InvalidInputError, KeyPair, MarketStream } from '../src';
import type { Gap, Order, Trade } from '../src';
import { ScriptedStream, until } from './scripted-stream';

const MARKET = 'ab'.repeat(32);
const BOOK = `book:${MARKET}`;

let server: ScriptedStream;
let stream: MarketStream;
let gaps: Gap[];

beforeEach(async () => {
  server = await ScriptedStream.start();
  stream = new MarketStream({ gatewayUrl: server.url, webSocket: WebSocket });
  gaps = [];
  stream.on('gap', (gap) => gaps.push(gap));
});
afterEach(async () => {
  stream.close();
  await server.stop();
});

const heard = (count: number) => until(() => server.heard.length >= count);
const subscribed = (channel: string, resumed = false) => ({
  type: 'subscribed',
  id: null,
  channel,
  resumed,
});
const level = (price: number, size: number) => ({ price, size, orders: 1 });
const bookSnapshot = (seq: number) => ({
  type: 'snapshot',
  channel: BOOK,
  seq,
  prev_seq: 0,
  timestamp: 1_000 + seq,
  data: {
    market_id: MARKET,
    status: 'active',
    yes: { bids: [level(4_300, 100), level(4_200, 50)], asks: [level(4_500, 80)] },
    last_price: null,
  },
});
const bookUpdate = (prev_seq: number, seq: number, bids: readonly object[], more: object = {}) => ({
  type: 'update',
  channel: BOOK,
  seq,
  prev_seq,
  timestamp: 1_000 + seq,
  data: { yes: { bids, asks: [] }, ...more },
});
const heartbeat = (channels: Readonly<Record<string, number>>) => ({
  type: 'heartbeat',
  time: 1,
  seq: 20,
  lag: 0,
  channels,
});

async function liveBook(seq = 10) {
  const book = stream.book(MARKET.toUpperCase());
  await heard(1);
  server.say(subscribed(BOOK));
  server.say(bookSnapshot(seq));
  return book.ready();
}

describe('a live book', () => {
  it('begins with a snapshot and follows the updates', async () => {
    const book = await liveBook();
    expect(server.heard).toEqual([{ op: 'subscribe', channels: [BOOK] }]);
    expect(book).toMatchObject({ seq: 10, timestamp: 1_010, isLive: true, status: 'active' });
    expect(book.bestBid()).toEqual(level(4_300, 100));
    expect(book).toMatchObject({ midpoint: 4_400, spread: 200, lastPrice: null });

    server.say(bookUpdate(10, 12, [level(4_300, 0), level(4_250, 7)], { last_price: 4_300 }));
    await until(() => book.seq === 12);
    expect(book.bids().map(({ price }) => price)).toEqual([4_250, 4_200]);
    expect(book.lastPrice).toBe(4_300);
    expect(gaps).toEqual([]);
  });

  it('has the other outcome as its mirror', async () => {
    const book = await liveBook();
    expect(book.bids('no')).toEqual([level(5_500, 80)]);
    expect(book.asks('no')).toEqual([level(5_700, 100), level(5_800, 50)]);
    expect(book.asks('no', 1)).toHaveLength(1);
    expect([book.bestBid('no')?.price, book.bestAsk('no')?.price]).toEqual([5_500, 5_700]);
  });

  it('is the same for all who ask', () => {
    expect(stream.book(MARKET)).toBe(stream.book(MARKET.toUpperCase()));
  });

  it('raises a gap where a message is missing, and heals it by resuming', async () => {
    const book = await liveBook();
    const states: string[] = [];
    book.on('stale', () => states.push('stale'));
    book.on('live', () => states.push('live'));
    server.say(bookUpdate(12, 13, [level(4_250, 7)]));
    await heard(2);
    expect(gaps).toEqual([{ channel: BOOK, known: 10, sent: 12 }]);
    expect(server.heard[1]).toEqual({ op: 'resume', channels: [{ channel: BOOK, seq: 10 }] });
    expect(book).toMatchObject({ seq: 10, isLive: false });

    // A message sent before the request is not taken for its answer.
    server.say(bookUpdate(13, 14, [level(4_100, 1)]));
    server.say(subscribed(BOOK, true));
    server.say(bookUpdate(10, 12, [level(4_260, 1)]));
    server.say(bookUpdate(12, 13, [level(4_250, 7)]));
    server.say(bookUpdate(13, 14, [level(4_100, 1)]));
    await until(() => book.seq === 14);
    expect(book.bids().map(({ price }) => price)).toEqual([4_300, 4_260, 4_250, 4_200, 4_100]);
    expect(states).toEqual(['stale', 'live']);
    expect(gaps).toHaveLength(1);
  });

  it('raises a gap where a heartbeat has seen more, and heals it by a snapshot', async () => {
    const book = await liveBook();
    server.say(heartbeat({ [BOOK]: 10 }));
    server.say(heartbeat({ [BOOK]: 15 }));
    await heard(2);
    expect(gaps).toEqual([{ channel: BOOK, known: 10, sent: 15 }]);
    server.say(subscribed(BOOK, false));
    server.say(bookSnapshot(15));
    await until(() => book.isLive);
    expect(book.seq).toBe(15);
  });

  it('goes on where it was after a break', async () => {
    const book = await liveBook();
    const lost: number[] = [];
    stream.on('disconnected', ({ code }) => lost.push(code));
    server.end(1001);
    await until(() => server.connections === 2);
    await heard(2);
    expect(lost).toEqual([1001]);
    expect(book.isLive).toBe(false);
    expect(server.heard[1]).toEqual({ op: 'resume', channels: [{ channel: BOOK, seq: 10 }] });
    server.say(subscribed(BOOK, true));
    await until(() => book.isLive);
    expect([book.seq, gaps]).toEqual([10, []]);
  });

  it('goes on after a cut without a word', async () => {
    const book = await liveBook();
    server.end('cut');
    await until(() => server.connections === 2);
    await heard(2);
    server.say(subscribed(BOOK, true));
    await until(() => book.isLive);
    expect(server.heard[1]).toEqual({ op: 'resume', channels: [{ channel: BOOK, seq: 10 }] });
  });

  it('is asked for again where it cannot be given now, and refused where it never can', async () => {
    const book = stream.book(MARKET);
    const error = (code: string, retryable: boolean) => ({
      type: 'error',
      id: null,
      channel: BOOK,
      error: { code, message: 'No.', details: {}, retryable, request_id: 'r' },
    });
    await heard(1);
    server.say(error('ENGINE_UNAVAILABLE', true));
    await heard(2);
    expect(server.heard[1]).toEqual(server.heard[0]);
    server.say(error('MARKET_NOT_FOUND', false));
    await expect(book.ready()).rejects.toThrow(BellwetherError);
    expect(stream.book(MARKET)).not.toBe(book);
  });

  it('ends', async () => {
    const book = await liveBook();
    book.close();
    await heard(2);
    expect(server.heard[1]).toEqual({ op: 'unsubscribe', channels: [BOOK] });
    server.say(bookUpdate(10, 12, [level(4_000, 1)]));
    const other = stream.markets();
    await heard(3);
    server.say(subscribed('markets'));
    server.say({
      type: 'snapshot',
      channel: 'markets',
      seq: 12,
      prev_seq: 0,
      timestamp: 1,
      data: { markets: [], next_cursor: null, has_more: false },
    });
    await other.ready();
    expect(book.seq).toBe(10);
  });
});

it('what is asked for and left in one go travels together, on an open line too', async () => {
  const book = await liveBook();
  const before = server.heard.length;
  const ids = Array.from({ length: 120 }, (_, at) => (at + 1).toString(16).padStart(64, '0'));
  const views = ids.map((id) => stream.trades(id));
  await heard(before + 2);
  for (const view of views) view.close();
  book.close();
  const again = stream.book(MARKET);
  await heard(before + 5);
  const counts = server.heard
    .slice(before)
    .map(({ op, channels }) => [op, (channels as unknown[]).length]);
  expect(counts).toEqual([
    ['subscribe', 100],
    ['subscribe', 20],
    ['unsubscribe', 100],
    ['unsubscribe', 21],
    ['subscribe', 1],
  ]);
  expect(again).not.toBe(book);
});

it('nobody waits for what was closed before it began', async () => {
  const [one, other] = [stream.book(MARKET), stream.trades(MARKET)];
  const ready = [one.ready(), other.ready()].map((each) => expect(each).rejects.toThrow('closed'));
  one.close();
  stream.close();
  await Promise.all(ready);
  await expect(other.ready()).rejects.toThrow(ConnectionError);
});

it('silence is a break', async () => {
  stream.close();
  stream = new MarketStream({ gatewayUrl: server.url, webSocket: WebSocket, silenceMs: 500 });
  const reasons: string[] = [];
  stream.on('disconnected', ({ reason }) => reasons.push(reason));
  stream.book(MARKET);
  await until(() => server.connections >= 2);
  expect(reasons[0]).toBe('SILENCE');
});

it('a runtime without a WebSocket is told to bring one', () => {
  if (Reflect.has(globalThis, 'WebSocket')) return;
  expect(() => new MarketStream({ gatewayUrl: server.url })).toThrow(InvalidInputError);
});

it('more channels than a message holds go in several', async () => {
  for (let index = 0; index < 150; index++) {
    stream.trades(index.toString(16).padStart(64, '0'));
  }
  await heard(2);
  const counts = server.heard.map(({ channels }) => (channels as unknown[]).length);
  expect(counts.toSorted((a, b) => b - a).slice(0, 2)).toEqual([100, 50]);
});

describe('live trades', () => {
  const channel = `trades:${MARKET}`;
  const trade = (trade_id: number) => ({ trade_id }) as Trade;
  const message = (type: string, prev_seq: number, seq: number, ids: readonly number[]) => ({
    type,
    channel,
    seq,
    prev_seq,
    timestamp: 1,
    data: {
      trades: ids.map(trade),
      ...(type === 'snapshot' ? { next_cursor: 'c', has_more: true } : {}),
    },
  });

  it('come once each, also where a snapshot heals', async () => {
    const trades = stream.trades(MARKET);
    const seen: number[] = [];
    const missed: unknown[] = [];
    trades.onTrade(({ trade_id }) => seen.push(trade_id));
    trades.onMissed(({ after, before }) => missed.push([after.trade_id, before.trade_id]));
    await heard(1);
    server.say(subscribed(channel));
    server.say(message('snapshot', 0, 5, [2, 1]));
    server.say(message('update', 5, 6, [3, 4]));
    server.say(message('update', 8, 9, [6]));
    await heard(2);
    server.say(subscribed(channel));
    server.say(message('snapshot', 0, 9, [6, 5, 4, 3]));
    await until(() => seen.length === 4);
    expect([seen, missed]).toEqual([[3, 4, 5, 6], []]);
    expect(trades.recent.map(({ trade_id }) => trade_id)).toEqual([6, 5, 4, 3, 2, 1]);

    // Disconnected for longer than the newest trades reach back.
    server.say(message('snapshot', 0, 30, [21, 20]));
    await until(() => missed.length === 1);
    expect([seen.slice(4), missed]).toEqual([[20, 21], [[6, 20]]]);
  });
});

describe('a live user', () => {
  const user = KeyPair.random().publicKey;
  const channel = `user:${user}`;
  const order = (order_id: number, more: Partial<Order> = {}) =>
    ({
      order_id,
      seq: order_id,
      market_id: MARKET,
      price: 1,
      size: 10,
      filled: 0,
      status: 'resting',
      ...more,
    }) as Order;
  const balance = (available: number) => ({
    available,
    locked: 0,
    total: available,
    withdrawing: 0,
    gas_debt: 0,
    staked: 0,
  });
  const position = (yes_contracts: number) => ({
    market_id: MARKET,
    yes_contracts,
    no_contracts: 0,
    yes_locked: 0,
    no_locked: 0,
  });

  it('has deposits, whole in each message, also where two have the same seq', async () => {
    const live = stream.deposits(user);
    await heard(1);
    expect(server.heard[0]).toEqual({ op: 'subscribe', channels: [`deposits:${user}`] });
    expect(live.deposits).toBeNull();
    server.say(subscribed(live.channel));
    const said = (phases: readonly string[]) => ({
      type: 'snapshot',
      channel: live.channel,
      seq: 7,
      prev_seq: 0,
      timestamp: 1,
      data: {
        public_key: user,
        deposits: phases.map((phase, index) => ({ deposit_id: `${index}`, phase })),
      },
    });
    let snapshots = 0;
    live.on('snapshot', () => snapshots++);
    for (const phases of [[], ['detected'], ['credited', 'detected']]) server.say(said(phases));
    await until(() => snapshots === 3);
    expect(live.deposits?.map(({ phase }) => phase)).toEqual(['credited', 'detected']);
    expect(live.deposit('1')?.phase).toBe('detected');
    expect(live.deposit('2')).toBeNull();
    expect([live.seq, live.isLive, gaps]).toEqual([7, true, []]);
  });

  it('has balance, positions and open orders, merged', async () => {
    const live = stream.user(user);
    await heard(1);
    server.say(subscribed(channel));
    server.say({
      type: 'snapshot',
      channel,
      seq: 5,
      prev_seq: 0,
      timestamp: 1,
      data: {
        public_key: user,
        balance: balance(100),
        positions: [position(3)],
        more_positions: false,
        orders: [order(2), order(1)],
        next_cursor: null,
        has_more: false,
      },
    });
    await live.ready();
    expect(live.isComplete).toBe(true);
    expect(live.openOrders.map(({ order_id }) => order_id)).toEqual([1, 2]);
    server.say({
      type: 'update',
      channel,
      seq: 6,
      prev_seq: 5,
      timestamp: 1,
      data: {
        balance: balance(90),
        positions: [position(0)],
        orders: [
          order(3),
          order(4, { status: 'filled', filled: 10 }),
          { order_id: 1, market_id: MARKET, filled: 4 },
          { order_id: 2, market_id: MARKET, filled: 10 },
        ],
      },
    });
    await until(() => live.seq === 6);
    expect(live.balance?.available).toBe(90);
    expect(live.position(MARKET)).toBeNull();
    expect(live.openOrder(1)).toMatchObject({
      filled: 4,
      remaining: 6,
      status: 'partially_filled',
    });
    expect(live.openOrders.map(({ order_id }) => order_id)).toEqual([1, 3]);
    server.say({
      type: 'update',
      channel,
      seq: 7,
      prev_seq: 6,
      timestamp: 1,
      data: {
        orders: [{ order_id: 3, market_id: MARKET, status: 'cancelled', filled: 0, remaining: 10 }],
      },
    });
    await until(() => live.seq === 7);
    expect(live.openOrders).toHaveLength(1);
    expect(live.balance?.available).toBe(90);
  });

  it('wants a key', () => {
    expect(() => stream.user('nobody')).toThrow(InvalidInputError);
  });
});

describe('live markets', () => {
  const outcome = (status: string, yes_price: number) => ({
    label: 'Yes',
    market_id: MARKET,
    status,
    yes_price,
  });
  const entry = (event_id: string) => ({
    event_id,
    status: 'active',
    outcomes: [outcome('active', 5_000)],
  });

  it('have new events, and prices and states as they change', async () => {
    const markets = stream.markets();
    await heard(1);
    server.say(subscribed('markets'));
    const message = { channel: 'markets', timestamp: 1 };
    server.say({
      ...message,
      type: 'snapshot',
      seq: 5,
      prev_seq: 0,
      data: { markets: [entry('b'), entry('a')], next_cursor: 'c', has_more: true },
    });
    await markets.ready();
    server.say({
      ...message,
      type: 'update',
      seq: 9,
      prev_seq: 5,
      data: {
        markets: [entry('c')],
        outcomes: [{ ...outcome('resolved', 9_000), event_id: 'a' }],
      },
    });
    await until(() => markets.seq === 9);
    expect(markets.events.map(({ event_id }) => event_id)).toEqual(['c', 'b', 'a']);
    expect(markets.event('a')).toMatchObject({
      status: 'resolved',
      outcomes: [{ yes_price: 9_000 }],
    });
    expect(markets.olderCursor).toBe('c');
  });
});
