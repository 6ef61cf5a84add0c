/** The line of time of a result: every step once, in order, with the word of who took it. */
import type { Case, CaseStep } from '@bellwether/client';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { claimsOf } from '../src/trade/market/claims';
import type * as Course from '../src/trade/market/course';

let courseOf: typeof Course.courseOf;
beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  ({ courseOf } = await import('../src/trade/market/course'));
});

const NOW = 2_000_000;
const step = (
  what: CaseStep['what'],
  at: number,
  by: string | null,
  more: Partial<CaseStep> = {},
): CaseStep => ({
  what,
  at,
  by,
  reason: null,
  seq: at,
  outcome: null,
  winner: null,
  prices: null,
  price_as_of: null,
  ...more,
});
const proposed = (at: number, by: string, outcome: CaseStep['outcome'] = 'no') =>
  step('proposed', at, by, { outcome });

const one = (change: Partial<Case>): Case => ({
  case_id: 7,
  event_id: 'rain',
  market_id: 'm',
  status: 'proposed',
  round: 1,
  outcome: 'no',
  winner: null,
  prices: [],
  by: 'desk-1',
  source: null,
  evidence_url: 'https://example.org',
  evidence_sha256: null,
  note: 'It did not rain.',
  proposed_at: 100,
  due: NOW + 60,
  overdue: false,
  challenges: [],
  decision: null,
  paid_micro_usdc: null,
  history: [proposed(100, 'desk-1')],
  ...change,
});
const challenge = {
  challenge_id: 8,
  claim: 'yes',
  claim_market: null,
  reason: 'It rained.',
  reason_sha256: '',
  stake_micro_usdc: 5_000_000,
  state: 'open',
  reward_micro_usdc: null,
  user: null,
  at: 150,
  seq: 150,
} as const;

const course = (cases: readonly Case[], expiry = 50) =>
  courseOf({ cases, market_id: 'm' }, expiry, NOW, (market) => `label of ${market}`);
const titles = (cases: readonly Case[]) => course(cases).map(({ title }) => title);

describe('the course of a result', () => {
  it('of a proposal says who, why, where that is seen, and until when', () => {
    const steps = course([one({})]);
    expect(steps).toMatchObject([
      { title: 'Trading ended', at: 50 },
      {
        title: 'desk-1 proposed: No',
        text: 'It did not rain.',
        evidenceUrl: 'https://example.org',
      },
      { title: 'Final, unless somebody challenges it before', at: NOW + 60, isAhead: true },
    ]);
  });

  it('of a dispute has each challenge and decision once, in order', () => {
    const history = [
      proposed(100, 'desk-1'),
      step('challenged', 150, null),
      step('decided', 200, 'desk-2', { reason: 'The gauge says so.', outcome: 'yes' }),
      step('final', 300, null),
    ];
    const decision = { verdict: 'overturn', by: 'desk-2', reason: '', reason_url: null } as const;
    const ended = one({
      status: 'final',
      due: null,
      challenges: [{ ...challenge, state: 'rewarded' }],
      decision: { ...decision, at: 200, seq: 200 },
      paid_micro_usdc: 10_000_000,
      history,
    });
    expect(titles([ended])).toEqual([
      'Trading ended',
      'desk-1 proposed: No',
      'A user challenged it: it is Yes',
      'desk-2 decided: another result, Yes',
      'Final: $10.00 were paid',
    ]);
  });

  it('of two decisions says each, and the result of each step', () => {
    const history = [
      proposed(100, 'desk-1'),
      step('challenged', 150, null),
      step('decided', 200, 'desk-2', { reason: 'The gauge says so.', outcome: 'yes' }),
      step('challenged', 250, null),
      step('decided', 300, 'desk-1', { reason: 'It does.', outcome: 'yes' }),
      step('final', 301, null),
    ];
    const again = { ...challenge, challenge_id: 9, claim: 'no', at: 250, seq: 250 } as const;
    const reason_url = 'https://example.org/decision';
    const decision = { verdict: 'uphold', by: 'desk-1', reason: '', reason_url } as const;
    const ended = one({
      status: 'final',
      round: 2,
      outcome: 'yes',
      by: 'desk-2',
      due: null,
      challenges: [challenge, again],
      decision: { ...decision, at: 300, seq: 300 },
      history,
    });
    expect(titles([ended])).toEqual([
      'Trading ended',
      'desk-1 proposed: No',
      'A user challenged it: it is Yes',
      'desk-2 decided: another result, Yes',
      'A user challenged it: it is No',
      'desk-1 decided: it stands',
      'Final',
    ]);
    const shown = course([ended]).map(({ evidenceUrl }) => evidenceUrl);
    expect(shown.filter((url) => url === reason_url)).toHaveLength(1);
    expect(shown[5]).toBe(reason_url);
  });

  it('of several cases begins with the oldest', () => {
    const taken = one({ status: 'withdrawn', due: null });
    const history = [...taken.history, step('withdrawn', 120, 'desk-1', { reason: 'Too early.' })];
    const again = one({ case_id: 130, history: [proposed(130, 'desk-2')], by: 'desk-2' });
    expect(titles([again, { ...taken, history }])).toEqual([
      'Trading ended',
      'desk-1 proposed: No',
      'desk-1 took it back',
      'desk-2 proposed: No',
      'Final, unless somebody challenges it before',
    ]);
  });

  it('names the outcome of an event that won', () => {
    const history = [step('proposed', 100, 'desk-1', { outcome: 'winner', winner: 'w' })];
    expect(titles([one({ market_id: null, outcome: 'winner', winner: 'v', history })])[1]).toBe(
      'desk-1 proposed: label of w',
    );
  });

  it('of a reopened market says that it was too early', () => {
    const decision = { verdict: 'reopen', by: 'desk-2', reason: '', reason_url: null } as const;
    const history = [proposed(100, 'desk-1'), step('decided', 200, 'desk-2')];
    const ended = one({
      status: 'reopened',
      due: null,
      decision: { ...decision, at: 200, seq: 200 },
      history,
    });
    expect(titles([ended]).at(-1)).toBe('desk-2 decided: it was too early');
  });

  it('names a source, and says whether that agrees or disputes, in its words', () => {
    const by = 'source:gauge-1';
    const history = [
      proposed(100, 'desk-1'),
      step('attested', 150, by, { reason: '0.3 mm.' }),
      step('contradicted', 200, by, { reason: '1.4 mm.' }),
    ];
    const steps = course([one({ status: 'disputed', due: null, history })]);
    expect(steps.slice(2)).toMatchObject([
      { title: 'gauge-1 says the same', text: '0.3 mm.', at: 150, seq: 150 },
      { title: 'gauge-1 says something else: disputed', text: '1.4 mm.', at: 200, seq: 200 },
    ]);
    const own = [proposed(100, by, 'yes')];
    expect(titles([one({ by, source: 'gauge-1', history: own })])[1]).toBe('gauge-1 proposed: Yes');
  });
});

describe('what can be claimed', () => {
  it.each([
    ['m', 'no', ['yes', 'void', 'too_early']],
    ['m', 'void', ['yes', 'no', 'too_early']],
    [null, 'winner', ['winner', 'void', 'too_early']],
    [null, 'void', ['winner', 'too_early']],
  ] as const)('of market %s against %s is %j', (market_id, outcome, claims) => {
    expect(claimsOf({ market_id, outcome })).toEqual(claims);
  });
});
