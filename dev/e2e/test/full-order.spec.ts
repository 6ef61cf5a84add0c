/** Orders in their full form, their changes, and the dead man's switch: over HTTP, the SDK and a builder. */
import { beforeAll, describe, expect, it } from 'vitest';
import { KeyPair, Trader } from '@bellwether/client';
import type { BeforeSend, PreparedRequest } from '@bellwether/client';
import { expectError } from '../src/answers';
import { eventually } from '../src/eventually';
import { suiteExchange } from '../src/exchange';
import { USDC, credit, fundedUser, historyCaughtUp, newBuilder, newMarket } from '../src/scenario';
import { Wallet } from '../src/wallet';

const exchange = suiteExchange();
let marketId: string;
let trader: Trader;

beforeAll(async () => {
  marketId = await newMarket(exchange);
  trader = await newTrader();
});

async function newTrader(beforeSend?: BeforeSend): Promise<Trader> {
  const key = KeyPair.random();
  await credit(exchange, key.publicKey, 1_000 * USDC);
  const { gateway_url: gatewayUrl } = exchange.file;
  return new Trader({ gatewayUrl, key, network: 'test', ...(beforeSend && { beforeSend }) });
}

const bid = (price: number, size = 10) =>
  ({ market_id: marketId, side: 'buy', outcome: 'yes', price, size, order_type: 'gtc' }) as const;
const inSeconds = async (seconds: number) => (await exchange.gateway.time()).time + seconds;

async function openIds(of: Trader): Promise<number[]> {
  const ids: number[] = [];
  for await (const { order_id } of of.openOrders()) ids.push(order_id);
  return ids;
}

const noneOpen = (of: Trader) =>
  eventually(
    () => openIds(of),
    (ids) => ids.length === 0,
  );

describe('an order with an end', () => {
  it('shows its terms, is cancelled at its second, and history says why', async () => {
    const expires_at = await inSeconds(3);
    const { answer } = await trader.placeOrder({
      ...bid(1_000),
      expires_at,
      self_trade: 'cancel_both',
    });
    expect(answer.status).toBe('resting');
    for await (const order of trader.openOrders())
      expect(order).toMatchObject({ expires_at, self_trade: 'cancel_both', reduce_only: false });
    await noneOpen(trader);
    expect((await exchange.gateway.time()).time).toBeGreaterThanOrEqual(expires_at);
    await historyCaughtUp(exchange);
    const ended = await exchange.gateway.order(trader.user, answer.order_id);
    expect(ended).toMatchObject({ status: 'cancelled', cancel_reason: 'expired' });
    const { orders } = await exchange.gateway.orders(trader.user, {
      status: 'cancelled',
      limit: 1,
    });
    expect(orders).toMatchObject([{ cancel_reason: 'expired' }]);
  });

  it.each([
    ['in the past', async () => ({ expires_at: 1 })],
    ['more than a year ahead', async () => ({ expires_at: await inSeconds(367 * 86_400) })],
    [
      'of an order that never rests',
      async () => ({ expires_at: await inSeconds(60), order_type: 'ioc' as const }),
    ],
  ])('is refused %s, naming the field', async (_what, terms) => {
    const placed = trader.placeOrder({ ...bid(1_000), ...(await terms()) });
    await expect(placed).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'expires_at' },
    });
  });
});

it('does at an order of its own what it says', async () => {
  const own = await newTrader();
  const ask = { ...bid(4_000), outcome: 'no', price: 6_000 } as const;
  const { answer: resting } = await own.placeOrder(ask);
  const taker = await own.placeOrder({ ...bid(4_000), self_trade: 'cancel_taker' });
  expect(taker.answer).toMatchObject({
    status: 'cancelled',
    cancel_reason: 'self_trade',
    self_trade_cancelled: [],
  });
  expect(await openIds(own)).toEqual([resting.order_id]);
  const both = await own.placeOrder({ ...bid(4_000), self_trade: 'cancel_both' });
  expect(both.answer).toMatchObject({
    status: 'cancelled',
    self_trade_cancelled: [resting.order_id],
  });
  expect(await openIds(own)).toEqual([]);
});

it('only reduces: previewed and refused with what there is', async () => {
  const order = { ...bid(4_000), reduce_only: true };
  const refused = { code: 'REDUCE_ONLY_EXCEEDED', details: { size: 10, reducible: 0 } };
  await expect(trader.placeOrder(order)).rejects.toMatchObject(refused);
  const preview = await exchange.gateway.previewOrder({ ...order, user: trader.user });
  expect(preview.refusal).toMatchObject(refused);
});

it('is refused where any of its terms is another than was signed', async () => {
  const wallet = await Wallet.create();
  const terms = {
    ...bid(1_000),
    self_trade: 'cancel_taker',
    reduce_only: false,
    fee_bps: 0,
  } as const;
  const body = await wallet.fullOrder({ ...terms, nonce: 1, expires_at: await inSeconds(60) });
  const others = [
    { self_trade: 'cancel_both' },
    { reduce_only: true },
    { expires_at: body.expires_at + 1 },
    { order_type: 'post_only' },
  ];
  for (const other of others) {
    const answer = await exchange.post('/v1/orders', { ...body, ...other });
    expect(expectError(answer)).toMatchObject({
      status: 401,
      code: 'SIGNATURE_INVALID',
      details: { message_bytes: 119 },
    });
  }
});

it('a builder has it signed for its users, fee and all', async () => {
  const { builder, client } = await newBuilder(exchange);
  const user = await fundedUser(exchange, builder);
  const expires_at = await inSeconds(600);
  const { answer } = await client.submitOrder(user, { ...bid(1_000), expires_at });
  const order = await exchange.gateway.order(user, answer.order_id);
  expect(order).toMatchObject({ status: 'resting', expires_at, self_trade: 'cancel_maker' });
  const { answer: switched } = await client.cancelAfter(user, 5);
  expect(switched).toMatchObject({ user, seconds: 5, nonce: 1 });
});

describe('a resting order', () => {
  it('is changed under its id, in the book, in the stream of its user, and in history', async () => {
    const sent: PreparedRequest[] = [];
    const own = await newTrader((request) => void sent.push(request));
    const { answer } = await own.placeOrder(bid(2_000));
    const { order_id } = answer;
    const change = { market_id: marketId, order_id, price: 2_100, size: 6, filled: 0 };
    const changed = await own.amendOrder(change);
    expect(changed.answer).toMatchObject({ order_id, price: 2_100, size: 6, status: 'resting' });
    const again = await own.send(sent[1]!);
    expect(again).toMatchObject({ answer: changed.answer, replayed: true });
    const { yes } = await exchange.gateway.book(marketId);
    expect(yes.bids.filter(({ price }) => price === 2_000 || price === 2_100)).toMatchObject([
      { price: 2_100, size: 6 },
    ]);
    await own.cancelOrder({ market_id: marketId, order_id });
    await historyCaughtUp(exchange);
    const { orders } = await exchange.gateway.orders(own.user, { status: 'cancelled', limit: 1 });
    expect(orders).toMatchObject([{ order_id, price: 2_100, size: 6, cancel_reason: 'user' }]);
    await expect(own.amendOrder(change)).rejects.toMatchObject({ code: 'ORDER_NOT_OPEN' });
    // Who never got the answer asks by the nonce.
    expect(await own.orderByNonce(answer.nonce + 1)).toMatchObject({
      outcome: 'order',
      order: { order_id, price: 2_100, status: 'cancelled' },
    });
  });

  it("of a builder's user is changed by that builder", async () => {
    const { builder, client } = await newBuilder(exchange);
    const user = await fundedUser(exchange, builder);
    const { answer } = await client.submitOrder(user, bid(1_500));
    const change = {
      market_id: marketId,
      order_id: answer.order_id,
      price: 1_500,
      size: 8,
      filled: 0,
    } as const;
    expect((await client.amendOrder(user, change)).answer).toMatchObject({ size: 8 });
  });

  it('is not changed by other bytes than were signed', async () => {
    const wallet = await Wallet.create();
    const terms = { market_id: marketId, order_id: 1, price: 100, size: 1, nonce: 1 };
    const body = await wallet.amend(terms);
    for (const other of [{ price: 101 }, { size: 2 }, { order_id: 2 }, { nonce: 2 }]) {
      const answer = await exchange.post('/v1/orders/amend', { ...body, ...other });
      expect(expectError(answer)).toMatchObject({
        code: 'SIGNATURE_INVALID',
        details: { message_bytes: 106 },
      });
    }
  });
});

describe('a batch', () => {
  it('quotes both sides in one record, and goes on without what is refused', async () => {
    const own = await newTrader();
    const { answer: old } = await own.placeOrder(bid(1_200));
    const { answer } = await own.batch([
      { cancel: { market_id: marketId, order_id: old.order_id } },
      { place: bid(1_300) },
      { place: { ...bid(1_400), reduce_only: true } },
      { place: { ...bid(1_300), outcome: 'no', expires_at: await inSeconds(600) } },
      { cancel: { market_id: marketId, order_id: old.order_id } },
    ]);
    expect(answer.results.map(({ status }) => status)).toEqual([200, 200, 422, 200, 409]);
    expect(answer.results[2]).toMatchObject({ body: { error: { code: 'REDUCE_ONLY_EXCEEDED' } } });
    expect(answer.results[4]).toMatchObject({ body: { error: { code: 'ORDER_NOT_OPEN' } } });
    const seqs = [0, 1, 3].map((at) => Number(answer.results[at]?.body['seq']));
    expect(seqs[2]! - seqs[0]!).toBe(3);
    expect(await openIds(own)).toHaveLength(2);
    const swept = await own.batch([{ cancel_all: {} }, { place: bid(1_500) }]);
    expect(swept.answer.results).toMatchObject([{ body: { count: 2 } }, { status: 200 }]);
  });

  it('of a builder holds operations of its users, and of nobody else', async () => {
    const { builder, client } = await newBuilder(exchange);
    const user = await fundedUser(exchange, builder);
    const { answer } = await client.batch([
      { user, place: bid(1_100) },
      { user: trader.user, place: bid(1_100) },
      { user, place: { ...bid(1_200), self_trade: 'cancel_taker' } },
    ]);
    expect(answer.results.map(({ status }) => status)).toEqual([200, 403, 200]);
  });

  it('names the operation and the field that is wrong', async () => {
    const wrong = await exchange.post('/v1/orders/batch', { operations: [{ place: {} }] });
    expect(expectError(wrong)).toMatchObject({ code: 'VALIDATION_FAILED' });
    for (const operations of [[], [{}], Array.from({ length: 21 }, () => ({ cancel: {} }))]) {
      const answer = await exchange.post('/v1/orders/batch', { operations });
      expect(expectError(answer)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    }
  });
});

describe("the dead man's switch", () => {
  it('cancels everything when nobody sets it anew', async () => {
    const sent: PreparedRequest[] = [];
    const absent = await newTrader((request) => void sent.push(request));
    for (const price of [1_000, 1_100]) await absent.placeOrder(bid(price));
    const { answer } = await absent.cancelAfter(5);
    expect(answer.due_ms).toBeGreaterThan(Date.now());
    const again = await absent.send(sent.at(-1)!);
    expect(again).toMatchObject({ answer, replayed: true });
    await noneOpen(absent);
    await historyCaughtUp(exchange);
    const { orders } = await exchange.gateway.orders(absent.user, { limit: 2 });
    expect(orders.map(({ cancel_reason }) => cancel_reason)).toEqual([
      'cancel_after',
      'cancel_after',
    ]);
  });

  it('is off at 0, and takes 5 to 3,600 seconds', async () => {
    await trader.cancelAfter(3_600);
    expect((await trader.cancelAfter(0)).answer).toMatchObject({ seconds: 0, due_ms: null });
    await expect(trader.cancelAfter(4)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'seconds', value: 4 },
    });
  });
});
