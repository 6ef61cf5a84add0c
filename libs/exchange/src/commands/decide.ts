import { isDisputed } from '../cases/case-table';
import type { Case, CaseEnding } from '../cases/case-table';
import { areSameEndings, endingsOf, isClaimed, isRefused } from '../cases/outcome';
import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import { MAX_UNIX_SECONDS } from '../limits';
import { ACTIVE, PROPOSED } from '../markets/market-table';
import { refused } from '../refusal';
import type { Answer, ReplyOf } from '../reply';
import type { ExchangeState } from '../state';
import { fresh } from './answers';
import { carryOutCase, giveBackMarkets, refuseReturn } from './end-case';
import { changeStatus } from './market-status';
import { caseEnded, caseReply, dueOf, endedReply, endingViews } from './propose';
import { isOver, openCase, rulesOf } from './propose';
import { inCase } from './resolution';

type Decide = CommandOf<'decide'>;
type Refused = ReplyOf<'refused'>;

/**
 * Decides a disputed case. Upheld it is paid at once; overturned another result is proposed, which is paid at once in the
 * second round; reopened its markets trade again, or are closed if they have expired.
 */
export function decide(state: ExchangeState, command: Decide, events: CommandEvents): Answer {
  const one = openCase(state, command.caseId);
  if ('kind' in one) return fresh(state, one);
  const no = refuse(state, one, command);
  if (no !== null) return fresh(state, no);
  switch (command.verdict) {
    case 'uphold':
      return fresh(state, uphold(state, one, command, events));
    case 'overturn': {
      const endings = endingsOf(state, one, command.outcome!);
      if (isRefused(endings)) return fresh(state, endings);
      if (!areSameEndings(endings, one.endings))
        return fresh(state, overturn(state, one, endings, command, events));
      const expected = 'another one than is proposed, which uphold is for';
      const facts = { field: 'outcome', value: command.outcome!.kind, expected };
      return fresh(state, refused('VALIDATION_FAILED', facts));
    }
    case 'reopen':
      return fresh(
        state,
        refuseReopening(state, one, command) ?? reopen(state, one, command, events),
      );
  }
}

function refuse(state: ExchangeState, one: Case, { by }: Decide): Refused | null {
  if (!isDisputed(one)) {
    return isOver(state, one)
      ? caseEnded(one.caseId)
      : inCase(state.markets, one.endings[0]!.market);
  }
  return rulesOf(state, one.event).secondRole && by === one.by ? refused('OWN_ACT', { by }) : null;
}

function uphold(
  state: ExchangeState,
  one: Case,
  command: Decide,
  events: CommandEvents,
): ReplyOf<'case'> {
  announce(command, { endings: endingViews(state, one.endings) }, events);
  settleStakes(state, one, command.refundStakes ? 'return' : 'forfeit', events);
  carryOutCase(state, one, events);
  return endedReply(one, 'final');
}

function overturn(
  state: ExchangeState,
  one: Case,
  endings: readonly CaseEnding[],
  command: Decide,
  events: CommandEvents,
): ReplyOf<'case'> {
  const isLast = one.round > 1;
  const dueMs = dueOf(state, one.event);
  const decided = { endings: endingViews(state, endings), dueMs: isLast ? undefined : dueMs };
  announce(command, decided, events);
  settleStakes(state, one, 'return', events, endings);
  if (isLast) {
    one.endings = endings;
    carryOutCase(state, one, events);
    return endedReply(one, 'final');
  }
  state.cases.propose(one, { endings, by: command.by, round: one.round + 1, dueMs });
  for (const { market } of endings) changeStatus(state, market, PROPOSED, events);
  return caseReply(one);
}

/** A later expiry than the event has, so that nothing that trades ends earlier. */
function refuseReopening(state: ExchangeState, one: Case, { expiry }: Decide): Refused | null {
  const now = Math.floor(state.lastTimestampMs / 1000);
  const earliest = Math.max(now, state.catalogue.expiryOf(one.event)) + 1;
  if (expiry !== undefined && (expiry < earliest || expiry > MAX_UNIX_SECONDS)) {
    const expected = `${earliest} or later`;
    return refused('VALIDATION_FAILED', { field: 'expiry', value: expiry, expected });
  }
  return refuseReturn(state, one);
}

function reopen(
  state: ExchangeState,
  one: Case,
  command: Decide,
  events: CommandEvents,
): ReplyOf<'case'> {
  const { expiry } = command;
  announce(command, { endings: [] }, events);
  settleStakes(state, one, 'return', events);
  if (expiry !== undefined) {
    const beforeMs = state.catalogue.expiryOf(one.event) * 1000;
    state.catalogue.setExpiry(one.event, expiry);
    state.dueTimes.expireAt(one.event, beforeMs, expiry * 1000);
    const { eventId } = state.catalogue.entry(one.event).command;
    events.add({ kind: 'event_extended', eventId, expiry });
  }
  giveBackMarkets(state, one, ACTIVE, events);
  return endedReply(one, 'reopened');
}

function announce(
  { caseId, verdict, by, reason, reasonUrl, priceAsOf }: Decide,
  decided: { endings: ReturnType<typeof endingViews>; dueMs?: number | undefined },
  events: CommandEvents,
): void {
  const said = { caseId, verdict, by, reason, reasonUrl, priceAsOf };
  events.add({ kind: 'case_decided', ...said, ...decided });
}

/**
 * Each stake goes back to its owner or to the dispute fund. Of those who claimed what is decided, the first is rewarded
 * from that fund, as far as it goes.
 */
function settleStakes(
  state: ExchangeState,
  one: Case,
  how: 'return' | 'forfeit',
  events: CommandEvents,
  decided: readonly CaseEnding[] | null = null,
): void {
  const { stakes, accountTable } = state;
  const { caseId, market, challenges } = one;
  const { rewardPct } = rulesOf(state, one.event);
  const right =
    decided === null
      ? undefined
      : challenges.find((claimed) => isClaimed({ market, endings: decided }, claimed));
  for (const challenge of challenges) {
    const { challengeId, account, stake: amount } = challenge;
    const of = { caseId, challengeId, user: accountTable.userOf(account) };
    if (how === 'forfeit') stakes.forfeit(account, amount);
    else stakes.giveBack(account, amount);
    events.add({ kind: how === 'forfeit' ? 'stake_forfeited' : 'stake_returned', ...of, amount });
    state.audit.account(account);
    if (challenge !== right) continue;
    const reward = stakes.reward(account, Math.floor((amount * rewardPct) / 100));
    if (reward > 0) events.add({ kind: 'challenge_rewarded', ...of, amount: reward });
  }
}
