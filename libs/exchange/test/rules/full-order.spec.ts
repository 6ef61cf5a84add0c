/** Orders in their full form: docs/adr/0062. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { FullOrderCommand, FullTerms } from '../../src/command';
import { validateCommand } from '../../src/validate';
import { SUBJECTS, Scenario } from './scenario';

const USD = 1_000_000;
const YEAR = 366 * 86_400;

type Said = Partial<Omit<FullOrderCommand, 'kind' | 'terms'> & FullTerms>;

describe.each(SUBJECTS)('a full order by $name', ({ create }) => {
  let scenario: Scenario;
  beforeEach(() => {
    scenario = new Scenario(create);
    scenario.event({ expiry: scenario.nowSeconds + 2 * YEAR });
    for (const name of ['ann', 'bob']) scenario.credit(name, 1_000 * USD);
  });

  const command = (
    name: string,
    { selfTrade = 'cancel_maker', reduceOnly = false, expiresAt = 0, ...terms }: Said = {},
  ): FullOrderCommand => ({
    kind: 'order',
    user: scenario.user(name),
    marketId: scenario.marketId(),
    outcome: 'yes',
    side: 'buy',
    price: 5_000,
    size: 10,
    orderType: 'gtc',
    terms: { selfTrade, reduceOnly, expiresAt },
    nonce: scenario.subject.nonces(scenario.user(name)).order + 1,
    feeBps: 0,
    builder: null,
    signature: new Uint8Array(64),
    ...terms,
  });
  const place = (name: string, terms: Said = {}) =>
    scenario.apply('order', command(name, terms)).answer.reply.body;
  const eventKinds = () => scenario.last?.events.map(({ kind }) => kind);

  it('is placed as the short form is, and its terms are told and shown', () => {
    const expiresAt = scenario.nowSeconds + 60;
    const body = place('ann', { selfTrade: 'cancel_both', expiresAt });
    expect(body).toMatchObject({ kind: 'order', order: { status: 'resting' }, fills: [] });
    const terms = { selfTrade: 'cancel_both', reduceOnly: false, expiresAt };
    expect(scenario.last?.events).toMatchObject([{ kind: 'order_accepted', terms }]);
    expect(scenario.subject.openOrders(scenario.user('ann'), { limit: 1 })).toMatchObject([
      { terms },
    ]);
  });

  it('gets the first answer again, and no other under its nonce', () => {
    const first = command('ann', { expiresAt: scenario.nowSeconds + 60 });
    const { answer } = scenario.apply('order', first);
    scenario.wait(1);
    expect(
      scenario.apply('order', { ...first, signature: new Uint8Array(64).fill(1) }).answer,
    ).toEqual({ replayed: true, reply: answer.reply });
    const others: Partial<FullOrderCommand>[] = [
      { terms: { ...first.terms, expiresAt: first.terms.expiresAt + 1 } },
      { terms: { ...first.terms, reduceOnly: true } },
      { terms: { ...first.terms, selfTrade: 'cancel_taker' } },
      { size: 11 },
      { orderType: 'post_only' },
    ];
    for (const other of others)
      expect(scenario.apply('order', { ...first, ...other }).answer.reply.body).toMatchObject({
        code: 'NONCE_REUSED',
      });
    const { terms: _, ...short } = first;
    expect(scenario.apply('order', short).answer.reply.body).toMatchObject({
      code: 'NONCE_REUSED',
    });
  });

  it.each([
    ['cancel_maker', 0, 'resting', null],
    ['cancel_taker', 1, 'cancelled', 'self_trade'],
    ['cancel_both', 0, 'cancelled', 'self_trade'],
  ] as const)('meets an order of its own: %s', (selfTrade, left, status, cancelReason) => {
    scenario.order('ann', 'buy no 10 @ 5000');
    const [own] = scenario.subject.openOrders(scenario.user('ann'), { limit: 1 });
    const body = place('ann', { selfTrade });
    const selfTradeCancelled = left === 1 ? [] : [own!.orderId];
    expect(body).toMatchObject({ order: { status, cancelReason }, selfTradeCancelled });
    const open = scenario.subject.openOrders(scenario.user('ann'), { limit: 10 });
    expect(open.filter(({ outcome }) => outcome === 'no')).toHaveLength(left);
  });

  it('fills what stands before its own order, and nothing behind it', () => {
    scenario.order('bob', 'buy no 4 @ 5100');
    scenario.order('ann', 'buy no 3 @ 5000');
    scenario.order('bob', 'buy no 9 @ 5000');
    const body = place('ann', { selfTrade: 'cancel_taker' });
    expect(body).toMatchObject({
      order: { filled: 4, status: 'cancelled', cancelReason: 'self_trade' },
    });
  });

  it.each(['cancel_taker', 'cancel_both'] as const)(
    'post-only and fok see their own order: %s',
    (selfTrade) => {
      scenario.order('ann', 'buy no 10 @ 5000');
      expect(place('ann', { selfTrade, orderType: 'post_only' })).toMatchObject({
        code: 'POST_ONLY_WOULD_MATCH',
      });
      expect(place('ann', { selfTrade, orderType: 'fok' })).toMatchObject({
        code: 'FOK_NOT_FILLED',
      });
    },
  );

  describe('that only reduces', () => {
    beforeEach(() => {
      scenario.order('bob', 'buy yes 8 @ 5000');
      scenario.order('ann', 'buy no 8 @ 5000');
    });

    it.each([
      [8, 'order'],
      [9, 'refused'],
    ] as const)('buys %d against 8 of the other outcome: %s', (size, kind) => {
      expect(place('ann', { reduceOnly: true, size })).toMatchObject({ kind });
    });

    it('is refused with what there is to reduce', () => {
      place('ann', { reduceOnly: true, size: 9 });
      expect(scenario.last?.answer.reply.body).toMatchObject({
        code: 'REDUCE_ONLY_EXCEEDED',
        details: [
          { name: 'size', value: 9 },
          { name: 'reducible', value: 8 },
        ],
      });
      expect(place('bob', { reduceOnly: true, outcome: 'yes', size: 1 })).toMatchObject({
        code: 'REDUCE_ONLY_EXCEEDED',
      });
    });

    it('sells what is held', () => {
      expect(place('bob', { reduceOnly: true, side: 'sell', size: 8, price: 9_000 })).toMatchObject(
        {
          kind: 'order',
        },
      );
    });

    /** As `scenario.order`, in the full form. */
    const order = (name: string, text: string) => {
      const [side, outcome, size, , price] = text.split(' ');
      return place(name, {
        side: side as 'buy' | 'sell',
        outcome: outcome as 'yes' | 'no',
        size: Number(size),
        price: Number(price),
      });
    };
    const sizesOf = (name: string) =>
      scenario.subject
        .openOrders(scenario.user(name), { limit: 20 })
        .map(({ size, filled }) => size - filled);

    it('shares what there is to reduce with those that rest; one that never rests comes first', () => {
      place('ann', { reduceOnly: true, size: 5, price: 4_000 });
      for (const orderType of ['gtc', 'post_only'] as const)
        expect(place('ann', { reduceOnly: true, size: 4, price: 3_900, orderType })).toMatchObject({
          code: 'REDUCE_ONLY_EXCEEDED',
          details: [{ value: 4 }, { name: 'reducible', value: 3 }],
        });
      expect(place('ann', { reduceOnly: true, size: 3, price: 3_900 })).toMatchObject({
        kind: 'order',
      });
      order('bob', 'sell yes 6 @ 4500');
      place('ann', { reduceOnly: true, size: 6, price: 4_500, orderType: 'fok' });
      expect(sizesOf('ann')).toEqual([2]);
    });

    it.each([
      // Newest first; what is left is what may still be bought.
      [1, [2, 5]],
      [3, [5]],
      [6, [2]],
      [8, []],
    ] as const)('gives way to another buy of %d in the same command', (size, left) => {
      place('ann', { reduceOnly: true, size: 5, price: 4_000 });
      place('ann', { reduceOnly: true, size: 3, price: 4_100 });
      order('ann', `buy yes ${size} @ 6000`);
      scenario.credit('cat', 1_000 * USD);
      expect(order('cat', `buy no ${size} @ 4000`)).toMatchObject({
        order: { filled: size },
      });
      expect(sizesOf('ann')).toEqual(left);
      expect(scenario.balance('ann').locked).toBe(
        left.reduce<number>(
          (sum, open) => sum + open * (open === 2 && size === 1 ? 410_000 : 400_000),
          0,
        ),
      );
      // Whatever still rests can be filled: a fill-or-kill of all of it is.
      const all = left.reduce<number>((sum, open) => sum + open, 0);
      if (all === 0) return;
      expect(
        place('cat', { outcome: 'no', size: all, price: 6_000, orderType: 'fok' }),
      ).toMatchObject({
        kind: 'order',
      });
      expect(sizesOf('ann')).toEqual([]);
    });

    it('gives way when a sell of the same holder reduces the position first', () => {
      place('ann', { reduceOnly: true, size: 8, price: 4_000 });
      order('ann', 'sell no 5 @ 3000');
      scenario.credit('cat', 1_000 * USD);
      order('cat', 'buy no 5 @ 3000');
      expect(sizesOf('ann')).toEqual([3]);
      expect(eventKinds()?.slice(0, 3)).toEqual(['order_accepted', 'trade', 'order_amended']);
    });

    it('leaves no liquidity that cannot fill: a post-only order behind it rests', () => {
      place('ann', { reduceOnly: true, size: 8, price: 4_000 });
      order('bob', 'sell yes 8 @ 5000');
      place('ann', { size: 8, price: 5_000 });
      expect(eventKinds()).toContain('order_cancelled');
      expect(scenario.last?.events.find(({ kind }) => kind === 'order_cancelled')).toMatchObject({
        user: scenario.user('ann'),
        reason: 'reduce_only',
        cancelledSize: 8,
      });
      order('bob', 'buy yes 2 @ 5000');
      scenario.credit('cat', 1_000 * USD);
      expect(place('cat', { outcome: 'no', price: 6_500, orderType: 'post_only' })).toMatchObject({
        code: 'POST_ONLY_WOULD_MATCH',
      });
      order('cat', 'buy no 2 @ 5000');
      expect(place('cat', { outcome: 'no', price: 6_500, orderType: 'post_only' })).toMatchObject({
        kind: 'order',
      });
    });

    it('is passed by where nothing is left to reduce, and the taker rests beyond its price', () => {
      place('ann', { reduceOnly: true, size: 8, price: 4_900 });
      place('ann', { size: 8, price: 5_000 });
      scenario.credit('cat', 1_000 * USD);
      expect(place('cat', { outcome: 'no', size: 20, price: 5_500 })).toMatchObject({
        kind: 'order',
        order: { filled: 8, status: 'partially_filled' },
      });
      expect(sizesOf('ann')).toEqual([]);
      expect(sizesOf('cat')).toEqual([12]);
      expect(scenario.subject.book(scenario.marketId(), 9)).toMatchObject({
        status: 'active',
        bids: [],
        asks: [{ price: 4_500, size: 12 }],
      });
    });

    it('may have at most ten resting buys in a market', () => {
      order('bob', 'buy yes 80 @ 5000');
      order('ann', 'buy no 80 @ 5000');
      for (let count = 0; count < 10; count++)
        expect(place('ann', { reduceOnly: true, size: 1, price: 10 })).toMatchObject({
          kind: 'order',
        });
      expect(place('ann', { reduceOnly: true, size: 1, price: 10 })).toMatchObject({
        code: 'TOO_MANY_OPEN_ORDERS',
        details: [{ name: 'limit', value: 10 }],
      });
      expect(
        place('ann', { reduceOnly: true, size: 1, price: 10, orderType: 'ioc' }),
      ).toMatchObject({ kind: 'order' });
    });

    it('is below the resting minimum only as what closes the position', () => {
      scenario.setMoneyLimits();
      const dust = { price: 100, reduceOnly: true };
      expect(place('ann', { size: 1, price: 100 })).toMatchObject({ code: 'ORDER_TOO_SMALL' });
      expect(place('ann', { ...dust, size: 7 })).toMatchObject({ code: 'ORDER_TOO_SMALL' });
      expect(place('ann', { ...dust, size: 8 })).toMatchObject({ kind: 'order' });
      const [open] = scenario.subject.openOrders(scenario.user('ann'), { limit: 1 });
      const amend = (size: number, nonce: number) =>
        scenario.apply('order', {
          kind: 'amend',
          user: scenario.user('ann'),
          marketId: scenario.marketId(),
          orderId: open!.orderId,
          price: 100,
          size,
          nonce,
          builder: null,
          signature: new Uint8Array(64),
        }).answer.reply.body;
      const last = scenario.subject.nonces(scenario.user('ann')).order;
      expect(amend(1, last + 1)).toMatchObject({ code: 'ORDER_TOO_SMALL' });
      expect(amend(8, last + 2)).toMatchObject({ kind: 'amend' });
    });
  });

  describe('that ends', () => {
    it.each([
      [0, 'refused'],
      [1, 'order'],
      [YEAR, 'order'],
      [YEAR + 1, 'refused'],
    ] as const)('%d seconds ahead: %s, without using the nonce', (ahead, kind) => {
      const body = place('ann', { expiresAt: scenario.nowSeconds + ahead });
      expect(body).toMatchObject(kind === 'order' ? { kind } : { kind, code: 'VALIDATION_FAILED' });
      expect(scenario.subject.nonces(scenario.user('ann')).order).toBe(kind === 'order' ? 1 : 0);
    });

    it.each(['ioc', 'fok'] as const)('is none that never rests: %s', (orderType) => {
      const expiresAt = scenario.nowSeconds + 60;
      expect(validateCommand(command('ann', { orderType, expiresAt }), 'order')?.details).toEqual([
        { kind: 'text', name: 'field', value: 'expires_at' },
        { kind: 'number', name: 'value', value: expiresAt },
        { kind: 'text', name: 'expected', value: '0: an ioc or fok never rests' },
      ]);
    });

    it('is cancelled at its second, before the command of that second', () => {
      const expiresAt = scenario.nowSeconds + 2;
      place('ann', { expiresAt });
      expect(scenario.subject.nextDueMs()).toBe(expiresAt * 1000);
      scenario.wait(1);
      expect(scenario.tick().events).toEqual([]);
      scenario.wait(1);
      const { answer, events } = scenario.tryOrder('bob', 'sell yes 1 @ 5000');
      expect(events[0]).toMatchObject({
        kind: 'order_cancelled',
        reason: 'expired',
        cancelledSize: 10,
      });
      expect(answer.reply.body).toMatchObject({ code: 'INSUFFICIENT_POSITION' });
      expect(scenario.balance('ann')).toMatchObject({ available: 1_000 * USD, locked: 0 });
    });

    it('comes by time, then by placement, and skips what ended before', () => {
      const now = scenario.nowSeconds;
      const sizes = [
        [5, 3],
        [6, 1],
        [7, 3],
        [8, 2],
      ] as const;
      for (const [size, ahead] of sizes) place('ann', { size, expiresAt: now + ahead });
      const [, , second] = scenario.subject.openOrders(scenario.user('ann'), { limit: 9 });
      scenario.expect('cancel', 'cancel', {
        kind: 'cancel',
        user: scenario.user('ann'),
        marketId: scenario.marketId(),
        orderId: second!.orderId,
        signature: new Uint8Array(64),
      });
      scenario.wait(10);
      const ended = scenario
        .tick()
        .events.map((event) =>
          event.kind === 'order_cancelled' ? event.cancelledSize : event.kind,
        );
      expect(ended).toEqual([8, 5, 7]);
    });
  });
});

describe.each(SUBJECTS)("the dead man's switch by $name", ({ create }) => {
  let scenario: Scenario;
  beforeEach(() => {
    scenario = new Scenario(create);
    scenario.event();
    for (const name of ['ann', 'bob']) scenario.credit(name, 1_000 * USD);
    for (const price of [4_000, 4_100]) scenario.order('ann', `buy yes 10 @ ${price}`);
    scenario.order('bob', 'buy yes 10 @ 4200');
  });

  const set = (seconds: number, nonce: number, name = 'ann') =>
    scenario.apply('cancel', {
      kind: 'cancel_after',
      user: scenario.user(name),
      seconds,
      nonce,
      signature: new Uint8Array(64),
    }).answer;
  const openOf = (name: string) =>
    scenario.subject.openOrders(scenario.user(name), { limit: 9 }).length;

  it('cancels all open orders of its user when its time has come, once', () => {
    const { body } = set(5, 1).reply;
    const dueMs = scenario.nowSeconds * 1000 + 5_000;
    expect(body).toMatchObject({ kind: 'cancel_after', seconds: 5, nonce: 1, dueMs });
    expect(scenario.subject.nextDueMs()).toBe(dueMs);
    scenario.wait(4);
    scenario.tick();
    expect(openOf('ann')).toBe(2);
    scenario.wait(1);
    const reasons = scenario
      .tick()
      .events.map((event) => (event.kind === 'order_cancelled' ? event.reason : event.kind));
    expect(reasons).toEqual(['cancel_after', 'cancel_after']);
    expect([openOf('ann'), openOf('bob')]).toEqual([0, 1]);
    scenario.order('ann', 'buy yes 1 @ 4000');
    scenario.wait(60);
    scenario.tick();
    expect(openOf('ann')).toBe(1);
  });

  it('is set anew by each command, and off by 0 seconds', () => {
    set(5, 1);
    scenario.wait(4);
    set(5, 2);
    scenario.wait(4);
    scenario.tick();
    expect(openOf('ann')).toBe(2);
    set(0, 3);
    scenario.wait(60);
    scenario.tick();
    expect(openOf('ann')).toBe(2);
  });

  it('has nonces of its own, each once', () => {
    const first = set(5, 7);
    expect(set(5, 7)).toEqual({ replayed: true, reply: first.reply });
    expect(set(6, 7).reply.body).toMatchObject({ code: 'NONCE_REUSED' });
    expect(set(5, 6).reply.body).toMatchObject({ code: 'NONCE_TOO_LOW' });
    expect(scenario.subject.nonces(scenario.user('ann'))).toMatchObject({
      order: 2,
      cancel_after: 7,
    });
  });

  it('works while only cancels are taken, and not while the exchange is halted', () => {
    scenario.apply('admin', { kind: 'set_mode', mode: 'cancel_only' });
    expect(set(5, 1).reply.body).toMatchObject({ kind: 'cancel_after' });
    scenario.apply('admin', { kind: 'set_mode', mode: 'halted' });
    expect(set(5, 2).reply.body).toMatchObject({ code: 'HALTED' });
    expect(scenario.subject.nonces(scenario.user('ann')).cancel_after).toBe(1);
  });
});
