/** The limits on a user's open withdrawals and withdrawals a day: other users' withdrawals queue behind them. */
import { describe, expect, it } from 'vitest';
import { Exchange } from '../../src/exchange';
import { SUBJECTS, Scenario } from './scenario';

const DAY_SECONDS = 86_400;

describe.each(SUBJECTS)('limits of withdrawals, $name', ({ create }) => {
  const rich = (): Scenario => {
    const scenario = new Scenario(create);
    scenario.deposit('ann', 1_000);
    scenario.deposit('bob', 1_000);
    return scenario;
  };
  const outcome = (scenario: Scenario, user: string, nonce: number) => {
    const step = scenario.withdraw(user, 10, { nonce });
    return [
      scenario.outcomeOf(step),
      step.answer.reply.body.kind === 'refused' ? scenario.detailsOf(step) : null,
    ];
  };

  it('there are none before they are set', () => {
    const scenario = rich();
    for (let nonce = 1; nonce <= 40; nonce++)
      expect(outcome(scenario, 'ann', nonce)).toEqual(['withdrawal', null]);
  });

  it('a user has four under way; one that ended makes room, and others are not concerned', () => {
    const scenario = rich();
    scenario.setWithdrawalLimits();
    for (let nonce = 1; nonce <= 4; nonce++)
      expect(outcome(scenario, 'ann', nonce)).toEqual(['withdrawal', null]);
    expect(outcome(scenario, 'ann', 5)).toEqual([
      'TOO_MANY_OPEN_WITHDRAWALS',
      { limit: 4, open: 4 },
    ]);
    expect(outcome(scenario, 'bob', 1)).toEqual(['withdrawal', null]);
    expect(scenario.balance('ann')).toMatchObject({ available: 960, withdrawing: 40 });
    scenario.refund(scenario.withdrawalId('ann', 2));
    expect(outcome(scenario, 'ann', 6)).toEqual(['withdrawal', null]);
  });

  it('a repeat gets the first answer, at the limit too', () => {
    const scenario = rich();
    scenario.setWithdrawalLimits({ openPerUser: 1 });
    const first = scenario.withdraw('ann', 10, { nonce: 1 });
    const refused = scenario.withdraw('ann', 10, { nonce: 2 });
    expect(scenario.withdraw('ann', 10, { nonce: 1 }).answer).toEqual({
      ...first.answer,
      replayed: true,
    });
    scenario.settle(scenario.withdrawalId('ann', 1));
    expect(scenario.withdraw('ann', 10, { nonce: 2 }).answer).toEqual({
      ...refused.answer,
      replayed: true,
    });
  });

  it('a day has so many, however they ended, and the next one, by UTC, begins anew', () => {
    const scenario = rich();
    scenario.setWithdrawalLimits({ dailyPerUser: 3 });
    for (let nonce = 1; nonce <= 3; nonce++) {
      expect(outcome(scenario, 'ann', nonce)).toEqual(['withdrawal', null]);
      scenario.refund(scenario.withdrawalId('ann', nonce));
    }
    const renews_at = (Math.floor(scenario.nowSeconds / DAY_SECONDS) + 1) * DAY_SECONDS;
    const used = { limit: 3, used: 3, renews_at };
    expect(outcome(scenario, 'ann', 4)).toEqual(['DAILY_WITHDRAWALS_USED', used]);
    expect(outcome(scenario, 'bob', 1)).toEqual(['withdrawal', null]);
    scenario.wait(renews_at - scenario.nowSeconds);
    expect(outcome(scenario, 'ann', 5)).toEqual(['withdrawal', null]);
  });
});

describe('a snapshot', () => {
  it.each([true, false])(
    'keeps the limits and what was used (money sets limits: %s)',
    (hasMoneyLimits) => {
      const scenario = new Scenario(SUBJECTS[1]!.create);
      scenario.deposit('ann', 1_000);
      if (hasMoneyLimits) scenario.setMoneyLimits();
      scenario.setWithdrawalLimits({ dailyPerUser: 2 });
      scenario.withdraw('ann', 10, { nonce: 1 });
      const before = scenario.subject;
      if (!(before instanceof Exchange)) throw new Error('not the exchange itself');
      const restored = Exchange.restore(before.snapshot());
      expect(restored.stateHash()).toBe(before.stateHash());
      expect(restored.withdrawalLimits()).toEqual({ openPerUser: 4, dailyPerUser: 2 });
      expect(restored.snapshot()).toEqual(before.snapshot());
    },
  );
});
