/** Withdrawals, and the user's signature for them. */
import { describe, expect, it } from 'vitest';
import type { CommandOf } from '../../src/command';
import { SUBJECTS, Scenario } from './scenario';

const ADDRESS = new Uint8Array(32).fill(9);
const BUILDER = new Uint8Array(16).fill(7);

describe.each(SUBJECTS)('withdrawals of $name', ({ create }) => {
  const rich = (options = {}): Scenario => {
    const scenario = new Scenario(create, options);
    scenario.deposit('ann', 1_000);
    return scenario;
  };

  it('an accepted one moves its amount from available to withdrawing', () => {
    const scenario = rich();
    const recipient = { recipientKind: 'recipient_ext', recipient: ADDRESS } as const;
    const { answer, events } = scenario.withdraw('ann', 400, {
      nonce: 3,
      gasFee: 25,
      ...recipient,
      allowProgramAddress: true,
    });
    const withdrawalId = scenario.withdrawalId('ann', 3);
    const terms = { withdrawalId, amount: 400, gasFee: 25, chain: 'ext', ...recipient };
    const paid = { netAmount: 375, paymentSeq: 1 };
    expect(answer.reply.body).toEqual({ kind: 'withdrawal', ...terms, ...paid });
    const user = scenario.user('ann');
    const signed = { allowProgramAddress: true, user, nonce: 3, paymentSeq: 1 };
    const event = { kind: 'withdrawal_accepted', ...terms, ...signed, builder: null };
    expect(events).toEqual([event]);
    expect(scenario.balance('ann')).toEqual({
      available: 600,
      locked: 0,
      total: 600,
      withdrawing: 400,
      gasDebt: 0,
      staked: 0,
    });
    expect(scenario.subject.withdrawal(withdrawalId)).toEqual({
      ...terms,
      ...signed,
      netAmount: 375,
      lowestOpenSeq: 1,
      status: 'open',
      seq: 2,
      createdMs: answer.reply.timestampMs,
      endedSeq: null,
      endedMs: null,
    });
  });

  it.each([
    ['default', null, 'ext'],
    ['recipient_ext', ADDRESS, 'ext'],
    ['recipient_main', ADDRESS, 'main'],
  ] as const)('to %s goes out on %3$s', (recipientKind, recipient, chain) => {
    const { answer } = rich().withdraw('ann', 1, { recipientKind, recipient });
    expect(answer.reply.body).toMatchObject({ kind: 'withdrawal', chain, recipient });
  });

  it('settled: the net amount is paid out, the fee is revenue', () => {
    const scenario = rich();
    scenario.withdraw('ann', 400, { nonce: 1, gasFee: 25 });
    const id = scenario.withdrawalId('ann', 1);
    const settled = scenario.settle(id);
    expect(scenario.outcomeOf(settled)).toBe('withdrawal_settled');
    expect(scenario.balance('ann')).toMatchObject({ available: 600, withdrawing: 0 });
    expect(scenario.subject.solvency()).toMatchObject({
      withdrawing: 0,
      payouts: 375,
      gasRevenue: 25,
      liabilities: 625,
      difference: 0,
    });
    expect(scenario.subject.withdrawal(id)).toMatchObject({ status: 'settled', endedSeq: 3 });
    const again = scenario.settle(id);
    expect(again).toEqual({ answer: { ...settled.answer, replayed: true }, events: [] });
    const other = scenario.refund(id);
    expect(scenario.outcomeOf(other)).toBe('WITHDRAWAL_ENDED');
    expect(scenario.detailsOf(other)).toMatchObject({ ended: 'settled' });
  });

  it('settled for less than its fee: more is paid out; for more it is not settled', () => {
    const scenario = rich();
    scenario.withdraw('ann', 400, { nonce: 1, gasFee: 25 });
    const id = scenario.withdrawalId('ann', 1);
    const above = scenario.settle(id, 26);
    expect(scenario.outcomeOf(above)).toBe('FEE_ABOVE_MAX');
    expect(scenario.detailsOf(above)).toEqual({ gas_fee: 26, max_gas_fee: 25 });
    const settled = scenario.settle(id, 7);
    expect(settled.events).toMatchObject([{ kind: 'withdrawal_settled', amount: 400, gasFee: 7 }]);
    const books = { withdrawing: 0, payouts: 393, gasRevenue: 7, liabilities: 607, difference: 0 };
    expect(scenario.subject.solvency()).toMatchObject(books);
    expect(scenario.subject.withdrawal(id)).toMatchObject({ gasFee: 7, netAmount: 393 });
    // Whatever it names: it was settled once.
    const again = scenario.settle(id, 8);
    expect(again).toEqual({ answer: { ...settled.answer, replayed: true }, events: [] });
  });

  it('refunded: all of it is available again', () => {
    const scenario = rich();
    scenario.withdraw('ann', 400, { nonce: 1, gasFee: 25 });
    const id = scenario.withdrawalId('ann', 1);
    const refunded = scenario.refund(id, 'expired');
    expect(refunded.events).toMatchObject([{ kind: 'withdrawal_refunded', reason: 'expired' }]);
    expect(scenario.balance('ann')).toMatchObject({ available: 1_000, withdrawing: 0 });
    // The first reason stays.
    const again = scenario.refund(id, 'another');
    expect(again).toEqual({ answer: { ...refunded.answer, replayed: true }, events: [] });
    expect(scenario.detailsOf(scenario.settle(id))).toMatchObject({ ended: 'refunded' });
  });

  it('are numbered by user, from 1 and without a gap: what is refused takes no number', () => {
    const scenario = rich();
    scenario.deposit('bob', 1_000);
    const numberOf = (name: string, nonce: number) =>
      scenario.subject.withdrawal(scenario.withdrawalId(name, nonce))?.paymentSeq;
    scenario.withdraw('ann', 100, { nonce: 5 });
    expect(scenario.outcomeOf(scenario.withdraw('ann', 901, { nonce: 6 }))).toBe(
      'INSUFFICIENT_BALANCE',
    );
    scenario.withdraw('bob', 1, { nonce: 6 });
    scenario.withdraw('ann', 100, { nonce: 90 });
    scenario.withdraw('ann', 100, { nonce: 90 });
    scenario.refund(scenario.withdrawalId('ann', 90));
    scenario.withdraw('ann', 100, { nonce: 91 });
    expect([5, 90, 91].map((nonce) => numberOf('ann', nonce))).toEqual([1, 2, 3]);
    expect(numberOf('bob', 6)).toBe(1);
    const lowest = () =>
      scenario.subject.withdrawal(scenario.withdrawalId('ann', 90))?.lowestOpenSeq;
    expect(lowest()).toBe(1);
    scenario.settle(scenario.withdrawalId('ann', 5));
    expect(lowest()).toBe(3);
    scenario.settle(scenario.withdrawalId('ann', 91));
    expect(lowest()).toBeNull();
  });

  it('one that never was, or is forgotten, is not found', () => {
    const scenario = rich({ rememberedEndedWithdrawals: 1 });
    const [first, second] = [1, 2].map((nonce) => scenario.withdrawalId('ann', nonce));
    expect(scenario.outcomeOf(scenario.settle(first!))).toBe('WITHDRAWAL_NOT_FOUND');
    for (const nonce of [1, 2]) scenario.withdraw('ann', 1, { nonce });
    scenario.settle(first!);
    scenario.settle(second!);
    expect(scenario.outcomeOf(scenario.settle(first!))).toBe('WITHDRAWAL_NOT_FOUND');
    expect(scenario.settle(second!).answer.replayed).toBe(true);
    expect(scenario.subject.withdrawal(first!)).toBeNull();
  });

  it.each([
    ['a fee above the most that was signed', 400, { gasFee: 25, maxGasFee: 24 }, 'FEE_ABOVE_MAX'],
    ['such a fee that leaves nothing', 25, { gasFee: 25, maxGasFee: 24 }, 'FEE_ABOVE_MAX'],
    ['a fee that is the most', 400, { gasFee: 25, maxGasFee: 25 }, 'withdrawal'],
    ['no fee under a bound', 400, { maxGasFee: 1 }, 'withdrawal'],
    ['a fee that leaves nothing', 25, { gasFee: 25 }, 'AMOUNT_BELOW_GAS'],
    ['more than is available', 1_001, {}, 'INSUFFICIENT_BALANCE'],
    ['all of it', 1_000, {}, 'withdrawal'],
    ['one more than the fee', 26, { gasFee: 25 }, 'withdrawal'],
  ])('%s uses the nonce', (_, amount, terms, outcome) => {
    const scenario = rich();
    const first = scenario.withdraw('ann', amount, { nonce: 8, ...terms });
    expect(scenario.outcomeOf(first)).toBe(outcome);
    expect(scenario.subject.nonces(scenario.user('ann')).withdraw).toBe(8);
    const again = scenario.withdraw('ann', amount, { nonce: 8, ...terms, gasFee: 7 });
    expect(again).toEqual({ answer: { ...first.answer, replayed: true }, events: [] });
  });

  it('a fee above the most names both, and charges nothing', () => {
    const scenario = rich();
    const refused = scenario.withdraw('ann', 400, { gasFee: 25, maxGasFee: 24 });
    expect(scenario.detailsOf(refused)).toEqual({ gas_fee: 25, max_gas_fee: 24 });
    expect(scenario.balance('ann')).toMatchObject({ available: 1_000, withdrawing: 0 });
  });

  it('a refusal for want of money says how much', () => {
    const scenario = rich();
    expect(scenario.detailsOf(scenario.withdraw('ann', 1_050))).toEqual({
      required: 1_050,
      available: 1_000,
      locked: 0,
      shortfall: 50,
    });
  });

  it('gas debt is settled first, also where the withdrawal is then refused', () => {
    const scenario = rich();
    scenario.charge('ann', 300);
    const refused = scenario.withdraw('ann', 701);
    expect(scenario.outcomeOf(refused)).toBe('INSUFFICIENT_BALANCE');
    expect(refused.events.map(({ kind }) => kind)).toEqual(['gas_settled', 'refused']);
    expect(scenario.balance('ann')).toMatchObject({ available: 700, gasDebt: 0 });
    expect(scenario.outcomeOf(scenario.withdraw('ann', 700))).toBe('withdrawal');
  });

  it('gas debt that the balance does not cover blocks it', () => {
    const scenario = rich();
    scenario.charge('ann', 1_200);
    const refused = scenario.withdraw('ann', 1);
    expect(scenario.outcomeOf(refused)).toBe('GAS_DEBT_UNPAID');
    expect(scenario.detailsOf(refused)).toEqual({ gas_debt: 200 });
    expect(scenario.balance('ann')).toMatchObject({ available: 0, gasDebt: 200 });
    expect(scenario.subject.solvency()).toMatchObject({ gasRevenue: 1_000, difference: 0 });
  });

  it.each([
    ['amount', { amount: 6 }],
    ['bound of the fee', { maxGasFee: 1 }],
    ['word on programs', { allowProgramAddress: true }],
    ['recipient', { recipientKind: 'recipient_ext', recipient: ADDRESS }],
  ] as const)('another %s under the same nonce is NONCE_REUSED', (_, terms) => {
    const scenario = rich();
    scenario.withdraw('ann', 5, { nonce: 2 });
    const reused = scenario.withdraw('ann', 5, { nonce: 2, ...terms });
    expect(scenario.outcomeOf(reused)).toBe('NONCE_REUSED');
    expect(scenario.detailsOf(scenario.withdraw('ann', 5, { nonce: 1 }))).toEqual({
      last_nonce: 2,
      fate: 'forgotten',
    });
  });

  it.each([
    ['cancel_only', 'CANCEL_ONLY'],
    ['halted', 'HALTED'],
  ] as const)(
    'in mode %s a new one is %s and its nonce unused; a repeat is answered',
    (mode, no) => {
      const scenario = rich();
      const first = scenario.withdraw('ann', 5, { nonce: 1 });
      scenario.apply('admin', { kind: 'set_mode', mode });
      const refused = scenario.withdraw('ann', 5, { nonce: 2 });
      expect([scenario.outcomeOf(refused), refused.events]).toEqual([no, []]);
      expect(scenario.subject.nonces(scenario.user('ann')).withdraw).toBe(1);
      const again = scenario.withdraw('ann', 5, { nonce: 1 });
      expect(again.answer).toEqual({ ...first.answer, replayed: true });
    },
  );

  it('paused, new ones are refused and their nonce unused; those under way end', () => {
    const scenario = rich();
    scenario.withdraw('ann', 5, { nonce: 1 });
    const pause = (paused: boolean) =>
      scenario.apply('deposit', { kind: 'set_withdrawals', paused }).events;
    expect(pause(true)).toEqual([{ kind: 'withdrawals_paused', paused: true }]);
    expect(pause(true)).toEqual([]);
    expect(scenario.subject.status().withdrawalsPaused).toBe(true);
    expect(scenario.outcomeOf(scenario.withdraw('ann', 5))).toBe('WITHDRAWALS_PAUSED');
    expect(scenario.subject.nonces(scenario.user('ann')).withdraw).toBe(1);
    const settled = scenario.settle(scenario.withdrawalId('ann', 1));
    expect(scenario.outcomeOf(settled)).toBe('withdrawal_settled');
    pause(false);
    expect(scenario.outcomeOf(scenario.withdraw('ann', 5))).toBe('withdrawal');
  });

  it('a user of a builder withdraws through it, others do not; no nonce is used', () => {
    const scenario = rich();
    scenario.deposit('bob', 10);
    scenario.delegate('ann');
    expect(scenario.outcomeOf(scenario.withdraw('ann', 5))).toBe('DELEGATED_USER');
    expect(scenario.outcomeOf(scenario.withdraw('bob', 5, { builder: BUILDER }))).toBe(
      'NOT_YOUR_USER',
    );
    const accepted = scenario.withdraw('ann', 5, { builder: BUILDER, nonce: 1 });
    expect(accepted.events).toMatchObject([{ kind: 'withdrawal_accepted', builder: BUILDER }]);
  });

  it('no more are open at once than there is room for', () => {
    const scenario = rich({ maxOpenWithdrawals: 1 });
    scenario.withdraw('ann', 5, { nonce: 1 });
    expect(scenario.outcomeOf(scenario.withdraw('ann', 5))).toBe('CAPACITY_REACHED');
    scenario.settle(scenario.withdrawalId('ann', 1));
    expect(scenario.outcomeOf(scenario.withdraw('ann', 5))).toBe('withdrawal');
  });
});

describe.each(SUBJECTS)('recoveries of $name', ({ create }) => {
  const recover = (scenario: Scenario, terms: Partial<CommandOf<'recover'>> = {}) =>
    scenario.apply('deposit', {
      kind: 'recover',
      user: scenario.user('ann'),
      mint: ADDRESS,
      maxGasFee: 0,
      recipient: ADDRESS,
      allowProgramAddress: false,
      nonce: 1,
      builder: null,
      signature: new Uint8Array(64),
      ...terms,
    });

  it('use a nonce of their own kind, once, and move nothing', () => {
    const scenario = new Scenario(create);
    const bounds = { maxGasFee: 7, allowProgramAddress: true };
    const first = recover(scenario, bounds);
    const user = scenario.user('ann');
    const said = { user, mint: ADDRESS, recipient: ADDRESS, nonce: 1 };
    expect(first.answer.reply.body).toEqual({ kind: 'recovery', ...said });
    expect(first.events).toEqual([
      { kind: 'recovery_authorized', ...said, ...bounds, builder: null },
    ]);
    const again = recover(scenario, bounds);
    expect(again).toEqual({ answer: { ...first.answer, replayed: true }, events: [] });
    for (const other of [{ mint: user }, { maxGasFee: 8 }, { allowProgramAddress: false }]) {
      const reused = recover(scenario, { ...bounds, ...other });
      expect(scenario.outcomeOf(reused)).toBe('NONCE_REUSED');
    }
    expect(scenario.subject.nonces(user)).toMatchObject({ withdraw: 0, recover: 1 });
    expect(scenario.subject.solvency()).toMatchObject({ liabilities: 0, assets: 0 });
  });

  it.each([
    ['cancel_only', 'CANCEL_ONLY'],
    ['halted', 'HALTED'],
  ] as const)('in mode %s are %s', (mode, no) => {
    const scenario = new Scenario(create);
    scenario.apply('admin', { kind: 'set_mode', mode });
    expect(scenario.outcomeOf(recover(scenario))).toBe(no);
    expect(scenario.subject.nonces(scenario.user('ann')).recover).toBe(0);
  });

  it('go on while withdrawals are paused, and through the builder of a delegated user', () => {
    const scenario = new Scenario(create);
    scenario.delegate('ann');
    scenario.apply('admin', { kind: 'set_withdrawals', paused: true });
    expect(scenario.outcomeOf(recover(scenario))).toBe('DELEGATED_USER');
    expect(scenario.outcomeOf(recover(scenario, { builder: BUILDER }))).toBe('recovery');
  });
});
