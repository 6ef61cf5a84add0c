/**
 * The order types and the checks of an order (docs/protocol/matching.md, section 2). The refusals stand in their order
 * of precedence: each row breaks its own rule and every one below it that it can, and must be refused for its own.
 */
import { describe, expect, it } from 'vitest';
import { SUBJECTS, Scenario } from './scenario';

const NOWHERE = new Uint8Array(32).fill(0xee);

/** `bob` rests 10 YES contracts at 5000 for sale, `poor` has nothing. */
function withAsk(create: (typeof SUBJECTS)[number]['create']): Scenario {
  const scenario = new Scenario(create);
  scenario.event();
  scenario.credit('ann', 1_000_000_000);
  scenario.credit('bob', 1_000_000_000);
  scenario.order('bob', 'buy no 10 @ 5000');
  return scenario;
}

describe.each(SUBJECTS)('order types of $name', ({ create }) => {
  it.each([
    // order, filled, status, why it ended, resting bid
    ['buy yes 4 @ 5000 gtc', 4, 'filled', null, 0],
    ['buy yes 14 @ 5000 gtc', 10, 'partially_filled', null, 4],
    ['buy yes 4 @ 4999 gtc', 0, 'resting', null, 4],
    ['buy yes 14 @ 5000 ioc', 10, 'cancelled', 'ioc_remainder', 0],
    ['buy yes 4 @ 4999 ioc', 0, 'cancelled', 'ioc_remainder', 0],
    ['buy yes 10 @ 5000 ioc', 10, 'filled', null, 0],
    ['buy yes 10 @ 5000 fok', 10, 'filled', null, 0],
    ['buy yes 4 @ 4999 post_only', 0, 'resting', null, 4],
  ] as const)('%s: %d filled, %s', (text, filled, status, cancelReason, resting) => {
    const scenario = withAsk(create);
    const { order, fills } = scenario.order('ann', text);
    expect(order).toMatchObject({ filled, status, cancelReason });
    expect(fills.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(filled);
    const { bids } = scenario.subject.book(scenario.marketId(), 10)!;
    expect(bids.reduce((sum, { size }) => sum + size, 0)).toBe(resting);
    expect(scenario.last!.events[0]).toEqual({ kind: 'order_accepted', order });
  });

  it('a market buy at 9999 needs only what it costs', () => {
    const scenario = withAsk(create);
    scenario.credit('cara', 2_000_000);
    const { order } = scenario.order('cara', 'buy yes 4 @ 9999 ioc');
    expect(order.status).toBe('filled');
    expect(scenario.balance('cara')).toMatchObject({ available: 0, locked: 0 });
  });

  it('a gtc buy needs its limit price, and gets back what its fills saved', () => {
    const scenario = withAsk(create);
    scenario.credit('cara', 4 * 999_900 - 1);
    expect(scenario.detailsOf(scenario.tryOrder('cara', 'buy yes 4 @ 9999'))).toEqual({
      required: 4 * 999_900,
      available: 4 * 999_900 - 1,
      locked: 0,
      shortfall: 1,
    });
    scenario.credit('cara', 1);
    scenario.order('cara', 'buy yes 4 @ 9999');
    expect(scenario.balance('cara').available).toBe(4 * 499_900);
  });

  it('what a fill gave is spendable in the next request', () => {
    const scenario = withAsk(create);
    scenario.credit('cara', 500_000);
    scenario.order('cara', 'buy yes 1 @ 5000');
    scenario.order('cara', 'sell yes 1 @ 6000');
    expect(scenario.position('cara')).toEqual({ yes: 1, no: 0, yesLocked: 1, noLocked: 0 });
  });

  it('a walk ends after 1,000 orders: the rest of a gtc is cancelled, a fok refused', () => {
    const scenario = new Scenario(create);
    scenario.event();
    for (const name of ['ann', 'bob', 'cara']) scenario.credit(name, 1_000_000_000);
    for (let i = 0; i < 500; i++) {
      scenario.order('ann', 'buy yes 1 @ 5000');
      scenario.order('bob', 'buy yes 1 @ 5000');
    }
    scenario.order('ann', 'buy yes 1 @ 5000');
    const refused = scenario.tryOrder('cara', 'buy no 1001 @ 5000 fok');
    expect(scenario.detailsOf(refused)).toEqual({ size: 1_001, fillable: 1_000 });
    // Own orders count as steps: 500 self-trades and 500 fills.
    const { order, selfTradeCancelled } = scenario.order('bob', 'buy no 501 @ 5000');
    expect(order).toMatchObject({ filled: 500, status: 'cancelled', cancelReason: 'fill_limit' });
    expect(selfTradeCancelled).toHaveLength(500);
    expect(scenario.subject.book(scenario.marketId(), 1)!.bids).toEqual([
      { price: 5_000, size: 1, orders: 1 },
    ]);
  });

  it('exactly 1,000 steps that use up the order are no fill limit', () => {
    const scenario = new Scenario(create);
    scenario.event();
    scenario.credit('ann', 1_000_000_000);
    scenario.credit('bob', 1_000_000_000);
    for (let i = 0; i < 1_000; i++) scenario.order('ann', 'buy yes 1 @ 5000');
    expect(scenario.order('bob', 'buy no 1001 @ 5000 ioc').order).toMatchObject({
      filled: 1_000,
      cancelReason: 'ioc_remainder',
    });
  });
});

describe.each(SUBJECTS)('refusals of $name, first things first', ({ create }) => {
  const ROWS = [
    {
      order: 'sell yes 10 @ 1 post_only',
      market: NOWHERE,
      code: 'MARKET_NOT_FOUND',
      details: { market_id: 'ee'.repeat(32) },
    },
    {
      order: 'sell yes 10 @ 1 post_only',
      paused: true,
      code: 'MARKET_NOT_ACTIVE',
      details: { status: 'paused' },
    },
    {
      order: 'sell yes 10 @ 1 post_only',
      code: 'POST_ONLY_WOULD_MATCH',
      details: { best_price: 4_000 },
    },
    {
      order: 'sell no 10 @ 5000 post_only',
      code: 'POST_ONLY_WOULD_MATCH',
      details: { best_price: 5_000 },
    },
    {
      order: 'buy yes 11 @ 9999 fok',
      code: 'FOK_NOT_FILLED',
      details: { size: 11, fillable: 10 },
    },
    {
      order: 'sell no 3 @ 9999',
      code: 'INSUFFICIENT_POSITION',
      details: { required: 3, available: 0, locked: 0, shortfall: 3 },
    },
    {
      order: 'buy yes 1 @ 1',
      code: 'INSUFFICIENT_BALANCE',
      details: { required: 100, available: 99, locked: 0, shortfall: 1 },
    },
  ];

  it.each(ROWS)('$order: $code', ({ order, market, paused, code, details }) => {
    const scenario = withAsk(create);
    scenario.order('ann', 'buy yes 10 @ 4000');
    scenario.credit('poor', 99);
    const limit = { user: scenario.user('poor'), maxOpenOrders: 1 };
    scenario.expect('open_order_limit', 'admin', { kind: 'set_user_limits', ...limit });
    if (paused === true) {
      const marketId = scenario.marketId();
      scenario.apply('admin', { kind: 'set_market_status', marketId, action: 'pause' });
    }
    const before = scenario.balance('poor');
    const terms = market === undefined ? {} : { marketId: market };
    const applied = scenario.tryOrder('poor', order, terms);
    expect(scenario.outcomeOf(applied)).toBe(code);
    expect(scenario.detailsOf(applied)).toMatchObject(details);
    expect(applied.events.map(({ kind }) => kind)).toEqual(['refused']);
    expect(scenario.balance('poor')).toEqual(before);
    expect(scenario.subject.nonces(scenario.user('poor')).order).toBe(1);
  });

  it('TOO_MANY_OPEN_ORDERS comes last, and only for what would rest', () => {
    const scenario = withAsk(create);
    const user = scenario.user('ann');
    scenario.expect('open_order_limit', 'admin', {
      kind: 'set_user_limits',
      user,
      maxOpenOrders: 1,
    });
    scenario.order('ann', 'buy yes 1 @ 4000');
    const refused = scenario.tryOrder('ann', 'buy yes 11 @ 5000');
    expect(scenario.outcomeOf(refused)).toBe('TOO_MANY_OPEN_ORDERS');
    expect(scenario.detailsOf(refused)).toMatchObject({ limit: 1 });
    expect(scenario.order('ann', 'buy yes 10 @ 5000').order.status).toBe('filled');
  });

  it('a refused order cancels none of its own orders, and they are no liquidity', () => {
    const scenario = withAsk(create);
    scenario.order('ann', 'buy yes 10 @ 4000');
    const { details } = {
      details: scenario.detailsOf(scenario.tryOrder('ann', 'buy no 5 @ 6000 fok')),
    };
    expect(details).toEqual({ size: 5, fillable: 0 });
    expect(scenario.subject.openOrders(scenario.user('ann'), { limit: 10 })).toHaveLength(1);
  });
});
