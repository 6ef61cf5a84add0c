/** Orders over a real WebSocket that loses answers, ends, refuses and falls silent: each is carried out once. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { BellwetherError, KeyPair, OrderSocket, OutcomeUnknownError, Trader } from '../src';
import type { OrderRequest, TraderOptions } from '../src';
import { ScriptedServer } from './scripted-server';
import { ScriptedStream, until } from './scripted-stream';

const MARKET = 'ab'.repeat(32);
const key = KeyPair.fromSeed(new Uint8Array(32).fill(1));
const ORDER: OrderRequest = {
  market_id: MARKET,
  side: 'buy',
  outcome: 'yes',
  price: 4_500,
  size: 10,
  order_type: 'gtc',
};
const NONCES = {
  public_key: '',
  order: 0,
  cancel_all: 0,
  withdraw: 0,
  recover: 0,
  cancel_after: 0,
  trading_key: 0,
  seq: 1,
  timestamp: 1,
};

interface Heard {
  readonly op: string;
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
}

let server: ScriptedStream;
let http: ScriptedServer;
let socket: OrderSocket;

beforeEach(async () => {
  server = await ScriptedStream.start();
  http = await ScriptedServer.of({ body: NONCES });
  socket = new OrderSocket({ gatewayUrl: server.url, webSocket: WebSocket });
});
afterEach(async () => {
  socket.close();
  await Promise.all([server.stop(), http.stop()]);
});

const trader = (more: Partial<TraderOptions> = {}) =>
  new Trader({
    gatewayUrl: http.url,
    network: 'test',
    key,
    socket,
    retry: { firstPauseMs: 1, longestPauseMs: 2 },
    ...more,
  });
const heard = (index: number) => server.heard[index] as unknown as Heard;
async function nth(index: number): Promise<Heard> {
  await until(() => server.heard.length > index);
  return heard(index);
}
const placed = (nonce: unknown) => ({ order_id: 7, fills: [], remaining: 10, nonce });
const answer = ({ id }: Heard, body: object, more: object = {}) =>
  server.say({
    type: 'answer',
    id,
    status: 200,
    replayed: false,
    request_id: 'r.1',
    body,
    ...more,
  });
const failure = (code: string, details: object = {}, retryable = false) => ({
  error: { code, message: 'no', details, retryable, request_id: 'r.1' },
});

describe('an order over the socket', () => {
  it('has the body of HTTP, and the receipt of HTTP', async () => {
    const asked = trader().placeOrder(ORDER);
    const message = await nth(0);
    expect(message).toMatchObject({
      op: 'order',
      body: { ...ORDER, user: key.publicKey, nonce: 1 },
    });
    answer(message, placed(1), { replayed: true });
    expect(await asked).toEqual({
      answer: placed(1),
      replayed: true,
      attempts: 1,
      requestId: 'r.1',
    });
    expect(http.asked.map(({ method }) => method)).toEqual(['GET']);
  });

  it('and the others go as their operations', async () => {
    const one = trader();
    const calls = [
      one.cancelOrder({ market_id: MARKET, order_id: 7 }),
      one.amendOrder({ market_id: MARKET, order_id: 7, price: 1, size: 1, filled: 0 }),
      one.cancelAfter(30),
      one.batch([{ cancel: { market_id: MARKET, order_id: 7 } }]),
    ];
    // A batch takes its turn among the orders of its user: it waits for the change before it.
    await until(() => server.heard.length === calls.length - 1);
    const result = { ...placed(1), cancelled_size: 1, seconds: 30, due_ms: 1, results: [] };
    for (const message of server.heard as unknown as Heard[]) answer(message, result);
    answer(await nth(calls.length - 1), result);
    const ops = server.heard.map(({ op }) => String(op)).toSorted();
    expect(ops).toEqual(['amend', 'batch', 'cancel', 'cancel_after']);
    await Promise.all(calls);
    const redeemed = one.redeem({ market_id: MARKET, size: 1 });
    answer(await nth(calls.length), { size: 1, paid_micro_usdc: 1 });
    await redeemed;
    expect(heard(calls.length).op).toBe('redeem');
  });

  it('is one of many under way, answered in any order', async () => {
    const one = trader({ inFlight: 8 });
    const asked = [1, 2, 3].map((size) => one.placeOrder({ ...ORDER, size }));
    await until(() => server.heard.length === 3);
    for (const message of (server.heard as unknown as Heard[]).toReversed()) {
      answer(message, placed(message.body['nonce']));
    }
    const receipts = await Promise.all(asked);
    expect(receipts.map((receipt) => Reflect.get(receipt.answer, 'nonce'))).toEqual([1, 2, 3]);
  });

  it('that was not answered is sent again, byte for byte, on the next connection', async () => {
    const asked = trader().placeOrder(ORDER);
    const first = await nth(0);
    server.end('cut');
    const second = await nth(1);
    expect(second.body).toEqual(first.body);
    expect(JSON.stringify(second.body)).toBe(JSON.stringify(first.body));
    answer(second, placed(1), { replayed: true });
    expect(await asked).toMatchObject({ replayed: true, attempts: 2 });
    expect(server.connections).toBe(2);
  });

  it('without an answer at the end is in doubt', async () => {
    const asked = trader({ retry: { maxAttempts: 1 } }).placeOrder(ORDER);
    asked.catch(() => undefined);
    await nth(0);
    server.end('cut');
    await expect(asked).rejects.toBeInstanceOf(OutcomeUnknownError);
  });

  it('that is refused fails with the error of HTTP', async () => {
    const asked = trader().placeOrder(ORDER, { nonce: 3 });
    answer(await nth(0), failure('INSUFFICIENT_BALANCE', { shortfall: 5 }), { status: 422 });
    await expect(asked).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      status: 422,
      details: { shortfall: 5 },
    });
    await expect(asked).rejects.toBeInstanceOf(BellwetherError);
  });

  it('that comes too fast is sent again when it may', async () => {
    const asked = trader().placeOrder(ORDER);
    const limits = { status: 429, retry_after: 0 };
    answer(await nth(0), failure('RATE_LIMITED', {}, true), limits);
    answer(await nth(1), placed(1));
    expect((await asked).attempts).toBe(2);
    expect(heard(1).body).toEqual(heard(0).body);
  });
});

describe('a cancel on disconnect', () => {
  it('is left, is sent first after a lost connection, and another is left before anything else', async () => {
    const one = trader();
    const holding = one.cancelOnDisconnect();
    const held = await nth(0);
    expect(held).toMatchObject({
      op: 'cancel_on_disconnect',
      body: { user: key.publicKey, nonce: 1 },
    });
    answer(held, { held: 1, max_held: 16 });
    expect((await holding).answer).toEqual({ held: 1, max_held: 16 });

    const asked = one.placeOrder(ORDER);
    await nth(1);
    server.end('cut');
    const again = await nth(2);
    expect([again.op, again.body]).toEqual(['cancel_all', held.body]);
    answer(again, { cancelled: [], count: 0 });
    const next = await nth(3);
    expect(next).toMatchObject({ op: 'cancel_on_disconnect', body: { nonce: 2 } });
    answer(next, { held: 1, max_held: 16 });
    const order = await nth(4);
    expect(order.op).toBe('order');
    answer(order, placed(1));
    await asked;
  });

  it('is left anew after a cancel-all, which has the higher nonce', async () => {
    const one = trader();
    const holding = one.cancelOnDisconnect({ market_id: MARKET });
    answer(await nth(0), { held: 1, max_held: 16 });
    await holding;
    const cancelling = one.cancelAll();
    answer(await nth(1), { cancelled: [], count: 0 });
    const renewed = await nth(2);
    expect(renewed).toMatchObject({
      op: 'cancel_on_disconnect',
      body: { market_id: MARKET, nonce: 3 },
    });
    answer(renewed, { held: 1, max_held: 16 });
    await cancelling;
  });

  it('is taken back, and forgotten by the next connection', async () => {
    const one = trader();
    const holding = one.cancelOnDisconnect();
    answer(await nth(0), { held: 1, max_held: 16 });
    await holding;
    const keeping = one.keepOnDisconnect();
    const keep = await nth(1);
    expect(keep).toMatchObject({ op: 'keep_on_disconnect', body: { user: key.publicKey } });
    answer(keep, { held: 0, max_held: 16 });
    await keeping;
    server.end('cut');
    const asked = one.placeOrder(ORDER);
    const order = await nth(2);
    expect(order.op).toBe('order');
    answer(order, placed(1));
    await asked;
  });

  it('needs a socket', async () => {
    const { socket: _, ...options } = {
      gatewayUrl: http.url,
      network: 'test',
      key,
      socket,
    } as const;
    await expect(new Trader(options).cancelOnDisconnect()).rejects.toMatchObject({
      name: 'InvalidInputError',
    });
  });
});
