import { DELEGATED_TO } from '../accounts/account-table';
import { isDisputed } from '../cases/case-table';
import type { Case, Challenge } from '../cases/case-table';
import { isClaimed } from '../cases/outcome';
import type { CommandOf, Lane } from '../command';
import type { CommandEvents } from '../command-events';
import { MAX_CHALLENGES } from '../limits';
import { DISPUTED } from '../markets/market-table';
import { ORDER_NONCE } from '../outcomes/order-outcome';
import { refusal, refused } from '../refusal';
import type { Answer, Refusal, ReplyOf } from '../reply';
import { challengeBytes } from '../signed-messages';
import type { ExchangeState } from '../state';
import { fresh } from './answers';
import { haltOnBreach } from './breach-halt';
import { changeStatus } from './market-status';
import { refuseLane, refuseNow } from './order-refusals';
import { isOver, openCase, rulesOf } from './propose';
import { answerSignedRepeat } from './signed-order-repeat';
import { toHex } from '@bellwether/codec';

type ChallengeCommand = CommandOf<'challenge'>;
type Refused = ReplyOf<'refused'>;

/** Challenges a case with a stake: it is disputed from then on, and ends by an operator's decision alone. */
export function challenge(
  state: ExchangeState,
  lane: Lane,
  command: ChallengeCommand,
  events: CommandEvents,
): Answer {
  const { accountTable, outcomes } = state;
  const { user, nonce, clientId } = command;
  const known = accountTable.find(user);
  const isDelegated = known !== 0 && accountTable.int(known, DELEGATED_TO) !== 0;
  const notYours = refuseLane(isDelegated, lane === 'builder');
  if (notYours !== null) return fresh(state, { kind: 'refused', ...notYours });
  const message = challengeBytes(command, state.network);
  if (nonce <= outcomes.lastNonce(known, ORDER_NONCE)) {
    return answerSignedRepeat(state, known, command, message);
  }
  const notNow = refuseNow(state, { account: known, market: 0 });
  if (notNow !== null) return fresh(state, { kind: 'refused', ...notNow });
  const one = openCase(state, command.caseId);
  if ('kind' in one) return fresh(state, one);
  const no = refuseChallenge(state, one, command);
  if (no !== null) return fresh(state, no);
  const account = known === 0 ? accountTable.open(user) : known;

  // The nonce is used from here on, whatever the answer.
  const body = judge(state, one, account, command) ?? add(state, one, account, command, events);
  state.audit.account(account);
  const final = haltOnBreach(state, events) ? refused('HALTED') : body;
  const answer = fresh(state, final);
  if (final.kind === 'refused') {
    const { code, details, order } = final;
    const reason: Refusal = { code, details, order };
    const { builder } = command;
    events.add({ kind: 'refused', user, nonceKind: 'order', nonce, builder, refusal: reason });
  }
  const { market } = one.endings[0]!;
  state.signedOrderOutcomes.remember({ account, market, nonce, clientId }, message, answer.reply);
  return answer;
}

/** What no other time or state of the user would change. The nonce stays unused. */
function refuseChallenge(
  state: ExchangeState,
  one: Case,
  { claim, claimMarket, stake }: ChallengeCommand,
): Refused | null {
  if (isOver(state, one)) return refused('CASE_ENDED', { case_id: one.caseId });
  const rules = rulesOf(state, one.event);
  if (stake !== rules.stake) {
    const expected = rules.stake === 0 ? 'no challenge in this category' : `${rules.stake}`;
    return refused('VALIDATION_FAILED', { field: 'stake_micro_usdc', value: stake, expected });
  }
  const isOfEvent = one.market === 0;
  if (isOfEvent ? claim === 'yes' || claim === 'no' : claim === 'winner') {
    const expected = isOfEvent ? 'winner, void or too_early' : 'yes, no, void or too_early';
    return refused('VALIDATION_FAILED', { field: 'claim', value: claim, expected });
  }
  if (claimMarket === null || one.endings.some(({ market }) => isOf(state, market, claimMarket)))
    return null;
  return refused('MARKET_NOT_FOUND', { market_id: toHex(claimMarket) });
}

const isOf = ({ markets }: ExchangeState, market: number, marketId: Uint8Array): boolean =>
  markets.isId(market, marketId);

const claimOf = (state: ExchangeState, { claim, claimMarket }: ChallengeCommand) => ({
  claim,
  claimMarket: claimMarket === null ? 0 : state.markets.find(claimMarket),
});

function judge(
  state: ExchangeState,
  one: Case,
  account: number,
  command: ChallengeCommand,
): Refused | null {
  const { challenges, caseId } = one;
  if (challenges.some((other) => other.account === account))
    return refused('ALREADY_CHALLENGED', { case_id: caseId });
  if (challenges.length >= MAX_CHALLENGES) return refused('CASE_FULL', { limit: MAX_CHALLENGES });
  if (isClaimed(one, claimOf(state, command))) return refused('CLAIM_IS_THE_PROPOSAL');
  const { available, locked } = state.accounts.cash(account);
  if (command.stake <= available) return null;
  const shortfall = command.stake - available;
  const facts = { required: command.stake, available, locked, shortfall };
  return { kind: 'refused', ...refusal('INSUFFICIENT_BALANCE', facts) };
}

function add(
  state: ExchangeState,
  one: Case,
  account: number,
  command: ChallengeCommand,
  events: CommandEvents,
): ReplyOf<'challenged'> {
  const { user, caseId, claim, claimMarket, reason, stake, nonce, builder } = command;
  const challengeId = state.lastSeq;
  const added: Challenge = { challengeId, account, ...claimOf(state, command), stake };
  const wasDisputed = isDisputed(one);
  state.stakes.take(account, stake);
  state.cases.challenge(one, added);
  const said = { caseId, challengeId, user, claim, claimMarket, reason, amount: stake };
  events.add({ kind: 'case_challenged', ...said, nonce, builder });
  if (!wasDisputed)
    for (const { market } of one.endings) changeStatus(state, market, DISPUTED, events);
  return { kind: 'challenged', caseId, challengeId };
}
