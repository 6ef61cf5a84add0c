import { DELEGATED_TO } from '../accounts/account-table';
import type { CommandEvents } from '../command-events';
import type { CommandOf, Lane } from '../command';
import { MICRO_USDC_PER_CONTRACT } from '../limits';
import { RESOLVED } from '../markets/market-table';
import { NO, YES } from '../orders/order-word';
import { ORDER_NONCE } from '../outcomes/order-outcome';
import { refusal } from '../refusal';
import type { Answer, Refusal, ReplyOf } from '../reply';
import { redeemBytes } from '../signed-messages';
import type { ExchangeState } from '../state';
import { fresh } from './answers';
import { haltOnBreach } from './breach-halt';
import { keyOf } from './order-numbers';
import { refuseLane, refuseNow, refuseUnknownMarket } from './order-refusals';
import { answerSignedRepeat } from './signed-order-repeat';

type Redeem = CommandOf<'redeem'>;

/**
 * Redeems pairs of contracts: the holder gives one YES and one NO and receives 1 USD from the market's collateral. Until
 * its market is resolved a pair is always worth that, so a paused or closed market redeems too.
 */
export function redeem(
  state: ExchangeState,
  lane: Lane,
  command: Redeem,
  events: CommandEvents,
): Answer {
  const { accountTable, outcomes } = state;
  const known = accountTable.find(command.user);
  const isDelegated = known !== 0 && accountTable.int(known, DELEGATED_TO) !== 0;
  const notYours = refuseLane(isDelegated, lane === 'builder');
  if (notYours !== null) return fresh(state, { kind: 'refused', ...notYours });

  const message = redeemBytes(command, state.network);
  if (command.nonce <= outcomes.lastNonce(known, ORDER_NONCE)) {
    return answerSignedRepeat(state, known, command, message);
  }
  const market = state.markets.find(command.marketId);
  const notNow = refuseNow(state, { account: known, market });
  if (notNow !== null) return fresh(state, { kind: 'refused', ...notNow });
  const account = known === 0 ? accountTable.open(command.user) : known;

  // The nonce is used from here on, whatever the answer.
  const no = refuse(state, { account, market }, command);
  const body = no === null ? carryOut(state, { account, market }, command) : no;
  const final = haltOnBreach(state, events) ? refusal('HALTED') : body;
  const answer = fresh(state, 'kind' in final ? final : { kind: 'refused', ...final });
  emit(command, answer, events);
  state.signedOrderOutcomes.remember(
    { account, market, nonce: command.nonce, clientId: command.clientId },
    message,
    answer.reply,
  );
  return answer;
}

function refuse(
  state: ExchangeState,
  { account, market }: { readonly account: number; readonly market: number },
  { marketId, size, signer }: Redeem,
): Refusal | null {
  const unknown = refuseUnknownMarket(marketId, market);
  if (unknown !== null) return unknown;
  if (state.markets.status(market) >= RESOLVED)
    return refusal('MARKET_NOT_ACTIVE', { status: state.markets.statusName(market) });
  if (keyOf(state, account, signer)?.redeem === false)
    return refusal('TRADING_KEY_BOUND', { bound: 'redeem' });
  const position = state.positions.find(account, market);
  const yes = state.accounts.contracts(position, YES);
  const no = state.accounts.contracts(position, NO);
  const fewer = no.available < yes.available ? no : yes;
  if (size <= fewer.available) return null;
  const { available, locked } = fewer;
  return refusal('INSUFFICIENT_POSITION', {
    outcome: fewer === yes ? 'yes' : 'no',
    required: size,
    available,
    locked,
    shortfall: size - available,
  });
}

function carryOut(
  state: ExchangeState,
  { account, market }: { readonly account: number; readonly market: number },
  { marketId, size, nonce }: Redeem,
): ReplyOf<'redeem'> {
  state.audit.touch(market);
  const position = state.positions.find(account, market);
  const paidMicroUsdc = size * MICRO_USDC_PER_CONTRACT;
  state.accounts.redeem(market, position, account, size);
  state.accounts.freeIfIdle(market, position);
  state.audit.account(account);
  return { kind: 'redeem', marketId, size, paidMicroUsdc, nonce };
}

function emit(
  { user, marketId, nonce, builder }: Redeem,
  { reply: { body } }: Answer,
  events: CommandEvents,
): void {
  if (body.kind === 'refused') {
    const { code, details, order } = body;
    const reason: Refusal = { code, details, order };
    events.add({ kind: 'refused', user, nonceKind: 'order', nonce, builder, refusal: reason });
  } else if (body.kind === 'redeem') {
    const { size, paidMicroUsdc } = body;
    events.add({ kind: 'redeemed', user, marketId, size, paidMicroUsdc, nonce, builder });
  }
}
