/** Redeeming pairs. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { CommandOf } from '../../src/command';
import { SUBJECTS, Scenario } from './scenario';

const USD = 1_000_000;

describe.each(SUBJECTS)('redeeming pairs by $name', ({ create }) => {
  let scenario: Scenario;
  beforeEach(() => {
    scenario = new Scenario(create);
    scenario.event();
    scenario.giveContracts('ann', 10);
  });

  const command = (size: number, terms: Partial<CommandOf<'redeem'>> = {}) =>
    ({
      kind: 'redeem',
      user: scenario.user('ann'),
      marketId: scenario.marketId(),
      size,
      nonce: scenario.subject.nonces(scenario.user('ann')).order + 1,
      builder: null,
      signature: new Uint8Array(64),
      ...terms,
    }) as const;
  const redeem = (size: number, terms: Partial<CommandOf<'redeem'>> = {}) =>
    scenario.apply('order', command(size, terms));

  it('pays 1 USD a pair out of the collateral, and takes both contracts', () => {
    const before = scenario.balance('ann').available;
    const reply = scenario.expect('redeem', 'order', command(4));
    expect(reply).toMatchObject({ size: 4, paidMicroUsdc: 4 * USD });
    expect(scenario.balance('ann').available).toBe(before + 4 * USD);
    expect(scenario.position('ann')).toMatchObject({ yes: 6, no: 6 });
    expect(scenario.subject.solvency()).toMatchObject({ collateral: 16 * USD, difference: 0 });
    expect(scenario.last?.events).toMatchObject([
      { kind: 'redeemed', size: 4, paidMicroUsdc: 4 * USD },
    ]);
  });

  it('of the last pair leaves no position', () => {
    redeem(10);
    expect(scenario.position('ann')).toMatchObject({ yes: 0, no: 0 });
  });

  it('takes only contracts that no order locks', () => {
    scenario.order('ann', 'sell no 3 @ 9000');
    const refused = redeem(8, { nonce: 1_000 });
    expect(scenario.outcomeOf(refused)).toBe('INSUFFICIENT_POSITION');
    expect(scenario.detailsOf(refused)).toEqual({
      outcome: 'no',
      required: 8,
      available: 7,
      locked: 3,
      shortfall: 1,
    });
    expect(scenario.outcomeOf(redeem(7, { nonce: 1_001 }))).toBe('redeem');
  });

  it.each(['pause', 'close'] as const)('works after the action %s', (action) => {
    const marketId = scenario.marketId();
    scenario.apply('admin', { kind: 'set_market_status', marketId, action });
    expect(scenario.outcomeOf(redeem(1))).toBe('redeem');
  });

  it('ends with the resolution, which pays all contracts', () => {
    const marketId = scenario.marketId();
    scenario.apply('admin', { kind: 'set_market_status', marketId, action: 'close' });
    const resolve = { kind: 'resolve_market', marketId, resolution: 'yes', price: null } as const;
    scenario.apply('admin', resolve);
    expect(scenario.outcomeOf(redeem(1))).toBe('MARKET_NOT_ACTIVE');
  });

  it('happens once a nonce, which it shares with orders', () => {
    const once = command(2, { nonce: 100 });
    const first = scenario.apply('order', once).answer;
    const again = scenario.apply('order', { ...once, signature: new Uint8Array(64).fill(1) });
    expect(again.answer).toEqual({ ...first, replayed: true });
    expect(again.events).toEqual([]);
    expect(scenario.outcomeOf(scenario.apply('order', { ...once, size: 3 }))).toBe('NONCE_REUSED');
    const order = scenario.orderCommand('ann', 'buy yes 2 @ 5000', { nonce: 100 });
    expect(scenario.outcomeOf(scenario.apply('order', order))).toBe('NONCE_REUSED');
    const low = scenario.orderCommand('ann', 'buy yes 2 @ 5000', { nonce: 99 });
    expect(scenario.outcomeOf(scenario.apply('order', low))).toBe('NONCE_TOO_LOW');
  });

  it('is refused with the nonce of an order', () => {
    scenario.tryOrder('ann', 'buy yes 2 @ 100', { nonce: 100 });
    expect(scenario.outcomeOf(redeem(2, { nonce: 100 }))).toBe('NONCE_REUSED');
  });

  it('of a user of a builder comes through it alone', () => {
    scenario.delegate('ann');
    expect(scenario.outcomeOf(redeem(1))).toBe('DELEGATED_USER');
    const builder = new Uint8Array(16).fill(1);
    const through = scenario.apply('builder', command(1, { builder }));
    expect(scenario.outcomeOf(through)).toBe('redeem');
  });

  it.each(['cancel_only', 'halted'] as const)('is refused in mode %s, its nonce unused', (mode) => {
    scenario.expect('mode', 'admin', { kind: 'set_mode', mode });
    const before = scenario.subject.nonces(scenario.user('ann')).order;
    expect(scenario.outcomeOf(redeem(1))).toBe(mode.toUpperCase());
    expect(scenario.subject.nonces(scenario.user('ann')).order).toBe(before);
  });

  it('in an unknown market uses the nonce', () => {
    const refused = redeem(1, { marketId: new Uint8Array(32), nonce: 500 });
    expect(scenario.outcomeOf(refused)).toBe('MARKET_NOT_FOUND');
    expect(scenario.subject.nonces(scenario.user('ann')).order).toBe(500);
  });
});
