/**
 * The limits that depend on funds: which orders may rest, how many may be open, and that unfunded users leave nothing
 * behind. Oracle and engine follow the same page; a journal without these limits is unchanged.
 */
import { describe, expect, it } from 'vitest';
import type { MoneyLimits } from '../../src/command';
import { DEFAULT_MAX_OPEN_ORDERS } from '../../src/limits';
import { DEFAULT_MONEY_LIMITS } from '../../src/money-limits';
import { SUBJECTS, Scenario } from './scenario';

const USD = 1_000_000;

/** A market, with production limits unless `limits` overrides them. */
function limited(
  create: (typeof SUBJECTS)[number]['create'],
  limits: Partial<MoneyLimits> = {},
): Scenario {
  const scenario = new Scenario(create);
  scenario.setMoneyLimits(limits);
  scenario.event();
  return scenario;
}

describe.each(SUBJECTS)('what may rest in $name', ({ create }) => {
  it.each([
    // order, result
    ['buy yes 2 @ 5000', 'order'],
    ['buy yes 1 @ 9999', 'ORDER_TOO_SMALL'],
    ['buy yes 2 @ 4999', 'ORDER_TOO_SMALL'],
    ['buy no 2 @ 5000', 'order'],
    ['buy no 199 @ 50', 'ORDER_TOO_SMALL'],
    ['buy no 200 @ 50', 'order'],
    ['buy yes 10000 @ 1 post_only', 'order'],
    ['buy yes 9999 @ 1 post_only', 'ORDER_TOO_SMALL'],
    ['buy yes 1 @ 1 ioc', 'order'],
    ['buy yes 1 @ 1 fok', 'FOK_NOT_FILLED'],
  ])('%s comes to %s', (text, expected) => {
    const scenario = limited(create);
    scenario.credit('ann', 100 * USD);
    expect(scenario.outcomeOf(scenario.tryOrder('ann', text))).toBe(expected);
  });

  it('a refusal names the field, its value, the least that would do, and both in money; the nonce is used', () => {
    const scenario = limited(create);
    scenario.credit('ann', 100 * USD);
    expect(scenario.detailsOf(scenario.tryOrder('ann', 'buy yes 2 @ 3000'))).toEqual({
      field: 'size',
      value: 2,
      minimum: 4,
      cost: 600_000,
      minimum_cost: 1_000_000,
    });
    expect(scenario.subject.nonces(scenario.user('ann')).order).toBe(1);
    scenario.order('ann', 'buy yes 4 @ 3000');
  });

  it('comes before the want of money, and after what the order type refuses', () => {
    const scenario = limited(create);
    scenario.credit('ann', 1);
    expect(scenario.outcomeOf(scenario.tryOrder('ann', 'buy yes 1 @ 9999'))).toBe(
      'ORDER_TOO_SMALL',
    );
    scenario.credit('bob', 100 * USD);
    scenario.order('bob', 'buy no 10 @ 5000');
    const refused = scenario.tryOrder('ann', 'buy yes 1 @ 5000 post_only');
    expect(scenario.outcomeOf(refused)).toBe('POST_ONLY_WOULD_MATCH');
  });

  it('fills may be smaller, and so may what a fill leaves, at once or later', () => {
    const scenario = limited(create);
    scenario.credit('ann', 100 * USD);
    scenario.credit('bob', 100 * USD);
    scenario.order('bob', 'buy no 10 @ 5000');
    expect(scenario.order('ann', 'buy yes 1 @ 5000').order.status).toBe('filled');
    // 9 of 10 are filled at once: 0.50 USD rests of an order of 5.
    expect(scenario.order('ann', 'buy yes 10 @ 5000').order.status).toBe('partially_filled');
    expect(scenario.order('bob', 'buy no 10 @ 4000').order.status).toBe('resting');
    const { order } = scenario.order('ann', 'buy yes 9 @ 6000');
    expect(order).toMatchObject({ filled: 9, status: 'filled' });
    expect(scenario.subject.openOrders(scenario.user('bob'), { limit: 1 })[0]).toMatchObject({
      size: 10,
      filled: 9,
      status: 'partially_filled',
    });
  });

  it('a sell closes what is held, however little', () => {
    const scenario = limited(create);
    scenario.giveContracts('ann', 10);
    expect(scenario.order('ann', 'sell yes 1 @ 9999').order.status).toBe('resting');
    expect(scenario.order('ann', 'sell no 1 @ 9999').order.status).toBe('resting');
  });

  it('by category: its own row, that of its name, that of all', () => {
    const scenario = new Scenario(create);
    const row = (name: string, sub: string, microUsdc: number) => ({ name, sub, microUsdc });
    scenario.setMoneyLimits({
      restingMinimums: [row('*', '*', USD), row('sports', '*', 0), row('sports', 'chess', 3 * USD)],
    });
    scenario.credit('ann', 100 * USD);
    const categories = { any: ['news', 'war'], name: ['sports', 'golf'], own: ['sports', 'chess'] };
    for (const [eventId, [name, sub]] of Object.entries(categories)) {
      scenario.event({ eventId, category: { name: name!, sub: sub! } });
    }
    const tried = (eventId: string, text: string) =>
      scenario.outcomeOf(
        scenario.tryOrder('ann', text, { marketId: scenario.marketId('a', eventId) }),
      );
    expect(tried('any', 'buy yes 1 @ 5000')).toBe('ORDER_TOO_SMALL');
    expect(tried('any', 'buy yes 2 @ 5000')).toBe('order');
    expect(tried('name', 'buy yes 1 @ 1')).toBe('order');
    expect(tried('own', 'buy yes 5 @ 5000')).toBe('ORDER_TOO_SMALL');
    expect(tried('own', 'buy yes 6 @ 5000')).toBe('order');
  });

  it('where the journal sets no limits, one contract at one bp rests', () => {
    const scenario = new Scenario(create);
    scenario.event();
    scenario.credit('ann', 100);
    expect(scenario.order('ann', 'buy yes 1 @ 1').order.status).toBe('resting');
  });

  it('what rests already stays when limits come', () => {
    const scenario = new Scenario(create);
    scenario.event();
    scenario.credit('ann', 100);
    scenario.order('ann', 'buy yes 1 @ 1');
    scenario.setMoneyLimits();
    expect(scenario.subject.openOrders(scenario.user('ann'), { limit: 9 })).toHaveLength(1);
  });
});

describe.each(SUBJECTS)('open orders by money in $name', ({ create }) => {
  const openOrderTiers = [
    { fromMicroUsdc: 0, maxOpenOrders: 2 },
    { fromMicroUsdc: 100 * USD, maxOpenOrders: 3 },
    { fromMicroUsdc: 10_000 * USD, maxOpenOrders: 5 },
  ];

  /** How many of the user's orders rest. */
  function rested(scenario: Scenario, name: string): number {
    for (let count = 0; ; count++) {
      const applied = scenario.tryOrder(name, 'buy yes 1 @ 1');
      if (scenario.outcomeOf(applied) === 'TOO_MANY_OPEN_ORDERS') return count;
    }
  }

  it.each([
    [1 * USD, 2],
    [100 * USD - 1, 2],
    [100 * USD, 3],
    [10_000 * USD, 5],
  ])('with %d micro-USDC: %d', (amount, expected) => {
    const scenario = limited(create, { openOrderTiers, restingMinimums: [] });
    scenario.credit('ann', amount);
    expect(rested(scenario, 'ann')).toBe(expected);
    expect(scenario.detailsOf(scenario.last!)).toEqual({ limit: expected, equity: amount });
  });

  it('are what an operator allowed, where one did', () => {
    const scenario = limited(create, { openOrderTiers, restingMinimums: [] });
    scenario.credit('ann', USD);
    const user = scenario.user('ann');
    scenario.apply('admin', { kind: 'set_user_limits', user, maxOpenOrders: 4 });
    expect(rested(scenario, 'ann')).toBe(4);
  });

  describe.each([
    ['the number that accounts begin with', DEFAULT_MAX_OPEN_ORDERS],
    ['more', DEFAULT_MAX_OPEN_ORDERS + 1],
  ])('where an operator allowed %s', (_what, maxOpenOrders) => {
    it.each([
      ['less', 2],
      ['more', 2_000],
    ])('are that, though the tier has %s', (_tier, ofTier) => {
      const tiers = [{ fromMicroUsdc: 0, maxOpenOrders: ofTier }];
      const scenario = limited(create, { openOrderTiers: tiers, restingMinimums: [] });
      scenario.credit('ann', USD);
      const user = scenario.user('ann');
      const set = { kind: 'set_user_limits', user, maxOpenOrders } as const;
      scenario.expect('open_order_limit', 'admin', set);
      expect(rested(scenario, 'ann')).toBe(maxOpenOrders);
    });
  });

  it('are those of the tier again when an operator took the own limit away', () => {
    const scenario = limited(create, { openOrderTiers, restingMinimums: [] });
    scenario.credit('ann', USD);
    const user = scenario.user('ann');
    for (const maxOpenOrders of [DEFAULT_MAX_OPEN_ORDERS, null])
      scenario.apply('admin', { kind: 'set_user_limits', user, maxOpenOrders });
    expect(rested(scenario, 'ann')).toBe(2);
  });

  describe('hold when', () => {
    const pricesOf = (scenario: Scenario) =>
      scenario.subject.openOrders(scenario.user('ann'), { limit: 9 }).map(({ price }) => price);
    const isDue = ({ subject, nowSeconds }: Scenario) => subject.nextDueMs()! <= nowSeconds * 1000;

    /** Four orders of an account with 100 USD, in slices of two; newest first. */
    function full(): Scenario {
      const scenario = new Scenario(create, { endedPerSlice: 2 });
      scenario.setMoneyLimits({
        openOrderTiers: [
          { fromMicroUsdc: 0, maxOpenOrders: 1 },
          { fromMicroUsdc: 100 * USD, maxOpenOrders: 4 },
        ],
        restingMinimums: [],
      });
      scenario.event();
      scenario.credit('ann', 100 * USD);
      for (const price of [1, 2, 3, 4]) scenario.order('ann', `buy yes 1 @ ${price}`);
      return scenario;
    }

    const FALLS: [string, (scenario: Scenario) => void][] = [
      [
        'a fill costs money',
        (scenario) => {
          scenario.credit('bob', USD);
          scenario.order('bob', 'buy no 1 @ 9996');
        },
      ],
      ['a withdrawal takes it', (scenario) => void scenario.withdraw('ann', 1)],
      [
        'an operator lowers the own limit',
        (scenario) => {
          const user = scenario.user('ann');
          scenario.apply('admin', { kind: 'set_user_limits', user, maxOpenOrders: 1 });
        },
      ],
      [
        'the tiers change',
        (scenario) =>
          scenario.setMoneyLimits({
            openOrderTiers: [{ fromMicroUsdc: 0, maxOpenOrders: 1 }],
            restingMinimums: [],
          }),
      ],
    ];
    it.each(FALLS)('%s: ticks cancel the newest, and say why', (_what, fall) => {
      const scenario = full();
      fall(scenario);
      const reasons: unknown[] = [];
      for (let ticks = 0; isDue(scenario); ticks++) {
        expect(ticks).toBeLessThan(3);
        scenario.tick();
        const { events } = scenario.last!;
        expect(events.length).toBeLessThanOrEqual(2);
        reasons.push(...events.map((event) => 'reason' in event && event.reason));
      }
      expect(pricesOf(scenario)).toEqual([1]);
      expect(new Set(reasons)).toEqual(new Set(['open_order_limit']));
    });

    it('not when the money has come back before', () => {
      const scenario = full();
      scenario.withdraw('ann', 1);
      scenario.credit('ann', 1);
      expect(isDue(scenario)).toBe(false);
      scenario.tick();
      expect(pricesOf(scenario)).toEqual([4, 3, 2, 1]);
    });
  });

  it('in production 100 without money, 1,000 from 100 USD, 5,000 from 10,000 USD', () => {
    expect(DEFAULT_MONEY_LIMITS.openOrderTiers).toEqual([
      { fromMicroUsdc: 0, maxOpenOrders: 100 },
      { fromMicroUsdc: 100_000_000, maxOpenOrders: 1_000 },
      { fromMicroUsdc: 10_000_000_000, maxOpenOrders: 5_000 },
    ]);
  });
});

describe.each(SUBJECTS)('a stranger in $name', ({ create }) => {
  const cancelAll = (scenario: Scenario, name: string) =>
    scenario.apply('cancel', {
      kind: 'cancel_all',
      user: scenario.user(name),
      marketId: null,
      nonce: 7,
      signature: new Uint8Array(64),
    });

  it('is told that nothing came, uses no nonce, and leaves no account', () => {
    const scenario = limited(create);
    const { accounts } = scenario.subject.status();
    const applied = [
      scenario.tryOrder('eve', 'buy yes 1 @ 1 ioc'),
      scenario.tryOrder('eve', 'buy yes 100 @ 5000'),
      scenario.tryOrder('eve', 'sell yes 1 @ 1 fok'),
      cancelAll(scenario, 'eve'),
      scenario.withdraw('eve', USD),
    ];
    expect(applied.map((one) => scenario.outcomeOf(one))).toEqual(
      applied.map(() => 'ACCOUNT_NOT_FUNDED'),
    );
    expect(applied.flatMap(({ events }) => events)).toEqual([]);
    const none = { order: 0, cancel_all: 0, withdraw: 0, recover: 0 };
    const nonces = { ...none, cancel_after: 0, trading_key: 0 };
    expect(scenario.subject.nonces(scenario.user('eve'))).toEqual(nonces);
    expect(scenario.subject.status().accounts).toBe(accounts);
  });

  it('whose order was not carried out may send the very same when money has come', () => {
    const scenario = limited(create);
    scenario.tryOrder('eve', 'buy yes 2 @ 5000', { nonce: 1 });
    scenario.deposit('eve', 2 * USD);
    expect(scenario.order('eve', 'buy yes 2 @ 5000', { nonce: 1 }).order.status).toBe('resting');
  });

  it('is one no more when money came, even when all of it is gone', () => {
    const scenario = limited(create);
    scenario.deposit('eve', USD);
    scenario.withdraw('eve', USD);
    expect(scenario.outcomeOf(cancelAll(scenario, 'eve'))).toBe('cancel_all');
    const refused = scenario.tryOrder('eve', 'buy yes 2 @ 5000');
    expect(scenario.outcomeOf(refused)).toBe('INSUFFICIENT_BALANCE');
  });

  it('is none who used a nonce before there were limits: it stays used', () => {
    const scenario = new Scenario(create);
    scenario.event();
    cancelAll(scenario, 'eve');
    scenario.setMoneyLimits();
    expect(cancelAll(scenario, 'eve').answer.replayed).toBe(true);
  });

  it("of a builder's is heard through the builder alone", () => {
    const scenario = limited(create);
    const builder = new Uint8Array(16);
    const byNobody = scenario.tryOrder('eve', 'buy yes 2 @ 5000', { builder });
    expect(scenario.outcomeOf(byNobody)).toBe('NOT_YOUR_USER');
    scenario.delegate('eve');
    const bySelf = scenario.tryOrder('eve', 'buy yes 2 @ 5000');
    expect(scenario.outcomeOf(bySelf)).toBe('DELEGATED_USER');
    const byBuilder = scenario.tryOrder('eve', 'buy yes 2 @ 5000', { builder });
    expect(scenario.outcomeOf(byBuilder)).toBe('ACCOUNT_NOT_FUNDED');
  });

  it('knows no order, not even by its id', () => {
    const scenario = limited(create);
    const command = { user: scenario.user('eve'), marketId: scenario.marketId(), orderId: 1 };
    const signature = new Uint8Array(64);
    const applied = scenario.apply('cancel', { kind: 'cancel', ...command, signature });
    expect(scenario.outcomeOf(applied)).toBe('ORDER_NOT_FOUND');
  });

  it('is charged for what chains took, and may have back what was never credited', () => {
    const scenario = limited(create);
    scenario.charge('eve', 5);
    const applied = scenario.apply('deposit', {
      kind: 'recover',
      user: scenario.user('eve'),
      mint: new Uint8Array(32),
      maxGasFee: 0,
      recipient: new Uint8Array(32),
      allowProgramAddress: false,
      nonce: 1,
      builder: null,
      signature: new Uint8Array(64),
    });
    expect(scenario.outcomeOf(applied)).toBe('recovery');
  });
});
