/** Results: proposed, challenged, decided, paid (docs/protocol/matching.md, section 10). */
import { describe, expect, it } from 'vitest';
import type { CaseOutcome, CommandOf, ResolutionRules } from '../../src/command';
import { Cases, NO, RULES, YES } from './cases-scenario';
import { SUBJECTS } from './scenario';

describe.each(SUBJECTS)('a case on $name', ({ create }) => {
  /** One market, whose contracts `ann` holds, and `bob` with money to stake. */
  function begin(
    rules: Partial<ResolutionRules> = {},
    terms: Partial<CommandOf<'create_event'>> = {},
  ) {
    const scenario = new Cases(create);
    scenario.rules(rules);
    scenario.event(terms);
    scenario.giveContracts('ann', 10);
    scenario.credit('bob', 20_000_000);
    return scenario;
  }

  it('that nobody challenges is paid by the first tick at its time, and not before', () => {
    const scenario = begin();
    scenario.order('bob', 'buy yes 1 @ 3000');
    const caseId = scenario.proposed();
    expect(scenario.last!.events.map(({ kind }) => kind)).toEqual([
      'case_proposed',
      'market_status',
      'order_cancelled',
    ]);
    expect(scenario.status()).toBe('proposed');
    expect(scenario.subject.nextDueMs()).toBe((scenario.nowSeconds + 60) * 1_000);
    scenario.wait(59);
    scenario.tick();
    expect(scenario.status()).toBe('proposed');
    scenario.wait(1);
    const late = scenario.challenge('bob', caseId);
    expect([scenario.outcomeOf(late), scenario.status()]).toEqual(['CASE_ENDED', 'proposed']);
    scenario.tick();
    expect([scenario.status(), scenario.position('ann').yes]).toEqual(['resolved', 0]);
    expect(scenario.outcomeOf(scenario.challenge('bob', caseId))).toBe('CASE_ENDED');
  });

  it('is not resolved at once, and takes no orders, but pairs are redeemed', () => {
    const scenario = begin();
    const at = { marketId: scenario.marketId(), resolution: 'yes', price: null } as const;
    const early = scenario.apply('admin', { kind: 'resolve_market', ...at });
    expect(scenario.outcomeOf(early)).toBe('RESOLUTION_BY_PROPOSAL');
    scenario.proposed();
    expect(scenario.outcomeOf(scenario.tryOrder('bob', 'buy yes 1 @ 3000'))).toBe(
      'MARKET_NOT_ACTIVE',
    );
    const user = scenario.user('ann');
    const nonce = scenario.subject.nonces(user).order + 1;
    const redeem = { kind: 'redeem', user, size: 1, nonce, builder: null } as const;
    const signature = new Uint8Array(64);
    scenario.expect('redeem', 'order', { ...redeem, signature, marketId: scenario.marketId() });
  });

  it('without a window ends by the next tick, and its category resolves at once too', () => {
    const scenario = begin({ windowSeconds: 0 });
    scenario.proposed();
    scenario.tick();
    expect(scenario.status()).toBe('resolved');
    scenario.event({ eventId: 'other' });
    const marketId = scenario.marketId('a', 'other');
    const at = { marketId, resolution: 'yes', price: null } as const;
    scenario.expect('market_resolved', 'admin', { kind: 'resolve_market', ...at });
  });

  it('that is upheld is paid at once, and the fund has the stake', () => {
    const scenario = begin();
    const caseId = scenario.proposed();
    expect(scenario.outcomeOf(scenario.challenge('bob', caseId))).toBe('challenged');
    expect(scenario.money('bob')).toEqual([15_000_000, 5_000_000]);
    expect(scenario.status()).toBe('disputed');
    scenario.wait(3_600);
    scenario.tick();
    expect(scenario.status()).toBe('disputed');
    expect(scenario.outcomeOf(scenario.decide(caseId, { by: 'desk-1' }))).toBe('OWN_ACT');
    scenario.decide(caseId, {});
    expect(scenario.status()).toBe('resolved');
    expect(scenario.money('bob')).toEqual([15_000_000, 0]);
    expect(scenario.subject.solvency()).toMatchObject({
      stakes: 0,
      disputeFund: 5_000_000,
      difference: 0,
    });
  });

  it('that is overturned gives the stakes back, rewards the first who was right, and begins again', () => {
    const scenario = begin();
    scenario.credit('eve', 5_000_000);
    scenario.decide(
      (() => {
        const first = scenario.proposed();
        scenario.challenge('eve', first);
        return first;
      })(),
      {},
    );
    scenario.event({ eventId: 'next' });
    const subject = { kind: 'market', marketId: scenario.marketId('a', 'next') } as const;
    const caseId = scenario.proposed({ subject });
    scenario.credit('eve', 5_000_000);
    scenario.challenge('eve', caseId, { claim: 'void' });
    scenario.challenge('bob', caseId);
    scenario.decide(caseId, { verdict: 'overturn', outcome: NO });
    expect(scenario.last!.answer.reply.body).toMatchObject({ status: 'proposed', round: 2 });
    expect([scenario.money('eve'), scenario.money('bob')]).toEqual([
      [5_000_000, 0],
      [22_500_000, 0],
    ]);
    expect(scenario.outcomeOf(scenario.propose({ subject }))).toBe('MARKET_STATE_CONFLICT');
    scenario.challenge('bob', caseId, { claim: 'yes' });
    scenario.decide(caseId, { verdict: 'overturn', outcome: YES, by: 'desk-1' });
    expect(scenario.last!.answer.reply.body).toMatchObject({ status: 'final', round: 2 });
    expect(scenario.subject.market(subject.marketId)?.market.resolution).toBe('yes');
  });

  it('that was too early lets its market trade again, until a later time perhaps', () => {
    const scenario = begin();
    const caseId = scenario.proposed();
    scenario.challenge('bob', caseId, { claim: 'too_early' });
    scenario.wait(7_200);
    scenario.tick();
    const now = scenario.nowSeconds;
    const soon = scenario.decide(caseId, { verdict: 'reopen', expiry: now });
    expect(scenario.outcomeOf(soon)).toBe('VALIDATION_FAILED');
    scenario.decide(caseId, { verdict: 'reopen', expiry: now + 10 });
    expect([scenario.status(), scenario.money('bob')]).toEqual(['active', [20_000_000, 0]]);
    expect(scenario.subject.market(scenario.marketId())?.event.expiry).toBe(now + 10);
    scenario.wait(10);
    scenario.tick();
    expect(scenario.status()).toBe('closed');
    const again = scenario.proposed();
    scenario.challenge('bob', again, { claim: 'too_early' });
    scenario.decide(again, { verdict: 'reopen' });
    expect(scenario.status()).toBe('closed');
  });

  it('is corrected or withdrawn until somebody challenges it', () => {
    const scenario = begin();
    const first = scenario.proposed();
    const second = scenario.proposed({ outcome: NO });
    expect(scenario.outcomeOf(scenario.challenge('bob', first))).toBe('CASE_ENDED');
    expect(scenario.outcomeOf(scenario.challenge('bob', second))).toBe('CLAIM_IS_THE_PROPOSAL');
    expect(scenario.outcomeOf(scenario.withdrawCase(second))).toBe('case');
    expect(scenario.status()).toBe('paused');
    const third = scenario.proposed();
    scenario.challenge('bob', third);
    expect([
      scenario.outcomeOf(scenario.propose()),
      scenario.outcomeOf(scenario.withdrawCase(third)),
      scenario.outcomeOf(scenario.challenge('bob', third)),
      scenario.outcomeOf(scenario.challenge('ann', third, { stake: 1 })),
      scenario.outcomeOf(
        scenario.challenge('ann', third, { claim: 'winner', claimMarket: scenario.marketId() }),
      ),
    ]).toEqual([
      'MARKET_STATE_CONFLICT',
      'MARKET_STATE_CONFLICT',
      'ALREADY_CHALLENGED',
      'VALIDATION_FAILED',
      'VALIDATION_FAILED',
    ]);
  });

  it('takes sixteen challenges', () => {
    const scenario = begin();
    const caseId = scenario.proposed();
    const outcomes = Array.from({ length: 17 }, (_, i) => {
      scenario.credit(`user ${i}`, 5_000_000);
      return scenario.outcomeOf(scenario.challenge(`user ${i}`, caseId));
    });
    expect(outcomes).toEqual([...Array.from({ length: 16 }, () => 'challenged'), 'CASE_FULL']);
    scenario.decide(caseId, { refundStakes: true });
    expect([scenario.money('user 15'), scenario.subject.solvency().disputeFund]).toEqual([
      [5_000_000, 0],
      0,
    ]);
  });

  it('of twelve outcomes is void at equal shares, or at prices that sum to 10,000', () => {
    const labels = Array.from({ length: 12 }, (_, i) => String.fromCharCode(97 + i));
    const scenario = begin({}, { mutuallyExclusive: true, exhaustive: true, labels });
    const subject = { kind: 'event', eventId: 'event' } as const;
    const pricesOf = () =>
      labels.map(
        (label) => scenario.subject.market(scenario.marketId(label))?.market.resolutionPrice,
      );
    const heat = (one: number, other: number): CaseOutcome => ({
      kind: 'shares',
      prices: [
        { marketId: scenario.marketId('a'), price: one },
        { marketId: scenario.marketId('b'), price: other },
      ],
    });
    expect([
      scenario.outcomeOf(scenario.propose({ subject, outcome: heat(5_000, 4_999) })),
      scenario.outcomeOf(scenario.propose({ outcome: YES })),
      scenario.outcomeOf(scenario.propose({ subject, outcome: heat(5_000, 5_000) })),
      scenario.outcomeOf(scenario.propose({ subject, outcome: { kind: 'void' } })),
    ]).toEqual(['VALIDATION_FAILED', 'RESOLVE_BY_EVENT', 'case', 'case']);
    scenario.wait(60);
    scenario.tick();
    expect(pricesOf()).toEqual([834, 834, 834, 834, ...Array.from({ length: 8 }, () => 833)]);
    expect(scenario.subject.solvency().difference).toBe(0);
  });

  it('of one outcome of several may say that it is out, and the event follows without it', () => {
    const scenario = begin({}, { mutuallyExclusive: true, labels: ['a', 'b', 'c'] });
    scenario.proposed({ outcome: NO });
    const subject = { kind: 'event', eventId: 'event' } as const;
    const outcome = { kind: 'winner', winner: scenario.marketId('b') } as const;
    expect(scenario.outcomeOf(scenario.propose({ subject, outcome }))).toBe(
      'MARKET_STATE_CONFLICT',
    );
    scenario.wait(60);
    scenario.tick();
    expect([scenario.status('a'), scenario.status('b')]).toEqual(['resolved', 'active']);
    scenario.proposed({ subject, outcome });
    scenario.wait(60);
    scenario.tick();
    expect([scenario.status('b'), scenario.status('c')]).toEqual(['resolved', 'resolved']);
  });

  it('voids at the price that was fixed, or at the last one', () => {
    const scenario = begin({}, { voidPrice: 4_000 });
    const at = (price: number | null): CaseOutcome => ({
      kind: 'market',
      resolution: 'void',
      price,
    });
    expect(scenario.outcomeOf(scenario.propose({ outcome: at(5_000) }))).toBe('VALIDATION_FAILED');
    scenario.proposed({ outcome: at(null) });
    scenario.wait(60);
    scenario.tick();
    expect(scenario.subject.market(scenario.marketId())?.market.resolutionPrice).toBe(4_000);
    scenario.event({ eventId: 'last', voidAtLast: true });
    const subject = { kind: 'market', marketId: scenario.marketId('a', 'last') } as const;
    expect([
      scenario.outcomeOf(scenario.propose({ subject, outcome: at(null) })),
      scenario.outcomeOf(scenario.propose({ subject, outcome: at(1_234) })),
    ]).toEqual(['VALIDATION_FAILED', 'case']);
  });

  it('two that are due at once end in two ticks', () => {
    const scenario = begin({}, { labels: ['a', 'b'] });
    for (const label of ['b', 'a'])
      scenario.proposed({ subject: { kind: 'market', marketId: scenario.marketId(label) } });
    scenario.wait(60);
    scenario.tick();
    expect([scenario.status('a'), scenario.status('b')]).toEqual(['proposed', 'resolved']);
    expect(scenario.subject.nextDueMs()).toBe(scenario.nowSeconds * 1_000);
    scenario.tick();
    expect(scenario.status('a')).toBe('resolved');
  });

  it('keeps the rules of its event', () => {
    const scenario = begin();
    scenario.rules({ windowSeconds: 0, stake: 1 });
    const caseId = scenario.proposed();
    expect(scenario.outcomeOf(scenario.challenge('bob', caseId))).toBe('challenged');
    expect(scenario.subject.market(scenario.marketId())?.event.resolutionRules).toEqual(RULES);
  });
});

describe.each(SUBJECTS)('protocol fees on $name', ({ create }) => {
  it('fill the fund and make good, once for each reference', () => {
    const scenario = new Cases(create);
    scenario.event({ feeBps: 1_000 });
    scenario.giveContracts('ann', 100);
    const { protocolFees } = scenario.subject.solvency();
    const fill = { kind: 'fill_fund', amount: 1_000, reference: 'r1' } as const;
    const good = { kind: 'make_good', amount: 2_000, reason: 'A wrong result.' } as const;
    const to = { user: scenario.user('new'), reference: 'r2' };
    const filled = scenario.expect('fund_filled', 'admin', fill);
    expect(filled).toMatchObject({ amount: 1_000, disputeFund: 1_000 });
    scenario.expect('made_good', 'admin', { ...good, ...to });
    expect(scenario.apply('admin', { ...good, ...to }).answer.replayed).toBe(true);
    expect(scenario.outcomeOf(scenario.apply('admin', { ...good, ...to, amount: 1 }))).toBe(
      'REFERENCE_REUSED',
    );
    const much = { ...fill, amount: protocolFees, reference: 'r3' };
    expect(scenario.outcomeOf(scenario.apply('admin', much))).toBe('INSUFFICIENT_REVENUE');
    expect([scenario.money('new'), scenario.subject.solvency()]).toMatchObject([
      [2_000, 0],
      { protocolFees: protocolFees - 3_000, disputeFund: 1_000, difference: 0 },
    ]);
  });
});
