/** Results by sources: who they are, what they attest, and what becomes of it (docs/protocol/matching.md, section 10). */
import { describe, expect, it } from 'vitest';
import type { CommandOf, ResolutionRules } from '../../src/command';
import { MAX_SOURCES } from '../../src/limits';
import { Cases, NO, YES } from './cases-scenario';
import { SUBJECTS } from './scenario';

const SOON = 10;

describe.each(SUBJECTS)('a source on $name', ({ create }) => {
  /** One market whose source is the gauge; `ann` holds contracts, `bob` has money to stake. */
  function begin(
    rules: Partial<ResolutionRules> = {},
    terms: Partial<CommandOf<'create_event'>> = {},
  ) {
    const scenario = new Cases(create);
    scenario.rules({ sourceWindowSeconds: SOON, ...rules });
    scenario.source();
    scenario.event({ source: scenario.ofValue(), ...terms });
    scenario.giveContracts('ann', 10);
    scenario.credit('bob', 20_000_000);
    return scenario;
  }

  /** Two outcomes that exclude each other. */
  const beginOfEvent = () => {
    const scenario = new Cases(create);
    scenario.rules({ sourceWindowSeconds: SOON });
    scenario.source();
    const source = { key: scenario.user('gauge'), rule: { kind: 'winner' } } as const;
    scenario.event({ labels: ['a', 'b'], mutuallyExclusive: true, source });
    return scenario;
  };

  const at = (scenario: Cases) => ({ observedAt: scenario.nowSeconds });

  it('has one name, as many keys as it likes, and is retired for good', () => {
    const scenario = new Cases(create);
    const other = { key: scenario.user('other') };
    expect([
      scenario.outcomeOf(scenario.source({ retire: true })),
      scenario.outcomeOf(scenario.source()),
      scenario.outcomeOf(scenario.source(other)),
      scenario.outcomeOf(scenario.source({ name: 'index' })),
      scenario.outcomeOf(scenario.source({ about: 'Another gauge.' })),
      scenario.outcomeOf(scenario.source({ retire: true })),
      scenario.outcomeOf(scenario.source()),
    ]).toEqual([
      'SOURCE_NOT_FOUND',
      'source',
      'source',
      'SOURCE_KEY_TAKEN',
      'source',
      'source',
      'SOURCE_RETIRED',
    ]);
    const retiredMs = scenario.nowSeconds * 1_000;
    scenario.wait(60);
    scenario.source({ retire: true });
    expect(scenario.subject.sources()).toMatchObject([
      { name: 'gauge', retiredMs },
      { name: 'gauge', ...other, retiredMs: undefined },
    ]);
  });

  it('is one of 256 at most', () => {
    const scenario = new Cases(create);
    for (let i = 0; i < MAX_SOURCES; i++)
      scenario.expect('source', 'admin', {
        kind: 'set_source',
        name: 'gauge',
        key: scenario.user(`${i}`),
        url: 'https://example.org',
        about: 'A gauge.',
        retire: false,
      });
    expect(scenario.outcomeOf(scenario.source())).toBe('CAPACITY_REACHED');
    expect(scenario.outcomeOf(scenario.source({ key: scenario.user('0') }))).toBe('source');
  });

  it('is named by new events only while it is there and not retired', () => {
    const scenario = begin();
    const named = () => {
      scenario.event({ eventId: `${scenario.nowSeconds}`, source: scenario.ofValue() });
      return scenario.outcomeOf(scenario.last!);
    };
    scenario.wait(1);
    expect(named()).toBe('event_created');
    scenario.source({ retire: true });
    scenario.wait(1);
    expect(named()).toBe('SOURCE_RETIRED');
    scenario.event({
      eventId: 'x',
      source: { ...scenario.ofValue(), key: scenario.user('nobody') },
    });
    expect(scenario.outcomeOf(scenario.last!)).toBe('SOURCE_NOT_FOUND');
    // What it says of those that had named it counts as before.
    expect(scenario.outcomeOf(scenario.attest(100, { observedAt: scenario.nowSeconds - 2 }))).toBe(
      'case',
    );
  });

  it.each([
    [100, 'yes'],
    [99, 'no'],
    [-5, 'no'],
  ] as const)('that says %i proposes %s with its own window, and is paid', (value, resolution) => {
    const scenario = begin();
    const { answer, events } = scenario.attest(value);
    const dueMs = (scenario.nowSeconds + SOON) * 1_000;
    const caseId = answer.reply.seq;
    expect(answer.reply.body).toMatchObject({ caseId, status: 'proposed', round: 1, dueMs });
    expect(events[0]).toMatchObject({
      kind: 'case_proposed',
      by: 'source:gauge',
      note: 'As it was read.',
      evidenceUrl: 'https://example.org/gauge',
      endings: [{ resolution, price: null }],
      attested: { source: 'gauge', value, decimals: 2 },
    });
    scenario.wait(SOON);
    scenario.tick();
    const { market } = scenario.subject.market(scenario.marketId())!;
    expect([market.status, market.resolution]).toEqual(['resolved', resolution]);
  });

  it('without a window of its own ends by the next tick', () => {
    const scenario = begin({ sourceWindowSeconds: undefined });
    scenario.attest(100);
    expect(scenario.status()).toBe('proposed');
    scenario.tick();
    expect(scenario.status()).toBe('resolved');
  });

  it('gets its first answer again, also when all is paid, and no other word then', () => {
    const scenario = begin();
    const first = scenario.attest(100).answer.reply;
    scenario.wait(1);
    const terms = { observedAt: scenario.nowSeconds - 1, statement: 'Again.' };
    expect(scenario.attest(100, terms).answer).toEqual({ replayed: true, reply: first });
    scenario.wait(SOON);
    expect(scenario.outcomeOf(scenario.attest(99, { ...terms }))).toBe('CASE_ENDED');
    scenario.tick();
    expect(scenario.attest(100, terms).answer).toEqual({ replayed: true, reply: first });
    const late = scenario.attest(99, terms);
    expect([scenario.outcomeOf(late), scenario.detailsOf(late)]).toEqual([
      'CASE_ENDED',
      { case_id: first.seq },
    ]);
  });

  it('that contradicts itself disputes its case without a stake, until somebody decides', () => {
    const scenario = begin();
    const first = at(scenario);
    const caseId = scenario.attest(100).answer.reply.seq;
    scenario.wait(1);
    // Both mean yes: that it is another value is enough.
    const second = scenario.attest(101, first);
    expect(second.answer.reply.body).toMatchObject({ caseId, status: 'disputed', dueMs: null });
    expect(second.events).toMatchObject([
      { kind: 'case_attested', caseId, disputes: true, attested: { value: 101 } },
      { kind: 'market_status', status: 'disputed' },
    ]);
    expect(scenario.subject.cases()).toMatchObject([{ isContradicted: true, challenges: [] }]);
    scenario.wait(3_600);
    scenario.tick();
    expect(scenario.status()).toBe('disputed');
    expect(scenario.outcomeOf(scenario.attest(102, first))).toBe('SOURCE_CONTRADICTED');
    expect(scenario.attest(101, first).answer.reply).toEqual(second.answer.reply);
    // It is no operator of that name: the second role is anybody's.
    const decided = scenario.decide(caseId, { by: 'gauge' });
    expect(scenario.outcomeOf(decided)).toBe('case');
    expect(decided.events[0]).toMatchObject({ endings: [{ resolution: 'yes' }] });
    expect([scenario.status(), scenario.subject.solvency()]).toMatchObject([
      'resolved',
      { stakes: 0, disputeFund: 0 },
    ]);
  });

  it('that contradicts itself is overturned for a second round with the window of operators', () => {
    const scenario = begin();
    const first = at(scenario);
    const caseId = scenario.attest(100).answer.reply.seq;
    scenario.attest(99, first);
    expect(scenario.outcomeOf(scenario.challenge('bob', caseId))).toBe('challenged');
    const overturned = scenario.decide(caseId, { verdict: 'overturn', outcome: NO });
    const dueMs = (scenario.nowSeconds + 60) * 1_000;
    expect(overturned.answer.reply.body).toMatchObject({ status: 'proposed', round: 2, dueMs });
    expect(scenario.money('bob')).toEqual([20_000_000, 0]);
    // What it said before disputes nothing again.
    for (const value of [99, 100]) expect(scenario.attest(value, first).answer.replayed).toBe(true);
    expect(scenario.status()).toBe('proposed');
  });

  it('agrees with an operator who said it first, or disputes what was said', () => {
    const same = begin();
    const caseId = same.proposed({ outcome: YES });
    const agreed = same.attest(100);
    expect(agreed.answer.reply.body).toMatchObject({ caseId, status: 'proposed' });
    expect(agreed.events).toMatchObject([{ kind: 'case_attested', disputes: false }]);
    const other = begin();
    other.proposed({ outcome: NO });
    expect(other.attest(100).answer.reply.body).toMatchObject({ status: 'disputed' });
    expect(other.status()).toBe('disputed');
  });

  it('is corrected by an operator, who knows what it said', () => {
    const scenario = begin();
    const first = at(scenario);
    scenario.attest(100);
    const caseId = scenario.proposed({ outcome: NO });
    expect(scenario.status()).toBe('proposed');
    expect(scenario.attest(100, first).answer.replayed).toBe(true);
    expect(scenario.attest(99, first).answer.reply.body).toMatchObject({
      caseId,
      status: 'disputed',
    });
  });

  it('speaks anew when its proposal was withdrawn, but not with old words', () => {
    const scenario = begin();
    const first = at(scenario);
    const caseId = scenario.attest(100).answer.reply.seq;
    scenario.tick();
    scenario.wait(1);
    expect(scenario.outcomeOf(scenario.withdrawCase(caseId))).toBe('case');
    for (const value of [100, 99]) {
      const old = scenario.attest(value, { ...first, signedAt: scenario.nowSeconds });
      expect([scenario.outcomeOf(old), scenario.detailsOf(old)]).toEqual([
        'CASE_ENDED',
        { case_id: caseId },
      ]);
    }
    scenario.wait(1);
    expect(scenario.outcomeOf(scenario.attest(99, first))).toBe('case');
    expect(scenario.status()).toBe('proposed');
  });

  it.each([
    ['SOURCE_NOT_FOUND', { source: new Uint8Array(32) }, undefined],
    ['MARKET_NOT_FOUND', { subject: new Uint8Array(32) }, undefined],
    ['EVENT_NOT_FOUND', { attests: 'winner' }, undefined],
    ['VALIDATION_FAILED', { decimals: 3 }, 'decimals'],
    ['VALIDATION_FAILED', { observedAt: 1 }, 'observed_at'],
  ] as const)('is refused: %s of %o', (code, terms, field) => {
    const scenario = begin();
    const applied = scenario.attest(100, terms);
    expect([scenario.outcomeOf(applied), scenario.status()]).toEqual([code, 'active']);
    expect(scenario.detailsOf(applied)['field']).toBe(field);
  });

  it('says nothing of a time that has not come, of events of others, and of resolved ones', () => {
    const scenario = begin();
    scenario.source({ name: 'index', key: scenario.user('index') });
    const foreign = scenario.attest(100, { source: scenario.user('index') });
    expect(scenario.detailsOf(foreign)).toMatchObject({ field: 'source' });
    const later = scenario.nowSeconds + 5;
    const rule = { ...scenario.ofValue().rule, at: later };
    scenario.event({ eventId: 'later', source: { ...scenario.ofValue(), rule } });
    const early = { subject: scenario.marketId('a', 'later'), observedAt: later, signedAt: later };
    expect(scenario.detailsOf(scenario.attest(100, early))).toMatchObject({ field: 'observed_at' });
    scenario.wait(5);
    expect(scenario.outcomeOf(scenario.attest(100, early))).toBe('case');
    const decided = begin({ windowSeconds: 0 });
    const marketId = decided.marketId();
    decided.apply('admin', { kind: 'resolve_market', marketId, resolution: 'no', price: null });
    expect(decided.outcomeOf(decided.attest(100))).toBe('ALREADY_RESOLVED');
  });

  it.each([
    ['cancel_only', 'CANCEL_ONLY'],
    ['halted', 'HALTED'],
  ] as const)('proposes nothing while it is %s, but disputes', (mode, code) => {
    const scenario = begin();
    scenario.expect('mode', 'admin', { kind: 'set_mode', mode });
    expect(scenario.outcomeOf(scenario.attest(100))).toBe(code);
    scenario.proposed({ outcome: NO });
    scenario.attest(100);
    expect(scenario.status()).toBe('disputed');
  });

  it('was not signed later than now, but for a clock that is a minute ahead', () => {
    const scenario = begin();
    const ahead = { signedAt: scenario.nowSeconds + 61 };
    const early = scenario.attest(100, ahead);
    expect(scenario.detailsOf(early)).toMatchObject({ field: 'signed_at' });
    scenario.wait(1);
    const terms = { ...ahead, observedAt: scenario.nowSeconds - 1 };
    expect(scenario.outcomeOf(scenario.attest(100, terms))).toBe('case');
  });

  it('names the outcome of an event, by its place', () => {
    const scenario = beginOfEvent();
    const beyond = scenario.attest(2, { attests: 'winner' });
    expect(scenario.detailsOf(beyond)).toMatchObject({ field: 'value' });
    const { events } = scenario.attest(1, { attests: 'winner' });
    expect(events[0]).toMatchObject({
      marketId: null,
      endings: [{ resolution: 'no' }, { resolution: 'yes' }],
    });
    scenario.wait(SOON);
    scenario.tick();
    expect(scenario.subject.market(scenario.marketId('b'))?.market.resolution).toBe('yes');
  });

  it('disputes that its winner is out, and waits where another one is', () => {
    const out = (label: string) => {
      const scenario = beginOfEvent();
      const marketId = scenario.marketId(label);
      scenario.proposed({ subject: { kind: 'market', marketId }, outcome: NO });
      return scenario;
    };
    const winner = out('a');
    expect(winner.attest(0, { attests: 'winner' }).answer.reply.body).toMatchObject({
      status: 'disputed',
    });
    const other = out('b');
    const first = other.attest(0, { attests: 'winner' });
    expect(other.outcomeOf(first)).toBe('MARKET_STATE_CONFLICT');
    other.wait(60);
    other.tick();
    expect(other.outcomeOf(other.attest(0, { attests: 'winner' }))).toBe('case');
  });

  it.each([
    ['b', 'disputed'],
    ['nobody', 'ALREADY_RESOLVED'],
  ] as const)('whose winner is out for good, while %s is proposed: %s', (proposed, what) => {
    const scenario = beginOfEvent();
    const marketId = scenario.marketId('a');
    scenario.proposed({ subject: { kind: 'market', marketId }, outcome: NO });
    scenario.wait(86_400);
    scenario.tick();
    expect(scenario.subject.market(marketId)!.market.resolution).toBe('no');
    const subject = { kind: 'event', eventId: 'event' } as const;
    const outcome = { kind: 'winner', winner: scenario.marketId('b') } as const;
    if (proposed === 'b') scenario.proposed({ subject, outcome });
    const said = scenario.attest(0, { attests: 'winner' });
    const { body } = said.answer.reply;
    expect(body.kind === 'case' ? body.status : scenario.outcomeOf(said)).toBe(what);
    scenario.tick();
    const { market } = scenario.subject.market(scenario.marketId('b'))!;
    expect(market.resolution).toBeNull();
  });

  it('is forgotten with the event that it spoke of', () => {
    const scenario = begin();
    const first = at(scenario);
    scenario.setArchiving();
    scenario.attest(100);
    scenario.wait(SOON);
    scenario.tick();
    scenario.tick();
    scenario.wait(2 * 86_400);
    scenario.tick();
    expect(scenario.outcomeOf(scenario.attest(100, first))).toBe('MARKET_NOT_FOUND');
  });
});
