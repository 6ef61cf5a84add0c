/** Clients who hold their own key: another implementation of messages and Ed25519 than the servers'. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  cancelled,
  cancelledAll,
  expectError,
  expectOk,
  nonces,
  orders,
  submitted,
} from '../src/answers';
import { suiteExchange } from '../src/exchange';
import { USDC, balanceOf, bookOf, credit, newEvent, newMarket } from '../src/scenario';
import { Wallet } from '../src/wallet';
import type { OrderBody } from '../src/wallet';

const exchange = suiteExchange();
let marketId: string;
let user: Wallet;

beforeAll(async () => {
  marketId = await newMarket(exchange);
  user = await Wallet.create();
  await credit(exchange, user.publicKey, 1_000 * USDC);
});

const order = (nonce: number, changes: Partial<OrderBody> = {}): OrderBody => ({
  market_id: marketId,
  side: 'buy',
  outcome: 'yes',
  price: 3_000,
  size: 10,
  order_type: 'gtc',
  nonce,
  ...changes,
});
const place = async (body: OrderBody, wallet = user) =>
  expectOk(submitted, await exchange.post('/v1/orders', await wallet.order(body)));

describe('an order', () => {
  it('is taken with the signature of its user, in either case of hex and either form of the key', async () => {
    const body = await user.order(order(1));
    const placed = expectOk(submitted, await exchange.post('/v1/orders', body));
    expect(placed).toMatchObject({ status: 'resting', remaining: 10, fee_bps: 0 });
    const repeat = await exchange.post('/v1/orders', {
      ...body,
      market_id: body.market_id.toUpperCase(),
      signature: body.signature.toUpperCase(),
    });
    expect(repeat.headers.get('idempotent-replay')).toBe('true');
    expect(expectOk(submitted, repeat)).toEqual(placed);
  });

  it.each([
    ['another price', { price: 3_001 }],
    ['another size', { size: 11 }],
    ['another side', { side: 'sell' }],
    ['another outcome', { outcome: 'no' }],
    ['another nonce', { nonce: 3 }],
  ])('is refused with %s than was signed, and its nonce stays unused', async (_title, change) => {
    const body = { ...(await user.order(order(2))), ...change };
    expect(expectError(await exchange.post('/v1/orders', body))).toMatchObject({
      status: 401,
      code: 'SIGNATURE_INVALID',
    });
    expect(expectOk(nonces, await exchange.get(`/v1/nonce/${user.publicKey}`)).order).toBe(1);
  });

  it('is refused under the name of another user', async () => {
    const stranger = await Wallet.create();
    const body = { ...(await stranger.order(order(1))), user: user.publicKey };
    expect(expectError(await exchange.post('/v1/orders', body)).code).toBe('SIGNATURE_INVALID');
  });

  it('may carry no builder fee', async () => {
    const body = { ...(await user.order(order(2))), fee_bps: 1 };
    expect(expectError(await exchange.post('/v1/orders', body))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      details: { field: 'fee_bps', value: 1 },
    });
  });

  it('has one meaning a nonce: another body is a conflict, a lower nonce tells the last one', async () => {
    await place(order(10));
    const reused = await exchange.post('/v1/orders', await user.order(order(10, { size: 11 })));
    expect(expectError(reused)).toMatchObject({
      status: 409,
      code: 'NONCE_REUSED',
      details: { nonce: 10, last_nonce: 10 },
    });
    const otherType = { ...(await user.order(order(10))), order_type: 'ioc' };
    expect(expectError(await exchange.post('/v1/orders', otherType)).code).toBe('NONCE_REUSED');
    const low = await exchange.post('/v1/orders', await user.order(order(5)));
    expect(expectError(low)).toMatchObject({
      status: 409,
      code: 'NONCE_TOO_LOW',
      details: { last_nonce: 10, fate: 'never_used' },
    });
  });
});

describe('cancels', () => {
  it('release the money of one order, once', async () => {
    const before = await balanceOf(exchange, user.publicKey);
    const { order_id } = await place(order(20, { price: 2_000, size: 50 }));
    const body = await user.cancel({ market_id: marketId, order_id });
    const done = expectOk(cancelled, await exchange.post('/v1/orders/cancel', body));
    expect(done).toMatchObject({ order_id, cancelled_size: 50, released_micro_usdc: 10 * USDC });
    expect(await balanceOf(exchange, user.publicKey)).toMatchObject({
      available: before.available,
      locked: before.locked,
    });
    expect(expectError(await exchange.post('/v1/orders/cancel', body))).toMatchObject({
      status: 409,
      code: 'ORDER_NOT_OPEN',
    });
  });

  it('of another user or another market find nothing', async () => {
    const { order_id } = await place(order(21));
    const stranger = await Wallet.create();
    const other = await newMarket(exchange);
    for (const body of [
      await stranger.cancel({ market_id: marketId, order_id }),
      await user.cancel({ market_id: other, order_id }),
    ]) {
      expect(expectError(await exchange.post('/v1/orders/cancel', body))).toMatchObject({
        status: 404,
        code: 'ORDER_NOT_FOUND',
      });
    }
    const forged = {
      ...(await stranger.cancel({ market_id: marketId, order_id })),
      user: user.publicKey,
    };
    expect(expectError(await exchange.post('/v1/orders/cancel', forged)).code).toBe(
      'SIGNATURE_INVALID',
    );
  });

  it('of all orders take a market first, then the rest; nothing open is fine', async () => {
    const { marketIds } = await newEvent(exchange, { labels: ['A', 'B'] });
    const [first = '', second = ''] = marketIds;
    const trader = await Wallet.create();
    await credit(exchange, trader.publicKey, 1_000 * USDC);
    const ids: number[] = [];
    for (const [index, market_id] of [first, first, second].entries()) {
      ids.push((await place(order(index + 1, { market_id }), trader)).order_id);
    }
    const cancelAll = async (request: { market_id?: string; nonce: number }) =>
      expectOk(
        cancelledAll,
        await exchange.post('/v1/orders/cancel-all', await trader.cancelAll(request)),
      );
    expect(await cancelAll({ market_id: first, nonce: 1 })).toMatchObject({
      cancelled: ids.slice(0, 2),
      count: 2,
      released_micro_usdc: 6 * USDC,
    });
    expect(await cancelAll({ nonce: 2 })).toMatchObject({ cancelled: ids.slice(2), count: 1 });
    expect(await cancelAll({ nonce: 3 })).toMatchObject({ cancelled: [], count: 0 });
    expect(await cancelAll({ nonce: 2 })).toMatchObject({ cancelled: ids.slice(2), nonce: 2 });
    expect(
      expectOk(orders, await exchange.get(`/v1/orders/${trader.publicKey}?status=open`)).orders,
    ).toEqual([]);
    expect(await bookOf(exchange, second)).toMatchObject({ yes: { bids: [], asks: [] } });
    expect(await balanceOf(exchange, trader.publicKey)).toMatchObject({
      available: 1_000 * USDC,
      locked: 0,
    });
  });
});
