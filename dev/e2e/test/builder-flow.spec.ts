/**
 * A builder's whole way, in round numbers: 100 contracts at 5000 bp cost 50 USDC, the 700 bps curve takes
 * 1.75 USDC of the taker, a fifth of it goes to the maker, and 50 bps of builder fee are 0.25 USDC.
 */
import { randomUUID } from 'node:crypto';
import type { BuilderClient } from '@bellwether/client';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  builderTrades,
  candles,
  expectError,
  expectOk,
  keypair,
  nonces,
  order,
  orders,
  promised,
  signed,
  trades,
} from '../src/answers';
import type { Builder } from '../src/builder';
import { suiteExchange } from '../src/exchange';
import {
  USDC,
  balanceOf,
  bookOf,
  credit,
  fundedUser,
  historyCaughtUp,
  newBuilder,
  newMarket,
  positionOf,
  solvencyOf,
  submit,
} from '../src/scenario';

const exchange = suiteExchange();
let builder: Builder;
let client: BuilderClient;
let keyId: string;
let marketId: string;
let maker: string;
let taker: string;

beforeAll(async () => {
  ({ builder, client, keyId } = await newBuilder(exchange));
  marketId = await newMarket(exchange);
  maker = await fundedUser(exchange, builder);
  taker = await fundedUser(exchange, builder);
});

const terms = (order: { nonce: number; order_type: 'gtc' | 'ioc' | 'fok' | 'post_only' }) =>
  ({
    market_id: marketId,
    side: 'buy',
    outcome: 'yes',
    price: 5_000,
    size: 100,
    ...order,
  }) as const;

describe('keys and credits', () => {
  it('give the same key for the same user id, another for another', async () => {
    const ask = async (userId: string) =>
      promised(keypair, await client.createUserKey({ user_id: userId })).public_key;
    const user = randomUUID();
    expect(await ask(user)).toBe(await ask(user));
    expect(await ask(user)).not.toBe(await ask(`${user}+`));
  });

  it('credit a reference once', async () => {
    const { public_key: user } = await client.createUserKey({ user_id: randomUUID() });
    const body = { user, amount: 5 * USDC, reference: randomUUID() };
    const receipts = [];
    for (let repeat = 0; repeat < 3; repeat++) receipts.push(await exchange.operator.credit(body));
    expect(receipts.map(({ replayed }) => replayed)).toEqual([false, true, true]);
    expect(await balanceOf(exchange, user)).toMatchObject({
      available: 5 * USDC,
      locked: 0,
      total: 5 * USDC,
    });
    const other = await exchange.admin('POST', '/admin/credit', { ...body, amount: 6 * USDC });
    expect(expectError(other)).toMatchObject({ status: 409, code: 'REFERENCE_REUSED' });
  });
});

describe('a trade', () => {
  it('rests with its money locked', async () => {
    const resting = await submit(builder, maker, {
      ...terms({ nonce: 1, order_type: 'gtc' }),
      outcome: 'no',
    });
    expect(resting).toMatchObject({ status: 'resting', fills: [], remaining: 100, filled: 0 });
    expect(await balanceOf(exchange, maker)).toMatchObject({
      available: 950 * USDC,
      locked: 50 * USDC,
      total: 1_000 * USDC,
    });
    const { yes, no } = await bookOf(exchange, marketId);
    expect(yes).toEqual({ bids: [], asks: [{ price: 5_000, size: 100, orders: 1 }] });
    expect(no).toEqual({ bids: [{ price: 5_000, size: 100, orders: 1 }], asks: [] });
    const open = expectOk(orders, await exchange.get(`/v1/orders/${maker}?status=open`));
    expect(open.orders.map(({ order_id }) => order_id)).toEqual([resting.order_id]);
  });

  it('fills, mints both outcomes, and charges to the micro-USDC', async () => {
    const answer = await submit(builder, taker, {
      ...terms({ nonce: 1, order_type: 'gtc' }),
      fee_bps: 50,
    });
    expect(answer).toMatchObject({ status: 'filled', remaining: 0, filled: 100, fee_bps: 50 });
    expect(answer.fills).toEqual([
      expect.objectContaining({
        quantity: 100,
        price: 5_000,
        outcome: 'yes',
        settlement_type: 'mint',
        taker_fee: 1_750_000,
        maker_rebate: 350_000,
        builder_fee: 250_000,
        builder_api_key: keyId,
        maker_builder_fee: 0,
        maker,
        taker,
        taker_order_id: answer.order_id,
      }),
    ]);
    expect(await balanceOf(exchange, taker)).toMatchObject({ available: 948 * USDC, locked: 0 });
    expect(await balanceOf(exchange, maker)).toMatchObject({
      available: 950 * USDC + 350_000,
      locked: 0,
    });
    expect(await positionOf(exchange, marketId, taker)).toMatchObject({
      yes_contracts: 100,
      no_contracts: 0,
    });
    expect(await positionOf(exchange, marketId, maker)).toMatchObject({
      yes_contracts: 0,
      no_contracts: 100,
    });
  });

  it('can be sold in the next request, against the same contracts of a third', async () => {
    const third = await fundedUser(exchange, builder);
    await submit(builder, third, {
      ...terms({ nonce: 1, order_type: 'gtc' }),
      price: 6_000,
      size: 40,
    });
    const sale = await submit(builder, taker, {
      ...terms({ nonce: 2, order_type: 'ioc' }),
      side: 'sell',
      price: 100,
      size: 40,
    });
    expect(sale.fills).toEqual([
      expect.objectContaining({ quantity: 40, price: 6_000, settlement_type: 'transfer' }),
    ]);
    expect(await positionOf(exchange, marketId, third)).toMatchObject({ yes_contracts: 40 });
    expect(await positionOf(exchange, marketId, taker)).toMatchObject({ yes_contracts: 60 });
  });

  it('merges a pair when both outcomes are sold', async () => {
    await submit(builder, maker, {
      ...terms({ nonce: 2, order_type: 'gtc' }),
      outcome: 'no',
      side: 'sell',
      price: 4_000,
      size: 10,
    });
    const sale = await submit(builder, taker, {
      ...terms({ nonce: 3, order_type: 'fok' }),
      side: 'sell',
      price: 6_000,
      size: 10,
    });
    expect(sale.fills).toEqual([
      expect.objectContaining({ price: 6_000, settlement_type: 'merge' }),
    ]);
    expect(await solvencyOf(exchange)).toMatchObject({ difference: 0 });
  });
});

describe('history', () => {
  it('shows the trades to user, market and builder, newest first', async () => {
    await historyCaughtUp(exchange);
    const mine = expectOk(trades, await exchange.get(`/v1/trades/${taker}`)).trades;
    expect(mine.map(({ settlement_type, size }) => [settlement_type, size])).toEqual([
      ['merge', 10],
      ['transfer', 40],
      ['mint', 100],
    ]);
    const ofMarket = expectOk(trades, await exchange.get(`/v1/markets/${marketId}/trades`)).trades;
    expect(ofMarket).toEqual(mine);
    const ofBuilder = promised(builderTrades, await client.trades({ market_id: marketId }));
    expect(ofBuilder).toMatchObject({ trades: mine, total_builder_fees: 250_000 });
    const protocolFees = mine.reduce((sum, { taker_fee }) => sum + taker_fee, 0);
    expect(ofBuilder.total_protocol_fees).toBe(protocolFees);
  });

  it('pages without a gap or a repeat', async () => {
    const all = expectOk(trades, await exchange.get(`/v1/trades/${taker}`)).trades;
    const collected: unknown[] = [];
    for await (const trade of exchange.gateway.eachTrade(taker, { limit: 2 }))
      collected.push(trade);
    expect(collected).toEqual(all);
  });

  it('makes candles of them', async () => {
    const answer = await exchange.get(`/v1/markets/${marketId}/candles?interval=1d`);
    expect(expectOk(candles, answer).candles).toEqual([
      expect.objectContaining({
        open: 5_000,
        high: 6_000,
        low: 5_000,
        close: 6_000,
        volume: 150,
        trades: 3,
      }),
    ]);
  });

  it('tells what became of an order, by id and by nonce', async () => {
    const byNonce = await exchange.get(`/v1/orders/${taker}/by-nonce/1`);
    expect(byNonce).toMatchObject({
      status: 200,
      body: { order: { nonce: 1, status: 'filled', filled: 100 } },
    });
    const { orders: all } = expectOk(orders, await exchange.get(`/v1/orders/${taker}`));
    expect(all.map(({ nonce }) => nonce)).toEqual([3, 2, 1]);
    const one = expectOk(order, await exchange.get(`/v1/orders/${taker}/${all[2]?.order_id}`));
    expect(one).toEqual(all[2]);
    expect(expectOk(nonces, await exchange.get(`/v1/nonce/${taker}`))).toMatchObject({
      order: 3,
      cancel_all: 0,
    });
  });
});

describe('order types', () => {
  it('fok into an empty book is refused, ioc ends with nothing filled', async () => {
    const quiet = await newMarket(exchange);
    const user = await fundedUser(exchange, builder);
    const place = (nonce: number, order_type: 'fok' | 'ioc') =>
      builder.post('/v1/submit', { user, ...terms({ nonce, order_type }), market_id: quiet });
    expect(expectError(await place(1, 'fok'))).toMatchObject({
      status: 422,
      code: 'FOK_NOT_FILLED',
      details: { size: 100, fillable: 0 },
    });
    expect(await place(2, 'ioc')).toMatchObject({
      status: 200,
      body: { fills: [], remaining: 100, status: 'cancelled', cancel_reason: 'ioc_remainder' },
    });
  });

  it('post_only is refused when it would match, its owner included', async () => {
    const quiet = await newMarket(exchange);
    const user = await fundedUser(exchange, builder);
    await submit(builder, user, {
      ...terms({ nonce: 1, order_type: 'post_only' }),
      market_id: quiet,
      outcome: 'no',
    });
    const answer = await builder.post('/v1/submit', {
      user,
      ...terms({ nonce: 2, order_type: 'post_only' }),
      market_id: quiet,
    });
    expect(expectError(answer)).toMatchObject({
      status: 422,
      code: 'POST_ONLY_WOULD_MATCH',
      details: { best_price: 5_000 },
    });
  });

  it('an order without the money is refused with the sums, and uses its nonce', async () => {
    const user = await fundedUser(exchange, builder, 10 * USDC);
    const body = { user, ...terms({ nonce: 7, order_type: 'post_only' }), price: 1 };
    await submit(builder, user, { ...body, size: 10_000 });
    const answer = await builder.post('/v1/submit', { ...body, price: 4_000, nonce: 8 });
    expect(expectError(answer)).toMatchObject({
      status: 422,
      code: 'INSUFFICIENT_BALANCE',
      details: {
        required: 40 * USDC,
        available: 9 * USDC,
        locked: USDC,
        shortfall: 31 * USDC,
      },
    });
    await credit(exchange, user, 100 * USDC);
    const again = await builder.post('/v1/submit', { ...body, price: 4_000, nonce: 8 });
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(expectError(again)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  });
});

describe('signing', () => {
  it('gives a signature that a delegated user cannot use on the gateway: the API key alone must not trade', async () => {
    const body = { user: taker, ...terms({ nonce: 50, order_type: 'gtc' }) };
    const { signature } = expectOk(signed, await builder.post('/v1/sign', body));
    const answer = await exchange.post('/v1/orders', { ...body, signature });
    expect(expectError(answer)).toMatchObject({ status: 403, code: 'DELEGATED_USER' });
    expect(expectOk(nonces, await exchange.get(`/v1/nonce/${taker}`)).order).toBe(3);
  });

  it('is refused for the user of another builder', async () => {
    const other = await newBuilder(exchange);
    const body = { user: taker, ...terms({ nonce: 50, order_type: 'gtc' }) };
    for (const path of ['/v1/sign', '/v1/submit']) {
      expect(expectError(await other.builder.post(path, body))).toMatchObject({
        status: 403,
        code: 'NOT_YOUR_USER',
      });
    }
  });
});
