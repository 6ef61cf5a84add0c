/** `data` of the channel `cases`: docs/protocol/streams.md, section 5. */
import { CASE_STATUSES, CLAIMS, VERDICTS, labelOfSource } from '@bellwether/exchange';
import type { CaseEndingView, CaseStatus } from '@bellwether/exchange';
import { z } from 'zod';
import { CASE_NEWS, caseResultFields, casePricesOf } from '../answer/case';
import { caseId } from '../answer/case-change';
import { count, flag, market, micro, named, oneOf, orNull, time, words } from '../answer/fields';
import type { Answer } from '../answer/fields';
import { from } from '../answer/inside';
import type { Inside } from '../answer/inside';
import { present } from '../answer/present';
import { EXAMPLE } from '../examples';
import type { CaseNewsEvent } from './concerned';

const statusField = oneOf(CASE_STATUSES, 'What the case is now', 'proposed');
const due = orNull(time('When it ends unless it is challenged before; null: not by time'));

const openCase = named(
  'OpenCase',
  z.strictObject({
    case_id: caseId(),
    event_id: words('The event', EXAMPLE.eventId),
    market_id: orNull(market('The market; null: all of the event')),
    status: statusField,
    round: count('1; 2 after a decision that proposed another result', 1),
    ...caseResultFields,
    by: words('The operator whose result it is, or `source:` and the name of a source', 'desk-1'),
    due,
    challenges: count('Those that wait for a decision', 0),
  }),
  'A result that is proposed or disputed.',
);

export const casesSnapshotData = named(
  'CasesSnapshot',
  z.strictObject({
    cases: z.array(openCase).meta({ description: 'The newest that are open, newest first' }),
    has_more: flag('Whether older ones are open too: `GET /v1/cases`', false),
  }),
  'The results that are proposed or disputed.',
);
export const presentCasesSnapshot = present(casesSnapshotData);

const caseNews = named(
  'CaseNews',
  z.strictObject({
    case_id: caseId(),
    what: oneOf(CASE_NEWS, 'What happened', 'proposed'),
    status: orNull(statusField),
    event_id: orNull(words('The event, where it is proposed', EXAMPLE.eventId)),
    market_id: orNull(market('The market, where it is proposed; null: all of the event')),
    corrects: orNull(caseId('The case whose place it takes, where it is proposed')),
    prices: from(
      ({ endings }: { readonly endings: readonly CaseEndingView[] | null }) =>
        endings === null ? null : casePricesOf({ endings }),
      caseResultFields.prices
        .nullable()
        .describe('What is proposed from now on: what its markets pay'),
    ),
    by: orNull(words('The operator, or `source:` and the name of a source', 'desk-1')),
    words: orNull(
      words('The note, the reason, or what a source says', 'The gauge measured 4 mm on 3 May.'),
    ),
    due,
    challenge_id: orNull(count('Of a challenge', EXAMPLE.seq)),
    claim: orNull(oneOf(CLAIMS, 'Of a challenge', 'no')),
    claim_market: orNull(market('Of the claim `winner`')),
    verdict: orNull(oneOf(VERDICTS, 'Of a decision', 'uphold')),
    paid_micro_usdc: orNull(micro('What holders are paid, all together', 110_000_000)),
  }),
  'Something that happened to a case.',
);

export const casesUpdateData = named(
  'CasesUpdate',
  z.strictObject({ cases: z.array(caseNews).meta({ description: 'In order' }) }),
  'What one command did to cases.',
);
export type CasesUpdateData = Answer<typeof casesUpdateData>;

type News = Inside<typeof caseNews>;
const NOTHING = {
  eventId: null,
  marketId: null,
  corrects: null,
  endings: null,
  by: null,
  words: null,
  dueMs: null,
  challengeId: null,
  claim: null,
  claimMarket: null,
  verdict: null,
  paidMicroUsdc: null,
} as const;

/** Of an upheld case, and of one that is overturned for good, `final` follows in the same command. */
function statusAfter({
  verdict,
  dueMs,
}: Extract<CaseNewsEvent, { kind: 'case_decided' }>): CaseStatus | null {
  if (verdict === 'reopen') return 'reopened';
  return dueMs === undefined ? null : 'proposed';
}

function newsOf(event: CaseNewsEvent): News {
  const { caseId: id } = event;
  switch (event.kind) {
    case 'case_proposed': {
      const { corrects = null, note, ...proposed } = event;
      return {
        ...NOTHING,
        ...proposed,
        corrects,
        what: 'proposed',
        status: 'proposed',
        words: note,
      };
    }
    case 'case_attested': {
      const { attested, statement, disputes } = event;
      const by = labelOfSource(attested.source);
      const said = { ...NOTHING, caseId: id, by, words: statement };
      return disputes
        ? { ...said, what: 'contradicted', status: 'disputed' }
        : { ...said, what: 'attested', status: null };
    }
    case 'case_challenged': {
      const { challengeId, claim, claimMarket, reason } = event;
      const said = { challengeId, claim, claimMarket, words: reason };
      return { ...NOTHING, ...said, caseId: id, what: 'challenged', status: 'disputed' };
    }
    case 'case_decided': {
      const { verdict, by, reason, dueMs = null } = event;
      const endings = verdict === 'overturn' ? event.endings : null;
      const decided = { verdict, by, words: reason, dueMs, endings };
      return { ...NOTHING, ...decided, caseId: id, what: 'decided', status: statusAfter(event) };
    }
    case 'case_withdrawn':
      return { ...NOTHING, ...event, what: 'withdrawn', status: 'withdrawn', words: event.reason };
    case 'case_final':
      return { ...NOTHING, ...event, what: 'final', status: 'final' };
  }
}

/** @param events of one command */
export const presentCasesUpdate = (events: readonly CaseNewsEvent[]): CasesUpdateData =>
  presentUpdate({ cases: events.map(newsOf) });

const presentUpdate = present(casesUpdateData);
