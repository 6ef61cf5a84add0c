/** Exactly-once trading by (user, kind, nonce). */
import { describe, expect, it } from 'vitest';
import { SUBJECTS, Scenario } from './scenario';

describe.each(SUBJECTS)('nonces of $name', ({ create }) => {
  const open = (): Scenario => {
    const scenario = new Scenario(create);
    scenario.event();
    scenario.credit('ann', 1_000_000_000);
    return scenario;
  };

  it('a repeat gets the first answer with its seq, and changes nothing', () => {
    const scenario = open();
    const first = scenario.tryOrder('ann', 'buy yes 1 @ 4000', { nonce: 5 });
    const before = scenario.balance('ann');
    const again = scenario.tryOrder('ann', 'buy yes 1 @ 4000', {
      nonce: 5,
      signature: new Uint8Array(64).fill(9),
    });
    expect(again).toEqual({ answer: { replayed: true, reply: first.answer.reply }, events: [] });
    expect(scenario.balance('ann')).toEqual(before);
  });

  it('a refused command used its nonce up: the repeat is refused alike, also when it could pass now', () => {
    const scenario = open();
    const first = scenario.tryOrder('poor', 'buy yes 1 @ 4000', { nonce: 1 });
    expect(scenario.outcomeOf(first)).toBe('INSUFFICIENT_BALANCE');
    scenario.credit('poor', 1_000_000_000);
    const again = scenario.tryOrder('poor', 'buy yes 1 @ 4000', { nonce: 1 });
    expect(again.answer).toEqual({ replayed: true, reply: first.answer.reply });
  });

  it.each([
    ['price', 'buy yes 2 @ 4001', {}],
    ['size', 'buy yes 3 @ 4000', {}],
    ['side', 'sell yes 2 @ 4000', {}],
    ['outcome', 'buy no 2 @ 4000', {}],
    ['order type', 'buy yes 2 @ 4000 ioc', {}],
    ['market', 'buy yes 2 @ 4000', { marketId: new Uint8Array(32) }],
  ])('another %s under the same nonce is NONCE_REUSED', (_, text, terms) => {
    const scenario = open();
    scenario.order('ann', 'buy yes 2 @ 4000', { nonce: 7 });
    scenario.order('ann', 'buy yes 2 @ 4000', { nonce: 9 });
    const applied = scenario.tryOrder('ann', text, { ...terms, nonce: 7 });
    expect(scenario.outcomeOf(applied)).toBe('NONCE_REUSED');
    expect(scenario.detailsOf(applied)).toEqual({ nonce: 7, last_nonce: 9 });
    expect(applied.events).toEqual([]);
  });

  it('another builder fee is another body; another key id of the builder is not', () => {
    const scenario = open();
    scenario.delegate('ann');
    const builder = new Uint8Array(16).fill(1);
    const first = scenario.tryOrder('ann', 'buy yes 1 @ 4000', { nonce: 1, feeBps: 5, builder });
    const rotated = new Uint8Array(16).fill(2);
    expect(
      scenario.tryOrder('ann', 'buy yes 1 @ 4000', { nonce: 1, feeBps: 5, builder: rotated })
        .answer,
    ).toEqual({ replayed: true, reply: first.answer.reply });
    const dearer = scenario.tryOrder('ann', 'buy yes 1 @ 4000', { nonce: 1, feeBps: 6, builder });
    expect(scenario.outcomeOf(dearer)).toBe('NONCE_REUSED');
  });

  it('64 outcomes are remembered; below them a nonce is forgotten, between them never used', () => {
    const scenario = open();
    for (let i = 1; i <= 65; i++) scenario.order('ann', 'buy yes 1 @ 1', { nonce: 2 * i });
    const fateOf = (nonce: number) =>
      scenario.detailsOf(scenario.tryOrder('ann', 'buy yes 1 @ 1', { nonce }));
    expect(fateOf(2)).toEqual({ last_nonce: 130, fate: 'forgotten' });
    expect(fateOf(3)).toEqual({ last_nonce: 130, fate: 'forgotten' });
    expect(fateOf(5)).toEqual({ last_nonce: 130, fate: 'never_used' });
    expect(fateOf(129)).toEqual({ last_nonce: 130, fate: 'never_used' });
    expect(scenario.tryOrder('ann', 'buy yes 1 @ 1', { nonce: 4 }).answer.replayed).toBe(true);
  });

  it('orders and cancel-alls count apart', () => {
    const scenario = open();
    const user = scenario.user('ann');
    scenario.order('ann', 'buy yes 1 @ 1', { nonce: 10 });
    const all = {
      kind: 'cancel_all',
      user,
      marketId: null,
      signature: new Uint8Array(64),
    } as const;
    scenario.expect('cancel_all', 'cancel', { ...all, nonce: 3 });
    expect(scenario.subject.nonces(user)).toEqual({
      order: 10,
      cancel_all: 3,
      withdraw: 0,
      recover: 0,
      cancel_after: 0,
      trading_key: 0,
    });
  });

  it.each(['cancel_only', 'halted'] as const)('in mode %s a nonce stays unused', (mode) => {
    const scenario = open();
    const first = scenario.tryOrder('ann', 'buy yes 1 @ 1', { nonce: 1 });
    scenario.apply('admin', { kind: 'set_mode', mode });
    const refused = scenario.tryOrder('ann', 'buy yes 1 @ 1', { nonce: 2 });
    expect(scenario.outcomeOf(refused)).toBe(mode === 'halted' ? 'HALTED' : 'CANCEL_ONLY');
    expect(refused.events).toEqual([]);
    // A repeat is answered in any mode.
    expect(scenario.tryOrder('ann', 'buy yes 1 @ 1', { nonce: 1 }).answer.reply).toEqual(
      first.answer.reply,
    );
    scenario.apply('admin', { kind: 'set_mode', mode: 'open' });
    expect(scenario.outcomeOf(scenario.tryOrder('ann', 'buy yes 1 @ 1', { nonce: 2 }))).toBe(
      'order',
    );
  });
});
