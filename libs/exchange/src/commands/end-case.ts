import { isDisputed } from '../cases/case-table';
import type { Case } from '../cases/case-table';
import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import { CLOSED, PAID, PAUSED } from '../markets/market-table';
import type { Answer, ReplyOf } from '../reply';
import type { ExchangeState } from '../state';
import { fresh } from './answers';
import { changeStatus } from './market-status';
import { caseEnded, endedReply, isFrozen, isOver, openCase } from './propose';
import { inCase, resolve } from './resolution';

/** Withdraws a proposal: its markets are paused, or closed if they have expired. */
export function withdrawCase(
  state: ExchangeState,
  { caseId, by, reason }: CommandOf<'withdraw_case'>,
  events: CommandEvents,
): Answer {
  const one = openCase(state, caseId);
  if ('kind' in one) return fresh(state, one);
  if (!isDisputed(one) && isOver(state, one)) return fresh(state, caseEnded(caseId));
  if (isDisputed(one)) return fresh(state, inCase(state.markets, one.endings[0]!.market));
  const notYet = refuseReturn(state, one);
  if (notYet !== null) return fresh(state, notYet);
  events.add({ kind: 'case_withdrawn', caseId, by, reason });
  giveBackMarkets(state, one, PAUSED, events);
  return fresh(state, endedReply(one, 'withdrawn'));
}

/** Its orders are still being cancelled: they would be among those of a market that is open again. */
export function refuseReturn(
  { windingDown, markets }: ExchangeState,
  { endings }: Case,
): ReplyOf<'refused'> | null {
  const waiting = endings.find(({ market }) => windingDown.has(market));
  return waiting === undefined ? null : inCase(markets, waiting.market);
}

/** The case ends without a result. @param status of markets that have not expired */
export function giveBackMarkets(
  state: ExchangeState,
  one: Case,
  status: number,
  events: CommandEvents,
): void {
  const expiryMs = state.catalogue.expiryOf(one.event) * 1000;
  const hasExpired = expiryMs <= state.lastTimestampMs;
  const { caseId, event } = one;
  state.cases.end(one);
  state.sources.listenAgain(event, { caseId, timestampMs: state.lastTimestampMs });
  for (const { market } of one.endings) {
    changeStatus(state, market, hasExpired ? CLOSED : status, events);
  }
  // It was forgotten if nothing of the event was left to expire.
  if (!hasExpired) state.dueTimes.expireAt(one.event, expiryMs, expiryMs);
}

/** Resolves and pays the markets as the case proposes. */
export function carryOutCase(state: ExchangeState, one: Case, events: CommandEvents): void {
  state.cases.end(one);
  resolve(state, one.endings, events);
  const paidMicroUsdc = one.endings.reduce(
    (sum, { market }) => sum + state.markets.word(market, PAID),
    0,
  );
  events.add({ kind: 'case_final', caseId: one.caseId, paidMicroUsdc });
}

/** The case that is due longest ends, in a tick: one each, as an order may wait behind it. */
export function endDueCase(state: ExchangeState, events: CommandEvents): void {
  const dueMs = nextCaseMs(state);
  if (dueMs !== null && dueMs <= state.lastTimestampMs)
    carryOutCase(state, state.cases.next!, events);
}

/** When the next case ends by time, in Unix ms; null if none does. One of a frozen market waits for operators. */
export function nextCaseMs(state: ExchangeState): number | null {
  const { cases } = state;
  for (let next = cases.next; next !== undefined; next = cases.next) {
    if (!isFrozen(state, next)) return next.dueMs;
    cases.holdTime(next);
  }
  return null;
}
