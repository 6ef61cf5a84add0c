/**
 * Vault credits are booked once and in order; gas is owed, and paid at credits and withdrawals.
 */
import { describe, expect, it } from 'vitest';
import { SUBJECTS, Scenario } from './scenario';

describe.each(SUBJECTS)('credits and gas of $name', ({ create }) => {
  it('a credit of the vault is available, and counted as a deposit', () => {
    const scenario = new Scenario(create);
    const txSignature = new Uint8Array(64).fill(6);
    const { answer, events } = scenario.deposit('ann', 500, { txSignature, slot: 77 });
    const user = scenario.user('ann');
    expect(answer.reply.body).toEqual({
      kind: 'chain_credited',
      user,
      lastCreditSeq: 1,
      available: 500,
      gasPaid: 0,
      gasDebt: 0,
    });
    const event = { kind: 'deposit_credited', user, creditSeq: 1, amount: 500, txSignature };
    expect(events).toEqual([{ ...event, slot: 77 }]);
    expect(scenario.subject.solvency()).toMatchObject({ depositsCredited: 500, difference: 0 });
  });

  it('a credit that was taken in changes nothing, whatever it says, and tells the account as it is', () => {
    const scenario = new Scenario(create);
    scenario.deposit('ann', 500);
    scenario.deposit('ann', 30);
    for (const creditSeq of [1, 2]) {
      const { answer, events } = scenario.deposit('ann', 9_999, { creditSeq });
      expect(answer.replayed).toBe(true);
      expect(answer.reply.body).toMatchObject({ lastCreditSeq: 2, available: 530, gasPaid: 0 });
      expect(events).toEqual([]);
    }
  });

  it('a credit after a gap is refused with the one expected', () => {
    const scenario = new Scenario(create);
    scenario.deposit('ann', 500);
    const gap = scenario.deposit('ann', 1, { creditSeq: 3 });
    expect(scenario.outcomeOf(gap)).toBe('CREDIT_GAP');
    expect(scenario.detailsOf(gap)).toMatchObject({ expected: 2 });
    expect(scenario.subject.funding(scenario.user('ann')).lastCreditSeq).toBe(1);
    // The same for an unknown user.
    expect(scenario.detailsOf(scenario.deposit('bob', 1, { creditSeq: 2 }))).toMatchObject({
      expected: 1,
    });
  });

  it('deposits and test credits together never pass 2^53-1', () => {
    const scenario = new Scenario(create);
    scenario.credit('ann', Number.MAX_SAFE_INTEGER - 10);
    expect(scenario.outcomeOf(scenario.deposit('ann', 11))).toBe('BALANCE_LIMIT_EXCEEDED');
    expect(scenario.outcomeOf(scenario.deposit('ann', 10))).toBe('chain_credited');
    expect(scenario.balance('ann').available).toBe(Number.MAX_SAFE_INTEGER);
  });

  it.each(['cancel_only', 'halted'] as const)('in mode %s chain facts are taken in', (mode) => {
    const scenario = new Scenario(create);
    scenario.deposit('ann', 500);
    scenario.withdraw('ann', 100, { nonce: 1, gasFee: 10 });
    scenario.withdraw('ann', 50, { nonce: 2 });
    scenario.apply('admin', { kind: 'set_mode', mode });
    expect(scenario.outcomeOf(scenario.deposit('ann', 7))).toBe('chain_credited');
    expect(scenario.outcomeOf(scenario.charge('ann', 3))).toBe('gas_charged');
    const settled = scenario.settle(scenario.withdrawalId('ann', 1));
    expect(scenario.outcomeOf(settled)).toBe('withdrawal_settled');
    const refunded = scenario.refund(scenario.withdrawalId('ann', 2));
    expect(scenario.outcomeOf(refunded)).toBe('withdrawal_refunded');
    expect(scenario.balance('ann')).toMatchObject({ available: 407, withdrawing: 0, gasDebt: 3 });
  });

  it('gas is owed, not taken, until the next credit', () => {
    const scenario = new Scenario(create);
    scenario.deposit('ann', 500);
    const { answer } = scenario.charge('ann', 120);
    expect(answer.reply.body).toMatchObject({ lastChargeSeq: 1, gasDebt: 120 });
    expect(scenario.balance('ann')).toMatchObject({ available: 500, gasDebt: 120 });
    const { answer: credit, events } = scenario.deposit('ann', 20);
    expect(credit.reply.body).toMatchObject({ available: 400, gasPaid: 120, gasDebt: 0 });
    expect(events.map(({ kind }) => kind)).toEqual(['deposit_credited', 'gas_settled']);
    expect(scenario.subject.solvency()).toMatchObject({ gasRevenue: 120, difference: 0 });
  });

  it('a credit that is smaller than the debt pays as much of it as there is', () => {
    const scenario = new Scenario(create);
    scenario.charge('ann', 120);
    const { answer } = scenario.deposit('ann', 50);
    expect(answer.reply.body).toMatchObject({ available: 0, gasPaid: 50, gasDebt: 70 });
  });

  it('what orders have locked pays no gas', () => {
    const scenario = new Scenario(create);
    scenario.event();
    scenario.deposit('ann', 1_000_000);
    scenario.order('ann', 'buy yes 1 @ 5000');
    scenario.charge('ann', 600_000);
    const { answer } = scenario.deposit('ann', 1);
    expect(answer.reply.body).toMatchObject({ available: 0, gasPaid: 500_001, gasDebt: 99_999 });
    expect(scenario.balance('ann').locked).toBe(500_000);
  });

  it('charges count like credits, each user its own', () => {
    const scenario = new Scenario(create);
    scenario.charge('ann', 5);
    scenario.charge('bob', 7);
    const again = scenario.charge('ann', 5, { chargeSeq: 1 });
    expect(again.answer).toMatchObject({ replayed: true, reply: { body: { gasDebt: 5 } } });
    const gap = scenario.charge('ann', 5, { chargeSeq: 3 });
    expect(scenario.outcomeOf(gap)).toBe('CHARGE_GAP');
    expect(scenario.detailsOf(gap)).toMatchObject({ expected: 2 });
    const all = scenario.charge('ann', Number.MAX_SAFE_INTEGER - 4);
    expect(scenario.outcomeOf(all)).toBe('BALANCE_LIMIT_EXCEEDED');
  });

  it('the status says what was told last, so that history can have taken in everything', () => {
    const scenario = new Scenario(create);
    scenario.deposit('ann', 500);
    expect(scenario.subject.status()).toMatchObject({ lastSeq: 1, lastEventSeq: 1 });
    scenario.deposit('ann', 500, { creditSeq: 1 });
    scenario.apply('internal', { kind: 'tick' });
    expect(scenario.subject.status()).toMatchObject({ lastSeq: 3, lastEventSeq: 1 });
  });
});
