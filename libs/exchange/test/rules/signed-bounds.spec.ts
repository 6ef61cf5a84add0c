/** What a signature bounds: the money of an order, what an amendment knows was filled, and who sent a nonce. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Command, CommandOf, Lane, OrderCommand } from '../../src/command';
import { validateCommand } from '../../src/validate';
import { SUBJECTS, Scenario } from './scenario';

const USD = 1_000_000;
const TERMS = { selfTrade: 'cancel_maker', reduceOnly: false, expiresAt: 0 } as const;
const ID = new Uint8Array(16).fill(1);
const OTHER_ID = new Uint8Array(16).fill(2);

describe.each(SUBJECTS)('bounds that are signed, by $name', ({ create }) => {
  let scenario: Scenario;
  beforeEach(() => {
    scenario = new Scenario(create);
    scenario.event();
    for (const name of ['ann', 'bob']) scenario.credit(name, 1_000 * USD);
  });

  const nonceOf = (name: string) => scenario.subject.nonces(scenario.user(name)).order + 1;
  const orderOf = (name: string, maxCost: number, terms: Partial<OrderCommand> = {}) => ({
    kind: 'order' as const,
    user: scenario.user(name),
    marketId: scenario.marketId(),
    outcome: 'yes' as const,
    side: 'buy' as const,
    price: 6_000,
    size: 20,
    orderType: 'gtc' as const,
    terms: { ...TERMS, maxCost },
    nonce: nonceOf(name),
    feeBps: 0,
    builder: null,
    signature: new Uint8Array(64),
    ...terms,
  });
  const send = (command: Command, lane: Lane = 'order') => {
    const applied = scenario.apply(lane, command);
    const { body } = applied.answer.reply;
    return body.kind === 'refused' ? { ...body, details: scenario.detailsOf(applied) } : body;
  };
  const buy = (maxCost: number, terms: Partial<OrderCommand> = {}) =>
    send(orderOf('ann', maxCost, terms));
  const spent = (name: string) => 1_000 * USD - scenario.balance(name).available;

  describe('the most an order may cost', () => {
    beforeEach(() => {
      // Ten contracts at 50 cents, then ten at 60.
      scenario.order('bob', 'buy no 10 @ 5000');
      scenario.order('bob', 'buy no 10 @ 4000');
    });

    it.each([
      ['all of it', 11 * USD, 20, 'filled', null],
      ['one micro-USDC less', 11 * USD - 1, 19, 'cancelled', 'max_cost'],
      ['the first level and a half', 8 * USD, 15, 'cancelled', 'max_cost'],
      ['one contract', 500_000, 1, 'cancelled', 'max_cost'],
      ['not one contract', 499_999, 0, 'cancelled', 'max_cost'],
    ] as const)('%s: %d', (_what, maxCost, filled, status, cancelReason) => {
      expect(buy(maxCost)).toMatchObject({ order: { filled, status, cancelReason } });
      expect(spent('ann')).toBeLessThanOrEqual(maxCost);
      expect(scenario.balance('ann').locked).toBe(0);
    });

    it('bounds ioc as it bounds gtc, and refuses a fok that it ends', () => {
      expect(buy(8 * USD, { orderType: 'fok' })).toMatchObject({
        code: 'FOK_NOT_FILLED',
        details: { fillable: 15 },
      });
      expect(buy(8 * USD, { orderType: 'ioc' })).toMatchObject({
        order: { filled: 15, cancelReason: 'max_cost' },
      });
    });

    it('lets nothing rest that could cost more than is left', () => {
      // 20 fill for 11 USD; 5 more could cost 3 at the limit.
      expect(buy(14 * USD - 1, { size: 25 })).toMatchObject({
        order: { filled: 20, status: 'cancelled', cancelReason: 'max_cost' },
      });
      scenario.order('bob', 'buy no 20 @ 4500');
      expect(buy(14 * USD, { size: 25 })).toMatchObject({
        order: { filled: 20, status: 'partially_filled' },
      });
      expect(scenario.balance('ann').locked).toBe(3 * USD);
    });

    it('needs no more money than it may cost', () => {
      scenario.credit('cat', 5 * USD);
      const order = orderOf('cat', 5 * USD, { price: 9_900, size: 1_000 });
      expect(send(order)).toMatchObject({ order: { filled: 10, cancelReason: 'max_cost' } });
      expect(scenario.balance('cat')).toMatchObject({ available: 0, locked: 0 });
      const poor = orderOf('dan', 5 * USD);
      expect(send(poor)).toMatchObject({
        code: 'INSUFFICIENT_BALANCE',
        details: { required: 8 * 600_000 },
      });
    });

    it('sees a post-only order meet others that it could not pay', () => {
      expect(buy(1, { orderType: 'post_only' })).toMatchObject({ code: 'POST_ONLY_WOULD_MATCH' });
    });

    it('is part of the order: another one under its nonce is another order', () => {
      const order = orderOf('ann', 8 * USD);
      const { answer } = scenario.apply('order', order);
      expect(scenario.apply('order', order).answer).toEqual({ ...answer, replayed: true });
      expect(send({ ...order, terms: { ...TERMS, maxCost: 8 * USD + 1 } })).toMatchObject({
        code: 'NONCE_REUSED',
      });
      expect(send({ ...order, terms: TERMS })).toMatchObject({ code: 'NONCE_REUSED' });
    });

    it('is refused for a sell', () => {
      const refused = (order: OrderCommand) => validateCommand(order, 'order')?.details[0];
      const field = { kind: 'text', name: 'field', value: 'max_cost' };
      expect(refused(orderOf('ann', 1, { side: 'sell' }))).toEqual(field);
      expect(refused(orderOf('ann', 0, { side: 'sell' }))).toBeUndefined();
      expect(refused(orderOf('ann', 1))).toBeUndefined();
    });
  });

  describe('what an amendment knows was filled', () => {
    const amend = (orderId: number, filled: number | undefined, size = 4): CommandOf<'amend'> => ({
      kind: 'amend',
      user: scenario.user('ann'),
      marketId: scenario.marketId(),
      orderId,
      price: 5_000,
      size,
      nonce: nonceOf('ann'),
      builder: null,
      signature: new Uint8Array(64),
      ...(filled === undefined ? {} : { filled }),
    });

    it('changes nothing where more was filled meanwhile, and says how much', () => {
      const { orderId } = scenario.order('ann', 'buy yes 10 @ 5000').order;
      scenario.order('bob', 'buy no 6 @ 5000');
      expect(send(amend(orderId, 0))).toMatchObject({
        code: 'FILLED_MEANWHILE',
        details: { expected: 0, filled: 6 },
      });
      expect(scenario.subject.openOrders(scenario.user('ann'), { limit: 1 })).toMatchObject([
        { size: 10, filled: 6 },
      ]);
      expect(send(amend(orderId, 6, 1))).toMatchObject({ order: { size: 7, filled: 6 } });
      expect(send(amend(orderId, undefined, 2))).toMatchObject({ order: { size: 8 } });
    });

    it('used its nonce, and answers a repeat alike', () => {
      const { orderId } = scenario.order('ann', 'buy yes 10 @ 5000').order;
      const late = amend(orderId, 1);
      const { answer } = scenario.apply('order', late);
      expect(scenario.apply('order', late).answer).toEqual({ ...answer, replayed: true });
      const { filled: _, ...any } = late;
      expect(send(any)).toMatchObject({ code: 'NONCE_REUSED' });
    });
  });

  describe('who sent a nonce', () => {
    const cancelAll = (): Command => ({
      kind: 'cancel_all',
      user: scenario.user('ann'),
      marketId: null,
      nonce: 5,
      signature: new Uint8Array(64),
    });
    const cancelAfter = (): Command => ({
      kind: 'cancel_after',
      user: scenario.user('ann'),
      seconds: 60,
      nonce: 5,
      signature: new Uint8Array(64),
    });
    const redeem = (): Command => ({
      kind: 'redeem',
      user: scenario.user('ann'),
      marketId: scenario.marketId(),
      size: 1,
      nonce: 5,
      builder: null,
      signature: new Uint8Array(64),
    });
    const amend = (): Command => ({ ...redeem(), kind: 'amend', orderId: 1, price: 1 }) as Command;
    const funding = {
      user: new Uint8Array(32).fill(9),
      nonce: 5,
      maxGasFee: 0,
      allowProgramAddress: false,
      recipient: null,
      builder: null,
      signature: new Uint8Array(64),
    };
    const withdraw = (): Command => ({
      ...funding,
      kind: 'withdraw',
      amount: 1,
      recipientKind: 'default',
      gasFee: 0,
    });
    const recover = (): Command => ({
      ...funding,
      kind: 'recover',
      mint: new Uint8Array(32),
      recipient: new Uint8Array(32),
    });

    it.each([
      ['order', 'order', () => orderOf('ann', USD, { nonce: 5, terms: undefined })],
      ['refused order', 'order', () => orderOf('dan', USD, { nonce: 5, terms: undefined })],
      ['full order', 'order', () => orderOf('ann', USD, { nonce: 5 })],
      ['amend', 'order', amend],
      ['redeem', 'order', redeem],
      ['cancel_all', 'cancel', cancelAll],
      ['cancel_after', 'cancel', cancelAfter],
      ['withdraw', 'withdrawal', withdraw],
      ['recover', 'deposit', recover],
    ] as const)('%s: the same request of another sender is not a repeat', (_, lane, make) => {
      const command = { ...make(), clientId: ID } as Command;
      const { answer } = scenario.apply(lane, command);
      expect(answer.replayed).toBe(false);
      expect(scenario.apply(lane, command).answer).toEqual({ ...answer, replayed: true });
      const { clientId: _id, ...nameless } = command as CommandOf<'cancel_all'>;
      for (const other of [{ ...command, clientId: OTHER_ID } as Command, nameless])
        expect(send(other, lane)).toMatchObject({ code: 'NONCE_REUSED' });
    });
  });
});
