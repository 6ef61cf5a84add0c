/** `POST /v1/preview` over HTTP: the order has the predicted result, and a preview places nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { previewAnswer } from '@bellwether/api';
import { EVENT, GatewayUnderTest } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';
import type { OrderFields } from './user-under-test';

const maker = new UserUnderTest(1);
const taker = new UserUnderTest(2);
const stranger = new UserUnderTest(3);

describe('the preview of an order', () => {
  let gateway: GatewayUnderTest;
  let market_id: string;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    market_id = await gateway.openMarket(EVENT);
    await gateway.credit(maker, taker);
    const asks = [
      { price: 4_000, size: 3 },
      { price: 4_500, size: 5 },
    ];
    for (const [index, { price, size }] of asks.entries()) {
      const bid = { side: 'buy', outcome: 'no', price: 10_000 - price, size } as const;
      await gateway.post('/v1/orders', maker.order({ market_id, ...bid, nonce: index + 1 }));
    }
  });
  afterAll(() => gateway?.stop());

  const buy = (price: number, size: number) =>
    ({ market_id, side: 'buy', outcome: 'yes', price, size, order_type: 'gtc' }) as const;
  const preview = (user: UserUnderTest, terms: object) =>
    gateway.post('/v1/preview', { user: user.name, ...terms });

  it('is what placing it then comes to, money included', async () => {
    const terms = buy(4_500, 10);
    const predicted = await preview(taker, terms);
    expect(predicted.status).toBe(200);
    expect(previewAnswer.safeParse(predicted.body).success).toBe(true);
    const { order } = predicted.body;
    expect(order).toMatchObject({
      status: 'partially_filled',
      filled: 8,
      remaining: 2,
      average_price: 4_312,
      cost_micro_usdc: 3 * 400_000 + 5 * 450_000,
      locked_micro_usdc: 2 * 450_000,
      locked_contracts: 0,
      builder_fee: 0,
      self_trade_cancelled: [],
    });
    const before = (await gateway.get(`/v1/balance/${taker.name}`)).body;

    const signed: OrderFields = { ...terms, nonce: 1 };
    const placed = (await gateway.post('/v1/orders', taker.order(signed))).body;
    expect(placed).toMatchObject({ status: order.status, filled: 8, seq: predicted.body.seq + 1 });
    expect(placed.fills).toMatchObject(order.fills);
    const after = (await gateway.get(`/v1/balance/${taker.name}`)).body;
    const spent = order.cost_micro_usdc + order.taker_fee + order.locked_micro_usdc;
    expect(after).toMatchObject({
      available: before.available - spent,
      locked: order.locked_micro_usdc,
    });
  });

  it('has what a builder would charge in it', async () => {
    const { body } = await preview(taker, { ...buy(9_000, 1), fee_bps: 100 });
    expect(body.order).toMatchObject({ status: 'resting', locked_micro_usdc: 909_000 });
  });

  it('says whose the orders are to nobody', async () => {
    const sell = { ...buy(4_500, 1), outcome: 'no', price: 5_500 };
    const { body } = await preview(maker, { ...sell, side: 'buy' });
    const names = Object.keys(body.order.fills[0]);
    expect(names).not.toContain('maker');
    expect(names).not.toContain('maker_order_id');
  });

  it('that foretells a refusal is a success, with the refusal as the order would get it', async () => {
    const { status, body } = await preview(stranger, buy(5_000, 2));
    expect(status).toBe(200);
    expect(previewAnswer.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({
      order: { size: 2, status: 'resting', locked_micro_usdc: 1_000_000 },
      refusal: {
        code: 'INSUFFICIENT_BALANCE',
        details: { required: 1_000_000, available: 0, locked: 0, shortfall: 1_000_000 },
      },
    });
    const refused = await gateway.post(
      '/v1/orders',
      stranger.order({ ...buy(5_000, 2), nonce: 1 }),
    );
    expect([refused.status, refused.body.error.code]).toEqual([422, body.refusal.code]);
    expect(refused.body.error.details).toEqual(body.refusal.details);
  });

  it('needs no user: nobody’s means are looked at', async () => {
    const { status, body } = await gateway.post('/v1/preview', buy(5_000, 2));
    expect(status).toBe(200);
    expect(body).toMatchObject({ order: { size: 2, status: 'resting' }, refusal: null });
  });

  it('with a budget is of as many contracts as it pays for', async () => {
    const { size: _, ...terms } = buy(5_000, 2);
    const { body } = await preview(taker, { ...terms, budget_micro_usdc: 1_700_000 });
    expect(body).toMatchObject({ order: { size: 3, remaining: 3 }, refusal: null });
    const small = await gateway.post('/v1/preview', { ...terms, budget_micro_usdc: 499_999 });
    expect(small.body).toMatchObject({
      order: { size: 1, locked_micro_usdc: 500_000 },
      refusal: {
        code: 'ORDER_TOO_SMALL',
        details: { field: 'budget_micro_usdc', value: 499_999, minimum: 500_000 },
      },
    });
  });

  it.each([
    ['a size and a budget', { budget_micro_usdc: 1_000_000 }, 'size'],
    ['neither of them', { size: undefined }, 'size'],
    [
      'the budget of a sell',
      { side: 'sell', size: undefined, budget_micro_usdc: 1_000_000 },
      'budget_micro_usdc',
    ],
  ])('refuses %s', async (_what, fields, field) => {
    const { status, body } = await preview(taker, { ...buy(5_000, 2), ...fields });
    expect([status, body.error.code, body.error.details.field]).toEqual([
      400,
      'VALIDATION_FAILED',
      field,
    ]);
  });

  it('of a market that does not exist is 404, as everywhere', async () => {
    const unknown = { ...buy(5_000, 2), market_id: 'ab'.repeat(32) };
    const { status, body } = await preview(taker, unknown);
    expect([status, body.error.code]).toEqual([404, 'MARKET_NOT_FOUND']);
  });

  it.each([
    ['a nonce', { nonce: 1 }, 'UNKNOWN_FIELD', 'nonce'],
    ['a signature', { signature: '00'.repeat(64) }, 'UNKNOWN_FIELD', 'signature'],
    ['a price of no contract', { price: 10_000 }, 'VALIDATION_FAILED', 'price'],
    ['a fee above every builder', { fee_bps: 101 }, 'VALIDATION_FAILED', 'fee_bps'],
  ])('refuses %s', async (_what, fields, code, field) => {
    const { status, body } = await preview(taker, { ...buy(5_000, 2), ...fields });
    expect([status, body.error.code, body.error.details.field]).toEqual([400, code, field]);
  });

  it('leaves the exchange as it was', async () => {
    const before = gateway.engine.exchange.stateHash();
    await preview(taker, buy(4_500, 10));
    await preview(stranger, buy(4_500, 10));
    expect(gateway.engine.exchange.stateHash()).toBe(before);
  });
});
