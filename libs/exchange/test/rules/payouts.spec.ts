/** Payouts of revenue: to a balance, to a wallet, each reference once, and back to the source. */
import { describe, expect, it } from 'vitest';
import { withdrawalIdOf } from '@bellwether/canonical-message';
import type { CommandOf } from '../../src/command';
import { revenueAccountOf } from '../../src/payouts/revenue-account';
import { SUBJECTS, Scenario } from './scenario';

const WALLET = new Uint8Array(32).fill(9);
const [FIRST, SECOND] = [1, 2].map((byte) => new Uint8Array(16).fill(byte)) as [
  Uint8Array,
  Uint8Array,
];
const NONE = new Uint8Array(16).fill(3);
const BUILDER = revenueAccountOf('builder', 'b');
type PayRevenue = CommandOf<'pay_revenue'>;

describe.each(SUBJECTS)('payouts of $name', ({ create }) => {
  let references = 0;

  const pay = (scenario: Scenario, terms: Partial<PayRevenue> = {}) => {
    const of = terms.source ?? 'builder';
    const command: PayRevenue = {
      kind: 'pay_revenue',
      source: of,
      builderId: of === 'builder' ? 'b' : '',
      keys: of === 'builder' ? [FIRST, NONE, SECOND] : [],
      amount: 1_000,
      maxGasFee: 0,
      recipientKind: 'recipient_main',
      recipient: WALLET,
      allowProgramAddress: false,
      reference: `reference ${++references}`,
      gasFee: 0,
      ...terms,
    };
    return scenario.apply('withdrawal', command);
  };
  const toUser = (scenario: Scenario, name: string) =>
    ({ recipientKind: 'user', recipient: scenario.user(name) }) as const;

  /** The first key earns 4,000 micro-USDC, the second 6,000, and the exchange fees of 17,500. */
  const earned = (options = {}): Scenario => {
    const scenario = new Scenario(create, options);
    for (const name of ['ann', 'bob']) {
      scenario.deposit(name, 100_000_000);
      scenario.apply('builder', {
        kind: 'register_delegate',
        user: scenario.user(name),
        builderId: 'b',
      });
    }
    scenario.event({ feeBps: 700 });
    const signature = new Uint8Array(64);
    const order = (name: string, builder: Uint8Array, feeBps: number, side: 'yes' | 'no') =>
      scenario.apply('builder', {
        kind: 'order',
        user: scenario.user(name),
        marketId: scenario.marketId('a'),
        outcome: side,
        side: 'buy',
        price: 5_000,
        size: 10,
        nonce: 1,
        orderType: 'gtc',
        feeBps,
        builder,
        signature,
      });
    order('ann', FIRST, 8, 'yes');
    order('bob', SECOND, 12, 'no');
    return scenario;
  };

  it('to a user is a movement into its balance, which may be new', () => {
    const scenario = earned();
    const { answer, events } = pay(scenario, { ...toUser(scenario, 'cy'), amount: 5_000 });
    const user = scenario.user('cy');
    expect(answer.reply.body).toEqual({
      kind: 'revenue_paid',
      amount: 5_000,
      gasFee: 0,
      netAmount: 5_000,
      ...toUser(scenario, 'cy'),
      user,
      withdrawalId: null,
    });
    expect(events).toEqual([
      {
        kind: 'revenue_paid',
        source: 'builder',
        builderId: 'b',
        reference: `reference ${references}`,
        amount: 5_000,
        gasFee: 0,
        maxGasFee: 0,
        ...toUser(scenario, 'cy'),
        allowProgramAddress: false,
        parts: [
          { key: FIRST, amount: 4_000 },
          { key: SECOND, amount: 1_000 },
        ],
        user,
        withdrawalId: null,
      },
    ]);
    expect(scenario.balance('cy')).toMatchObject({ available: 5_000, withdrawing: 0 });
    expect(scenario.subject.solvency()).toMatchObject({ builderRevenue: 5_000, difference: 0 });
  });

  it('to a wallet is a withdrawal of the source, like a user’s', () => {
    const scenario = earned();
    const { answer, events } = pay(scenario, { amount: 4_500, gasFee: 25, maxGasFee: 30 });
    const withdrawalId = withdrawalIdOf({ network: 'test', user: BUILDER, nonce: 1 });
    const to = { recipientKind: 'recipient_main', recipient: WALLET } as const;
    const paid = { amount: 4_500, user: BUILDER, withdrawalId };
    const body = { kind: 'revenue_paid', ...paid, ...to, gasFee: 25, netAmount: 4_475 };
    expect(answer.reply.body).toEqual(body);
    expect(events.map(({ kind }) => kind)).toEqual(['revenue_paid', 'withdrawal_accepted']);
    expect(events[1]).toMatchObject({ ...paid, ...to, nonce: 1, gasFee: 25, builder: null });
    const revenue = { builderRevenue: 5_500, withdrawing: 4_500, gasRevenue: 0 };
    expect(scenario.subject.solvency()).toMatchObject(revenue);
    expect(scenario.subject.withdrawal(withdrawalId)).toMatchObject({ ...paid, status: 'open' });

    scenario.settle(withdrawalId);
    const settled = { withdrawing: 0, payouts: 4_475, gasRevenue: 25, difference: 0 };
    expect(scenario.subject.solvency()).toMatchObject({ ...settled, builderRevenue: 5_500 });
    expect(scenario.subject.balance(BUILDER)).toMatchObject({ available: 0, withdrawing: 0 });
  });

  it('refunded, it is revenue again: of the key that gave to the last payout first', () => {
    const scenario = earned();
    pay(scenario, { keys: [SECOND, FIRST], amount: 6_500 });
    const withdrawalId = withdrawalIdOf({ network: 'test', user: BUILDER, nonce: 1 });
    const { events } = scenario.refund(withdrawalId, 'recipient_not_a_wallet');
    const [refund, back] = events;
    expect(refund).toMatchObject({ kind: 'withdrawal_refunded', user: BUILDER, amount: 6_500 });
    expect(back).toEqual({
      kind: 'revenue_returned',
      source: 'builder',
      builderId: 'b',
      amount: 6_500,
      key: SECOND,
      user: BUILDER,
      withdrawalId,
    });
    expect(scenario.subject.balance(BUILDER)).toMatchObject({ available: 0, withdrawing: 0 });
    expect(scenario.subject.solvency()).toMatchObject({ builderRevenue: 10_000, difference: 0 });
    // The second key had given all of its 6,000, the first 500 of its 4,000.
    const more = pay(scenario, { keys: [SECOND], amount: 6_501 });
    expect(scenario.detailsOf(more)).toMatchObject({ available: 6_500, shortfall: 1 });
    const all = pay(scenario, { keys: [SECOND], amount: 6_500 });
    expect(scenario.outcomeOf(all)).toBe('revenue_paid');
  });

  it.each(['protocol_fees', 'gas_revenue'] as const)('%s go the same way, and back', (source) => {
    const scenario = earned();
    scenario.withdraw('ann', 20_000, { nonce: 1, gasFee: 17_500, builder: FIRST });
    scenario.settle(scenario.withdrawalId('ann', 1));
    const field = source === 'protocol_fees' ? 'protocolFees' : 'gasRevenue';
    const all = scenario.subject.solvency()[field];
    expect(all).toBeGreaterThan(1_000);
    expect(scenario.outcomeOf(pay(scenario, { source, amount: all + 1 }))).toBe(
      'INSUFFICIENT_REVENUE',
    );
    pay(scenario, { source, amount: all });
    expect(scenario.subject.solvency()).toMatchObject({ [field]: 0, withdrawing: all });
    const user = revenueAccountOf(source, '');
    scenario.refund(withdrawalIdOf({ network: 'test', user, nonce: 1 }), 'expired');
    expect(scenario.subject.solvency()).toMatchObject({ [field]: all, difference: 0 });
    pay(scenario, { source, amount: all, ...toUser(scenario, 'cy') });
    expect(scenario.balance('cy')).toMatchObject({ available: all });
  });

  it('a reference is paid once, and another content is refused', () => {
    const scenario = earned();
    const first = pay(scenario, { reference: 'may', gasFee: 1 });
    const again = pay(scenario, { reference: 'may', gasFee: 2, keys: [SECOND] });
    expect(again).toEqual({ answer: { ...first.answer, replayed: true }, events: [] });
    for (const other of [
      { amount: 999 },
      { maxGasFee: 7 },
      { recipientKind: 'recipient_ext' as const },
      { recipient: scenario.user('cy') },
      { allowProgramAddress: true },
    ]) {
      const refused = pay(scenario, { reference: 'may', gasFee: 0, ...other });
      expect(scenario.outcomeOf(refused)).toBe('REFERENCE_REUSED');
    }
    const fees = pay(scenario, { reference: 'may', source: 'protocol_fees' });
    expect(scenario.outcomeOf(fees)).toBe('revenue_paid');
    const builder = pay(scenario, { reference: 'may', builderId: 'c' });
    expect(scenario.outcomeOf(builder)).toBe('revenue_paid');
  });

  it('a refusal leaves the reference unused', () => {
    const scenario = earned();
    const refused = pay(scenario, { reference: 'may', gasFee: 1_000 });
    expect(scenario.outcomeOf(refused)).toBe('AMOUNT_BELOW_GAS');
    const bound = pay(scenario, { reference: 'may', gasFee: 10, maxGasFee: 9 });
    expect(scenario.outcomeOf(bound)).toBe('FEE_ABOVE_MAX');
    scenario.apply('admin', { kind: 'set_withdrawals', paused: true });
    expect(scenario.outcomeOf(pay(scenario, { reference: 'may' }))).toBe('WITHDRAWALS_PAUSED');
    scenario.apply('admin', { kind: 'set_withdrawals', paused: false });
    for (const mode of ['cancel_only', 'halted'] as const) {
      scenario.apply('admin', { kind: 'set_mode', mode });
      const code = mode === 'halted' ? 'HALTED' : 'CANCEL_ONLY';
      expect(scenario.outcomeOf(pay(scenario, { reference: 'may' }))).toBe(code);
    }
    scenario.apply('admin', { kind: 'set_mode', mode: 'open' });
    expect(scenario.outcomeOf(pay(scenario, { reference: 'may' }))).toBe('revenue_paid');
  });

  it('a source has the limits of a user', () => {
    const scenario = earned();
    const limits = { openPerUser: 1, dailyPerUser: 2 };
    scenario.apply('internal', { kind: 'set_withdrawal_limits', limits });
    pay(scenario);
    expect(scenario.outcomeOf(pay(scenario))).toBe('TOO_MANY_OPEN_WITHDRAWALS');
    scenario.settle(withdrawalIdOf({ network: 'test', user: BUILDER, nonce: 1 }));
    pay(scenario, toUser(scenario, 'cy'));
    expect(scenario.outcomeOf(pay(scenario))).toBe('DAILY_WITHDRAWALS_USED');
    expect(scenario.outcomeOf(pay(scenario, { source: 'protocol_fees' }))).toBe('revenue_paid');
    scenario.wait(86_400);
    expect(scenario.outcomeOf(pay(scenario))).toBe('revenue_paid');
  });

  it('opens accounts as long as there is place', () => {
    const scenario = earned({ maxAccounts: 3 });
    expect(scenario.outcomeOf(pay(scenario, toUser(scenario, 'cy')))).toBe('CAPACITY_REACHED');
    expect(scenario.outcomeOf(pay(scenario, toUser(scenario, 'ann')))).toBe('revenue_paid');
    expect(scenario.outcomeOf(pay(scenario))).toBe('revenue_paid');
    expect(scenario.outcomeOf(pay(scenario, { source: 'protocol_fees' }))).toBe('CAPACITY_REACHED');
  });
});
