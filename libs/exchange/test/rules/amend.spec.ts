/** Changing a resting order. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { CommandOf } from '../../src/command';
import { MAX_ORDER_SIZE } from '../../src/limits';
import { SUBJECTS, Scenario } from './scenario';

const USD = 1_000_000;

describe.each(SUBJECTS)('a resting order, changed by $name', ({ create }) => {
  let scenario: Scenario;
  beforeEach(() => {
    scenario = new Scenario(create);
    scenario.event();
    for (const name of ['ann', 'bob', 'cat']) scenario.credit(name, 1_000 * USD);
  });

  const open = (name: string, text: string) => scenario.order(name, text).order.orderId;
  const command = (name: string, terms: Partial<CommandOf<'amend'>>): CommandOf<'amend'> => ({
    kind: 'amend',
    user: scenario.user(name),
    marketId: scenario.marketId(),
    orderId: 0,
    price: 5_000,
    size: 10,
    nonce: scenario.subject.nonces(scenario.user(name)).order + 1,
    builder: null,
    signature: new Uint8Array(64),
    ...terms,
  });
  const amend = (name: string, terms: Partial<CommandOf<'amend'>>) =>
    scenario.apply('order', command(name, terms)).answer.reply.body;
  /** Whose orders are filled, in order, by a sell of NO that takes one contract of each. */
  const filledFirst = () => {
    const { fills } = scenario.order('cat', 'buy no 1 @ 5000 ioc');
    return fills.map(({ makerOrderId }) => makerOrderId);
  };

  it.each([
    ['a smaller size at the same price', { price: 5_000, size: 9 }, true],
    ['the same size at the same price', { price: 5_000, size: 10 }, true],
    ['a larger size at the same price', { price: 5_000, size: 11 }, false],
    ['another price, and back', { price: 4_999, size: 10 }, false],
  ] as const)('%s keeps its place: %s', (_what, terms, keeps) => {
    const first = open('ann', 'buy yes 10 @ 5000');
    const second = open('bob', 'buy yes 10 @ 5000');
    expect(amend('ann', { orderId: first, ...terms })).toMatchObject({
      kind: 'amend',
      order: { orderId: first, ...terms, status: 'resting' },
    });
    expect(scenario.last?.events).toMatchObject([
      {
        kind: 'order_amended',
        keptPlace: keeps,
        nonce: scenario.subject.nonces(scenario.user('ann')).order,
        order: { orderId: first },
      },
    ]);
    amend('ann', { orderId: first, price: 5_000, size: terms.size });
    expect(filledFirst()).toEqual([keeps ? first : second]);
  });

  it('locks what it needs now, and no more', () => {
    const orderId = open('ann', 'buy yes 10 @ 5000');
    expect(scenario.balance('ann').locked).toBe(5 * USD);
    amend('ann', { orderId, size: 4 });
    expect(scenario.balance('ann')).toMatchObject({ locked: 2 * USD, available: 998 * USD });
    amend('ann', { orderId, price: 2_500, size: 40 });
    expect(scenario.balance('ann')).toMatchObject({ locked: 10 * USD, available: 990 * USD });
  });

  it('may use the money that it holds itself', () => {
    const orderId = open('ann', 'buy yes 2000 @ 5000');
    expect(scenario.balance('ann').available).toBe(0);
    expect(amend('ann', { orderId, price: 4_000, size: 2_500 })).toMatchObject({ kind: 'amend' });
    expect(amend('ann', { orderId, price: 4_000, size: 2_501 })).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
    });
    const [order] = scenario.subject.openOrders(scenario.user('ann'), { limit: 1 });
    expect(order).toMatchObject({ orderId, price: 4_000, size: 2_500, status: 'resting' });
  });

  it('fills at once where its new price crosses, and stays the same order', () => {
    open('bob', 'buy no 4 @ 4500');
    const orderId = open('ann', 'buy yes 10 @ 5000');
    const body = amend('ann', { orderId, price: 5_600, size: 10 });
    expect(body).toMatchObject({
      order: { orderId, price: 5_600, size: 10, filled: 4, status: 'partially_filled' },
      fills: [{ quantity: 4, price: 5_500, takerOrderId: orderId }],
    });
    open('bob', 'buy no 6 @ 4400');
    expect(amend('ann', { orderId, price: 5_600, size: 1 })).toMatchObject({
      code: 'ORDER_NOT_OPEN',
    });
  });

  it('counts what it has filled into its size', () => {
    const orderId = open('ann', 'buy yes 10 @ 5000');
    scenario.order('bob', 'buy no 4 @ 5000');
    expect(amend('ann', { orderId, size: 3 })).toMatchObject({ order: { size: 7, filled: 4 } });
    expect(amend('ann', { orderId, size: 20, price: 4_000 })).toMatchObject({
      order: { size: 24, filled: 4, status: 'partially_filled' },
    });
    expect(amend('ann', { orderId, size: MAX_ORDER_SIZE - 3 })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('that is post-only is refused where it would match, and stays', () => {
    open('bob', 'buy no 4 @ 4500');
    const orderId = open('ann', 'buy yes 10 @ 5000 post_only');
    expect(amend('ann', { orderId, price: 5_500 })).toMatchObject({
      code: 'POST_ONLY_WOULD_MATCH',
    });
    const [order] = scenario.subject.openOrders(scenario.user('ann'), { limit: 1 });
    expect(order).toMatchObject({ orderId, price: 5_000, size: 10, orderType: 'post_only' });
  });

  it.each([
    ['nobody', {}, 'ORDER_NOT_FOUND'],
    ['another user', { user: true }, 'ORDER_NOT_FOUND'],
    ['another market', { market: true }, 'ORDER_NOT_FOUND'],
  ] as const)(
    'of %s is not found',
    (_whose, { user, market }: { user?: true; market?: true }, code) => {
      const orderId = open('ann', 'buy yes 10 @ 5000');
      const body = amend(user === true ? 'bob' : 'ann', {
        orderId: user === true || market === true ? orderId : orderId + 1,
        ...(market === true ? { marketId: new Uint8Array(32).fill(9) } : {}),
      });
      expect(body).toMatchObject({ code });
    },
  );

  it('is changed once under its nonce', () => {
    const orderId = open('ann', 'buy yes 10 @ 5000');
    const first = command('ann', { orderId, size: 4 });
    const { answer } = scenario.apply('order', first);
    amend('ann', { orderId, size: 2 });
    expect(scenario.apply('order', first).answer).toEqual({ replayed: true, reply: answer.reply });
    expect(scenario.apply('order', { ...first, size: 5 }).answer.reply.body).toMatchObject({
      code: 'NONCE_REUSED',
    });
    expect(scenario.balance('ann').locked).toBe(USD);
  });

  it('waits while the market is paused', () => {
    const orderId = open('ann', 'buy yes 10 @ 5000');
    const pause = {
      kind: 'set_market_status',
      marketId: scenario.marketId(),
      action: 'pause',
    } as const;
    scenario.apply('admin', pause);
    expect(amend('ann', { orderId, size: 4 })).toMatchObject({ code: 'MARKET_NOT_ACTIVE' });
  });
});
