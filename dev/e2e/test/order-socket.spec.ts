/** Orders over the socket of the gateway: every operation, mistakes, limits, and what the end of a connection does. */
import { once } from 'node:events';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { KeyPair, OrderSocket, Trader } from '@bellwether/client';
import { WebSocket } from 'ws';
import { whenThere } from '../src/eventually';
import { suiteExchange } from '../src/exchange';
import { USDC, credit, newMarket, positionOf, solvencyOf } from '../src/scenario';
import { Wallet } from '../src/wallet';

const exchange = suiteExchange();
const { gateway_url: gatewayUrl } = exchange.file;
const MAX_UNDER_WAY = 100;
let marketId: string;
let maker: Trader;

beforeAll(async () => {
  marketId = await newMarket(exchange);
  maker = await trader();
});

async function trader(socket?: OrderSocket): Promise<Trader> {
  const key = KeyPair.random();
  await credit(exchange, key.publicKey, 1_000 * USDC);
  return new Trader({ gatewayUrl, key, network: 'test', ...(socket && { socket }) });
}

const buy = (price: number, size = 10) =>
  ({ market_id: marketId, side: 'buy', outcome: 'yes', price, size, order_type: 'gtc' }) as const;

const sockets: { close(): void }[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

function orderSocket(webSocket: typeof WebSocket = WebSocket): OrderSocket {
  const socket = new OrderSocket({ gatewayUrl, webSocket });
  sockets.push(socket);
  return socket;
}

interface Answer {
  readonly type: string;
  readonly id: string | null;
  readonly status: number;
  readonly replayed: boolean;
  readonly retry_after?: number;
  readonly rate_limit?: { readonly name: string };
  // What is under test.
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any
  readonly error: any; // oxlint-disable-line typescript/no-explicit-any
}

/** A connection without the SDK. */
class Line {
  readonly received: Answer[] = [];
  closed: number | undefined;
  private last = 0;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.received.push(JSON.parse(data.toString())));
    socket.on('close', (code) => (this.closed = code));
    socket.on('error', () => undefined);
    sockets.push({ close: () => socket.terminate() });
  }

  static async open(): Promise<Line> {
    const line = new Line(new WebSocket(`${gatewayUrl.replace('http', 'ws')}/v1/ws`));
    await once(line.socket, 'open');
    return line;
  }

  say(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  of(id: string): Answer[] {
    return this.received.filter((one) => one.type === 'answer' && one.id === id);
  }

  async ask(op: string, body: unknown): Promise<Answer> {
    const id = `a${++this.last}`;
    this.say({ op, id, body });
    return whenThere(async () => this.of(id)[0]);
  }
}

const openOrders = async ({ user, gateway }: Trader): Promise<number> =>
  (await gateway.orders(user, { status: 'open' })).orders.length;

const noneOpen = (user: Trader) =>
  whenThere(async () => ((await openOrders(user)) === 0 ? true : undefined));

describe('every operation', () => {
  it('is done over the socket as over HTTP', async () => {
    const user = await trader(orderSocket());
    const placed = (await user.placeOrder(buy(1_000))).answer;
    expect(placed).toMatchObject({ status: 'resting', remaining: 10 });
    const { order_id } = placed;

    const change = { market_id: marketId, order_id, price: 1_200, size: 9, filled: 0 };
    const amended = await user.amendOrder(change);
    expect(amended.answer).toMatchObject({ order_id, price: 1_200, remaining: 9 });

    const cancelled = await user.cancelOrder({ market_id: marketId, order_id });
    expect(cancelled.answer).toMatchObject({ order_id, cancelled_size: 9 });
    await expect(user.cancelOrder({ market_id: marketId, order_id })).rejects.toMatchObject({
      code: 'ORDER_NOT_OPEN',
      status: 409,
    });

    const { results } = (
      await user.batch([
        { place: buy(1_200) },
        { place: buy(1_300, 1_000_000) },
        { place: buy(1_400) },
      ])
    ).answer;
    expect(results.map(({ status }) => status)).toEqual([200, 422, 200]);
    expect((await user.cancelAfter(3_600)).answer.seconds).toBe(3_600);
    expect((await user.cancelAfter(0)).answer.due_ms).toBeNull();
    expect((await user.cancelAll({ market_id: marketId })).answer.count).toBe(2);

    const terms = { market_id: marketId, side: 'buy', price: 5_000, size: 5 } as const;
    for (const [mine, theirs] of [
      ['yes', 'no'],
      ['no', 'yes'],
    ] as const) {
      await maker.placeOrder({ ...terms, outcome: theirs, order_type: 'gtc' });
      const { answer } = await user.placeOrder({ ...terms, outcome: mine, order_type: 'ioc' });
      expect(answer.status).toBe('filled');
    }
    const redeemed = await user.redeem({ market_id: marketId, size: 5 });
    expect(redeemed.answer.paid_micro_usdc).toBe(5 * USDC);
    const position = await positionOf(exchange, marketId, user.user);
    expect(position).toMatchObject({ yes_contracts: 0, no_contracts: 0 });
    expect(await solvencyOf(exchange)).toMatchObject({ difference: 0 });
  });

  it('goes beside many others, each with its own answer', async () => {
    const key = KeyPair.random();
    await credit(exchange, key.publicKey, 1_000 * USDC);
    const socket = orderSocket();
    const user = new Trader({ gatewayUrl, key, network: 'test', socket, inFlight: 16 });
    const sizes = Array.from({ length: 60 }, (_, index) => 20 + index);
    const receipts = await Promise.all(sizes.map((size) => user.placeOrder(buy(1_000, size))));
    expect(receipts.map(({ answer }) => answer.remaining)).toEqual(sizes);
    expect((await user.cancelAll()).answer.count).toBe(sizes.length);
  });
});

describe('a message', () => {
  let wallet: Wallet;
  let nonce = 0;
  const order = (price = 1_000) => wallet.order({ ...buy(price), nonce: ++nonce });
  beforeAll(async () => {
    wallet = await Wallet.create();
    await credit(exchange, wallet.publicKey, 1_000 * USDC);
  });

  it('sent twice is one order with two answers; under another body it is refused', async () => {
    const line = await Line.open();
    const body = await order();
    line.say({ op: 'order', id: 'same', body });
    line.say({ op: 'order', id: 'same', body });
    await whenThere(async () => (line.of('same').length === 2 ? true : undefined));
    const [first, second] = line.of('same');
    expect(first?.body).toEqual(second?.body);
    // The second one may have come before the first was carried out.
    for (const { rate_limit: limit } of [first!, second!]) {
      expect(limit?.name).toMatch(/^user_(?:orders|repeats)$/);
    }
    expect([first?.replayed, second?.replayed].map(String).toSorted()).toEqual(['false', 'true']);
    const other = await wallet.order({ ...buy(2_000), nonce });
    expect(await line.ask('order', other)).toMatchObject({
      status: 409,
      body: { error: { code: 'NONCE_REUSED' } },
    });
  });

  it('with a mistake is told as over HTTP, and the connection goes on', async () => {
    const line = await Line.open();
    const mistakes: [string, string, unknown][] = [
      ['order', '/v1/orders', { ...(await order()), price: 0 }],
      ['order', '/v1/orders', { ...(await order()), signature: 'ab'.repeat(64) }],
      ['order', '/v1/orders', {}],
      ['cancel', '/v1/orders/cancel', { order_id: 1 }],
      ['amend', '/v1/orders/amend', { user: 'me' }],
      ['cancel_all', '/v1/orders/cancel-all', { nonce: -1 }],
      ['batch', '/v1/orders/batch', { operations: [] }],
      ['cancel_after', '/v1/orders/cancel-after', { seconds: 4 }],
      ['redeem', '/v1/positions/redeem', { size: '1' }],
    ];
    for (const [op, path, body] of mistakes) {
      const { status, body: answer } = await line.ask(op, body);
      const overHttp = await exchange.post(path, body);
      const { request_id: _, ...ours } = answer.error;
      const { request_id: __, ...theirs } = Reflect.get(Object(overHttp.body), 'error');
      expect([op, status, ours]).toEqual([op, overHttp.status, theirs]);
    }
    for (const bad of [
      '{"op":"order","id":"1"',
      '[]',
      { op: 'order', body: {} },
      { op: 'order', id: '1', body: {}, more: 1 },
      { op: 'sell', id: '1', body: {} },
    ]) {
      const before = line.received.filter(({ type }) => type === 'error').length;
      line.say(bad);
      await whenThere(async () =>
        line.received.filter(({ type }) => type === 'error').length > before ? true : undefined,
      );
    }
    expect((await line.ask('order', await order())).status).toBe(200);
  });

  it('that is no text, or too long, ends the connection with a code', async () => {
    const [binary, long] = [await Line.open(), await Line.open()];
    binary.socket.send(Buffer.from('{}'), { binary: true });
    long.say({ op: 'order', id: '1', body: { user: 'x'.repeat(20_000) } });
    expect(await whenThere(async () => binary.closed)).toBe(1003);
    expect(await whenThere(async () => long.closed)).toBe(1009);
  });

  it('beyond what may be under way is refused, and says how many may be', async () => {
    const line = await Line.open();
    const body = await wallet.cancel({ market_id: marketId, order_id: 999_999 });
    const ids = Array.from({ length: MAX_UNDER_WAY + 50 }, (_, index) => `u${index}`);
    for (const id of ids) line.say({ op: 'cancel', id, body });
    const answers = await whenThere(async () => {
      const all = ids.flatMap((id) => line.of(id));
      return all.length === ids.length ? all : undefined;
    });
    // As many as came in one piece: how many that is, the line decides.
    for (const answer of answers.filter(({ status }) => status === 429)) {
      expect(answer.retry_after).toBeGreaterThan(0);
    }
    const done = answers.filter(({ status }) => status === 404);
    expect(done.length).toBeGreaterThanOrEqual(MAX_UNDER_WAY);
    expect((await line.ask('cancel', body)).status).toBe(404);
  });
});

describe('the end of a connection', () => {
  it('cancels the orders of a session that asked for it, and of no other', async () => {
    const [socket, other] = [orderSocket(), orderSocket()];
    const [careful, careless] = [await trader(socket), await trader(other)];
    await careful.placeOrder(buy(1_000));
    await careless.placeOrder(buy(1_000));
    const held = await careful.cancelOnDisconnect();
    expect(held.answer).toEqual({ held: 1, max_held: 16 });
    // Also those that come after it was left.
    await careful.placeOrder(buy(1_100));
    expect(await openOrders(careful)).toBe(2);
    socket.close();
    other.close();
    await noneOpen(careful);
    expect(await openOrders(careless)).toBe(1);
  });

  it('cancels nothing that was taken back', async () => {
    const socket = orderSocket();
    const user = await trader(socket);
    await user.placeOrder(buy(1_000));
    await user.cancelOnDisconnect({ market_id: marketId });
    await user.keepOnDisconnect();
    socket.close();
    const again = new Trader({ gatewayUrl, key: KeyPair.random(), network: 'test' });
    expect(await again.gateway.nonces(user.user)).toMatchObject({ cancel_all: 0 });
    expect(await openOrders(user)).toBe(1);
  });

  it('loses no order: what was under way is sent again on the next, once', async () => {
    const lines: WebSocket[] = [];
    class Watched extends WebSocket {
      constructor(url: string) {
        super(url);
        lines.push(this);
      }
    }
    const socket = orderSocket(Watched as unknown as typeof WebSocket);
    const key = KeyPair.random();
    await credit(exchange, key.publicKey, 1_000 * USDC);
    const user = new Trader({ gatewayUrl, key, network: 'test', socket, inFlight: 8 });
    await user.cancelOnDisconnect();
    await user.placeOrder(buy(900, 20));
    const sizes = Array.from({ length: 24 }, (_, index) => 20 + index);
    const all = sizes.map((size) => user.placeOrder(buy(1_000, size)));
    // Some are answered, some are under way.
    await Promise.race(all);
    lines.at(-1)?.terminate();
    const receipts = await Promise.all(all);
    expect(lines.length).toBeGreaterThan(1);
    expect(receipts.map(({ answer }) => answer.size)).toEqual(sizes);
    const ids = new Set(receipts.map(({ answer }) => answer.order_id));
    expect(ids.size).toBe(sizes.length);
    // What was placed before the cut was cancelled; what was placed after it stays, and the next cut cancels that.
    await whenThere(async () => {
      const { orders } = await user.gateway.orders(user.user, { status: 'open', limit: 100 });
      return orders.every(({ price }) => price === 1_000) ? true : undefined;
    });
    lines.at(-1)?.terminate();
    await noneOpen(user);
  });
});

it('and the ledger adds up', async () => {
  expect(await solvencyOf(exchange)).toMatchObject({ difference: 0 });
});
