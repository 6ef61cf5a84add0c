/** Cases: results as everybody sees them. */
import {
  CASE_STATUSES,
  CLAIMS,
  MARKET_STATUSES,
  PRICE_SCALE_BPS,
  RESOLUTIONS,
  VERDICTS,
  sourceOfLabel,
} from '@bellwether/exchange';
import type { CaseEndingView } from '@bellwether/exchange';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { caseId } from './case-change';
import {
  count,
  flag,
  hex32,
  market,
  micro,
  named,
  oneOf,
  orNull,
  seconds,
  seqField,
  time,
  user,
  wholePrice,
  words,
} from './fields';
import { from } from './inside';
import type { Inside } from './inside';
import { endOfNumbered } from './page';
import { resolutionTermsFields } from './resolution-rules';

const CHALLENGE_STATES = ['open', 'returned', 'forfeited', 'rewarded'] as const;
export const CASE_NEWS = [
  'proposed',
  'challenged',
  'decided',
  'withdrawn',
  'final',
  'attested',
  'contradicted',
] as const;
/** In a case's own history its correction is the last step; the stream has it as the news of the next case. */
const STEPS = [...CASE_NEWS, 'corrected'] as const;
const CASE_OUTCOMES = [...RESOLUTIONS, 'winner'] as const;

interface Ended {
  readonly marketId: Uint8Array | null;
  readonly endings: readonly CaseEndingView[];
}

export const caseWinnerOf = ({ marketId, endings }: Ended): Uint8Array | null =>
  marketId === null
    ? (endings.find(({ resolution }) => resolution === 'yes')?.marketId ?? null)
    : null;

/** Of a case about a market that of the market; else `winner`, or `void`. */
export function caseOutcomeOf(of: Ended): (typeof CASE_OUTCOMES)[number] {
  if (of.marketId === null) return caseWinnerOf(of) === null ? 'void' : 'winner';
  return of.endings[0]!.resolution;
}

const payoutOf = ({ resolution, price }: CaseEndingView): number =>
  resolution === 'void' ? (price ?? 0) : resolution === 'yes' ? PRICE_SCALE_BPS : 0;

export const casePricesOf = ({ endings }: Pick<Ended, 'endings'>) =>
  endings.map((ending) => ({ ...ending, price: payoutOf(ending) }));

export const caseResultFields = {
  outcome: from(
    caseOutcomeOf,
    oneOf(
      CASE_OUTCOMES,
      'What is proposed: of a market `yes`, `no` or `void`; of an event `winner` or `void`',
      'yes',
    ),
  ),
  winner: from(caseWinnerOf, orNull(market('Of an event: the market that came true, if any'))),
  prices: from(
    casePricesOf,
    z
      .array(
        z.strictObject({
          market_id: market(),
          outcome: from('resolution', oneOf(RESOLUTIONS, 'How it comes out', 'yes')),
          price: wholePrice('What a YES contract of it pays', PRICE_SCALE_BPS),
        }),
      )
      .meta({ description: 'What its markets pay, in order of their creation' }),
  ),
};

const challengeAnswer = named(
  'Challenge',
  z.strictObject({
    challenge_id: count('The challenge', EXAMPLE.seq),
    claim: oneOf(CLAIMS, 'The result that is claimed instead', 'no'),
    claim_market: orNull(market('Of the claim `winner`: the market')),
    reason: words('Why, as the user says it', 'It was the wrong gauge.'),
    reason_sha256: hex32('What was signed of the reason: its SHA-256', 'ab'.repeat(32)),
    stake_micro_usdc: from('stake', micro('What is staked', 50_000_000)),
    state: oneOf(
      CHALLENGE_STATES,
      'Of the stake: held, given back, forfeited to the dispute fund, or given back with a reward',
      'open',
    ),
    reward_micro_usdc: orNull(micro('What it was rewarded with', 25_000_000)),
    user: orNull(user('Who challenged; null but for that user and for operators')),
    at: from('timestampMs', time('When')),
    seq: from('challengeId', count('The command that challenged', EXAMPLE.seq)),
  }),
  'A user’s word, with a stake, that a proposed result is wrong.',
);

const decisionAnswer = named(
  'CaseDecision',
  z.strictObject({
    verdict: oneOf(VERDICTS, 'What was decided', 'uphold'),
    by: words('The operator', 'desk-2'),
    reason: words('Why', 'The gauge was read by two people.'),
    reason_url: orNull(words('Where that can be seen', 'https://example.org/readings')),
    at: from('timestampMs', time('When')),
    ...seqField,
  }),
  'The last decision about a disputed result.',
);

interface MaybeEnded {
  readonly marketId: Uint8Array | null;
  readonly endings: readonly CaseEndingView[] | null;
}
const ofResult =
  <T>(of: (ended: Ended) => T) =>
  ({ marketId, endings }: MaybeEnded): T | null =>
    endings === null ? null : of({ marketId, endings });

const stepAnswer = named(
  'CaseStep',
  z.strictObject({
    what: oneOf(
      STEPS,
      'What happened; `corrected`: another proposal, whose case has the `seq` as its id, took its place; `attested`: a source says the same; `contradicted`: a source says something else, or another thing than before',
      'proposed',
    ),
    by: orNull(
      words(
        'The operator, or `source:` and the name of a source; null: a user, or the time',
        'desk-1',
      ),
    ),
    reason: orNull(
      words('Why, where somebody else than a user said it', 'The source has corrected itself.'),
    ),
    outcome: from(
      ofResult(caseOutcomeOf),
      orNull(oneOf(CASE_OUTCOMES, 'The result that is proposed or decided, if one is', 'yes')),
    ),
    winner: from(ofResult(caseWinnerOf), caseResultFields.winner),
    prices: from(
      ofResult(casePricesOf),
      caseResultFields.prices.nullable().describe('What its markets pay by that result'),
    ),
    price_as_of: orNull(
      seconds(
        'Of a void at the last trade: its price is that of the last one before',
        EXAMPLE.time,
      ),
    ),
    at: from('timestampMs', time('When')),
    ...seqField,
  }),
  'A step of a case.',
);

type Steps = { readonly steps: readonly (Inside<typeof stepAnswer> & Partial<Decided>)[] };
interface Decided {
  readonly verdict: (typeof VERDICTS)[number] | null;
  readonly reasonUrl: string | null;
}

function decisionOf({ steps }: Steps): Inside<typeof decisionAnswer> | null {
  const last = steps.findLast(({ what }) => what === 'decided');
  if (last === undefined) return null;
  const { verdict, by, reason, reasonUrl = null, ...place } = last;
  if (verdict === null || verdict === undefined || by === null || reason === null) return null;
  return { verdict, by, reason, reasonUrl, ...place };
}

const caseFields = {
  case_id: caseId(),
  event_id: words('The event', EXAMPLE.eventId),
  market_id: orNull(market('The market; null: all of the event')),
  status: oneOf(CASE_STATUSES, 'What it is now', 'proposed'),
  round: count('1; 2 after a decision that proposed another result', 1),
  ...caseResultFields,
  by: words('The operator whose result it is, or `source:` and the name of a source', 'desk-1'),
  source: from(
    ({ by }: { readonly by: string }) => sourceOfLabel(by),
    orNull(words('The source whose result it is, if it is one’s', 'gauge-4711')),
  ),
  evidence_url: orNull(words('Where the evidence is', 'https://example.org/rainfall')),
  evidence_sha256: orNull(hex32('Its SHA-256', 'ab'.repeat(32))),
  note: words(
    'Why it is so, as the operator or the source says it',
    'The gauge measured 4 mm on 3 May.',
  ),
  proposed_at: time('When it was proposed first'),
  due: from(
    ({ status, dueMs }: { readonly status: string; readonly dueMs: number }) =>
      status === 'proposed' ? dueMs : null,
    orNull(
      time('When it is final unless it is challenged before; null while it does not end by time'),
    ),
  ),
  overdue: flag('Whether it has been disputed for 72 hours', false),
  challenges: z.array(challengeAnswer).meta({ description: 'In the order they came' }),
  decision: from(
    decisionOf,
    decisionAnswer.nullable().describe('The last decision; null before the first'),
  ),
  paid_micro_usdc: orNull(micro('What holders were paid by it, all together', 110_000_000)),
  history: from('steps', z.array(stepAnswer).meta({ description: 'Oldest first' })),
};

export const caseAnswer = named(
  'Case',
  z.strictObject(caseFields),
  'The way of a result: proposed, perhaps challenged, decided, paid.',
);

export const casesAnswer = named(
  'CasesPage',
  z.strictObject({
    cases: from('items', z.array(caseAnswer).meta({ description: 'Newest first' })),
    ...endOfNumbered('case', ({ caseId: id }: { readonly caseId: number }) => id),
  }),
  'A page of cases.',
);

export const marketResolutionAnswer = named(
  'MarketResolution',
  z.strictObject({
    market_id: market(),
    event_id: words('Its event', EXAMPLE.eventId),
    status: oneOf(MARKET_STATUSES, 'What the market is now', 'proposed'),
    outcome: from('resolution', orNull(oneOf(RESOLUTIONS, 'How it came out; null before', 'yes'))),
    price: from('resolutionPrice', orNull(wholePrice('What a YES contract paid in a void', 5_000))),
    resolved_at: orNull(time('When it was decided; null before')),
    paid_micro_usdc: orNull(micro('What its holders were paid, all of them together', 110_000_000)),
    ...resolutionTermsFields,
    cases: z
      .array(caseAnswer)
      .meta({ description: 'Results that were proposed of it, the newest 20 first' }),
  }),
  'How a market comes or came to its result.',
);
export type CaseInside = Inside<typeof caseAnswer>;
