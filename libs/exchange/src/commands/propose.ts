import { toHex } from '@bellwether/codec';
import { NO_RULES, statusOf } from '../cases/case-table';
import type { Case, CaseEnding } from '../cases/case-table';
import { endingsOf, isRefused } from '../cases/outcome';
import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import type { ExchangeEventOf } from '../event';
import { EVENT, PROPOSED } from '../markets/market-table';
import { refused } from '../refusal';
import type { Answer, ReplyOf } from '../reply';
import type { CaseEndingView } from '../cases/case-events';
import type { ExchangeState } from '../state';
import { fresh } from './answers';
import { changeStatus } from './market-status';
import { inCase, isResolved } from './resolution';
import { beginWindDown } from './wind-down';

type Refused = ReplyOf<'refused'>;
export type Proposal = Pick<CommandOf<'propose'>, 'subject' | 'outcome'>;

/** What a proposal would begin: a case about these, in place of another one perhaps. */
export interface Proposed {
  readonly event: number;
  /** 0: the whole event. */
  readonly market: number;
  readonly endings: readonly CaseEnding[];
  readonly corrects: Case | null;
}

/**
 * Proposes how markets end. Nobody trades them from then on; they are paid when nobody has challenged it in time. Until
 * then, in its first round, another proposal takes its place.
 */
export function propose(
  state: ExchangeState,
  command: CommandOf<'propose'>,
  events: CommandEvents,
): Answer {
  const proposed = judgeProposal(state, command);
  if ('kind' in proposed) return fresh(state, proposed);
  const { by, note, evidenceUrl, evidenceSha256, priceAsOf } = command;
  const said = { by, note, evidenceUrl, evidenceSha256, priceAsOf };
  const dueMs = dueOf(state, proposed.event);
  return fresh(state, beginCase(state, { ...proposed, ...said, dueMs }, events));
}

/** What is said of it, and when it ends. */
type Said = Pick<
  ExchangeEventOf<'case_proposed'>,
  'by' | 'dueMs' | 'note' | 'evidenceUrl' | 'evidenceSha256' | 'priceAsOf' | 'attested'
>;

export function beginCase(
  state: ExchangeState,
  { event, market, endings, corrects, ...said }: Proposed & Said,
  events: CommandEvents,
): ReplyOf<'case'> {
  if (corrects !== null) state.cases.end(corrects);
  const { by, dueMs } = said;
  const one = { caseId: state.lastSeq, event, market, endings, by, round: 1, dueMs };
  const added: Case = { ...one, challenges: [], isContradicted: false };
  state.cases.add(added);
  events.add({
    kind: 'case_proposed',
    caseId: added.caseId,
    eventId: state.catalogue.entry(event).command.eventId,
    marketId: market === 0 ? null : state.markets.idOf(market),
    endings: endingViews(state, endings),
    round: 1,
    ...said,
    corrects: corrects?.caseId,
  });
  if (corrects === null) suspend(state, endings, events);
  return caseReply(added);
}

/** Its orders are cancelled in slices, as those of a market that closes. */
function suspend(
  state: ExchangeState,
  endings: readonly CaseEnding[],
  events: CommandEvents,
): void {
  for (const { market } of endings) changeStatus(state, market, PROPOSED, events);
  beginWindDown(
    state,
    endings.map(({ market }) => market),
    events,
  );
}

export function judgeProposal(
  state: ExchangeState,
  { subject, outcome }: Proposal,
): Proposed | Refused {
  const about = find(state, subject);
  if ('kind' in about) return about;
  const { markets, cases } = state;
  const open = about.open.filter((market) => !isResolved(state, market));
  if (open.some((market) => markets.isFrozen(market))) return refused('HALTED');
  const [first] = about.open;
  if (open.length === 0)
    return refused('ALREADY_RESOLVED', { resolution: markets.resolution(first!)! });
  const taken = open.find((market) => cases.ofMarket(market) !== undefined);
  const corrects = taken === undefined ? null : cases.ofMarket(taken)!;
  const no = corrects === null ? null : refuseCorrection(state, taken!, corrects, about.market);
  if (no !== null) return no;
  const endings = endingsOf(state, about, outcome);
  if (isRefused(endings)) return endings;
  return { event: about.event, market: about.market, endings, corrects };
}

function find(
  { markets, catalogue }: ExchangeState,
  subject: Proposal['subject'],
): { event: number; market: number; open: readonly number[] } | Refused {
  if (subject.kind === 'market') {
    const market = markets.find(subject.marketId);
    if (market === 0) return refused('MARKET_NOT_FOUND', { market_id: toHex(subject.marketId) });
    return { event: markets.int(market, EVENT), market, open: [market] };
  }
  const event = catalogue.find(subject.eventId);
  if (event === 0) return refused('EVENT_NOT_FOUND', { event_id: subject.eventId });
  if (!catalogue.entry(event).command.mutuallyExclusive) {
    const expected = 'an event whose outcomes exclude each other, else each market';
    return refused('VALIDATION_FAILED', { field: 'event_id', value: subject.eventId, expected });
  }
  return { event, market: 0, open: catalogue.marketsOf(event) };
}

/** @param market one of the case that is proposed again */
function refuseCorrection(
  state: ExchangeState,
  market: number,
  known: Case,
  about: number,
): Refused | null {
  const isOfSame = known.market === about;
  const isFirst = known.round === 1 && statusOf(known) === 'proposed';
  if (!isOfSame || !isFirst) return inCase(state.markets, market);
  return isOver(state, known) ? caseEnded(known.caseId) : null;
}

/** Nothing is done to it any more: its end is only to be carried out. */
export const isOver = ({ lastTimestampMs }: ExchangeState, one: Case): boolean =>
  lastTimestampMs >= one.dueMs;

export const caseEnded = (caseId: number): Refused => refused('CASE_ENDED', { case_id: caseId });

/** The open case of this id, whose markets are not frozen, or why there is none. */
export function openCase(state: ExchangeState, caseId: number): Case | Refused {
  const one = state.cases.find(caseId);
  if (one === undefined) {
    return state.cases.hasEnded(caseId)
      ? caseEnded(caseId)
      : refused('CASE_NOT_FOUND', { case_id: caseId });
  }
  return isFrozen(state, one) ? refused('HALTED') : one;
}

export const isFrozen = ({ markets }: ExchangeState, { endings }: Case): boolean =>
  endings.some(({ market }) => markets.isFrozen(market));

export const rulesOf = ({ catalogue }: ExchangeState, event: number) =>
  catalogue.entry(event).resolutionRules ?? NO_RULES;

export const dueOf = (state: ExchangeState, event: number): number =>
  state.lastTimestampMs + rulesOf(state, event).windowSeconds * 1000;

export const endingViews = (
  { markets }: ExchangeState,
  endings: readonly CaseEnding[],
): CaseEndingView[] =>
  endings.map(({ market, ending }) => ({ marketId: markets.idOf(market), ...ending }));

export const caseReply = (one: Case): ReplyOf<'case'> => {
  const { caseId, round, dueMs } = one;
  const status = statusOf(one);
  return { kind: 'case', caseId, status, dueMs: status === 'proposed' ? dueMs : null, round };
};

export const endedReply = (
  { caseId, round }: Case,
  status: ReplyOf<'case'>['status'],
): ReplyOf<'case'> => ({ kind: 'case', caseId, status, dueMs: null, round });
