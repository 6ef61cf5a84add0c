import { assert } from '@bellwether/errors';
import { LANES_OF } from '../command';
import type { CommandKind, JournaledCommand, Lane } from '../command';
import type { CommandEvents } from '../command-events';
import type { Answer } from '../reply';
import type { ExchangeState } from '../state';
import { fresh } from './answers';
import { amend } from './amend';
import { attest } from './attest';
import { cancel } from './cancel';
import { cancelAfter } from './cancel-after';
import { cancelAll } from './cancel-all';
import { chainCredit } from './chain-credit';
import { challenge } from './challenge';
import { chargeGas } from './charge-gas';
import { createEvent } from './create-event';
import { decide } from './decide';
import { withdrawCase } from './end-case';
import { refundWithdrawal, settleWithdrawal } from './end-withdrawal';
import { fillFund, makeGood } from './grants';
import { setMarketStatus } from './market-status';
import { placeOrder } from './place-order';
import { payRevenue } from './pay-revenue';
import { propose } from './propose';
import { recover } from './recover';
import { redeem } from './redeem';
import { refuseSender } from './refuse-stranger';
import { registerDelegate } from './register-delegate';
import { resolveEvent } from './resolve-event';
import { resolveMarket } from './resolve-market';
import { setSource } from './set-source';
import {
  setArchiving,
  setFees,
  setMode,
  setMoneyLimits,
  setResolutionRules,
  setUserLimits,
  setWithdrawalLimits,
  setWithdrawals,
} from './settings';
import { testCredit } from './test-credit';
import { allowTradingKey, revokeTradingKey } from './trading-key';
import { withdraw } from './withdraw';

/** Fast path: most commands are orders and cancels on the lane of the same name, which needs no table look-up. */
const isOfLane = (kind: CommandKind, lane: Lane): boolean =>
  kind === lane || LANES_OF[kind].includes(lane);

/** Applies one command. Its shape and lane were checked before it was journaled (`validateCommand`). */
export function carryOut(
  state: ExchangeState,
  { lane, command }: JournaledCommand,
  events: CommandEvents,
): Answer {
  assert(isOfLane(command.kind, lane), 'a command came on a lane of another kind');
  const no = refuseSender(state, lane, command, state.lastTimestampMs);
  if (no !== null) return fresh(state, { kind: 'refused', ...no });
  return apply(state, lane, command, events);
}

// eslint-disable-next-line max-lines-per-function -- a case for each kind, and nothing else
function apply(
  state: ExchangeState,
  lane: Lane,
  command: JournaledCommand['command'],
  events: CommandEvents,
): Answer {
  switch (command.kind) {
    case 'order':
      return placeOrder(state, lane, command, events);
    case 'amend':
      return amend(state, lane, command, events);
    case 'cancel_after':
      return cancelAfter(state, command, events);
    case 'allow_trading_key':
      return allowTradingKey(state, command, events);
    case 'revoke_trading_key':
      return revokeTradingKey(state, command, events);
    case 'cancel':
      return cancel(state, command, events);
    case 'cancel_all':
      return cancelAll(state, command, events);
    case 'register_delegate':
      return registerDelegate(state, command, events);
    case 'create_event':
      return createEvent(state, command, events);
    case 'set_market_status':
      return setMarketStatus(state, command, events);
    case 'resolve_market':
      return resolveMarket(state, command, events);
    case 'resolve_event':
      return resolveEvent(state, command, events);
    case 'set_mode':
      return setMode(state, command, events);
    case 'set_fees':
      return setFees(state, command, events);
    case 'test_credit':
      return testCredit(state, command, events);
    case 'set_user_limits':
      return setUserLimits(state, command, events);
    case 'set_money_limits':
      return setMoneyLimits(state, command);
    case 'set_withdrawal_limits':
      return setWithdrawalLimits(state, command);
    case 'set_archiving':
      return setArchiving(state, command);
    case 'tick':
      return fresh(state, { kind: 'ticked' });
    case 'withdraw':
      return withdraw(state, command, events);
    case 'redeem':
      return redeem(state, lane, command, events);
    case 'recover':
      return recover(state, command, events);
    case 'chain_credit':
      return chainCredit(state, command, events);
    case 'charge_gas':
      return chargeGas(state, command, events);
    case 'settle_withdrawal':
      return settleWithdrawal(state, command, events);
    case 'refund_withdrawal':
      return refundWithdrawal(state, command, events);
    case 'pay_revenue':
      return payRevenue(state, command, events);
    case 'set_withdrawals':
      return setWithdrawals(state, command, events);
    case 'set_resolution_rules':
      return setResolutionRules(state, command, events);
    case 'propose':
      return propose(state, command, events);
    case 'withdraw_case':
      return withdrawCase(state, command, events);
    case 'challenge':
      return challenge(state, lane, command, events);
    case 'decide':
      return decide(state, command, events);
    case 'attest':
      return attest(state, command, events);
    case 'set_source':
      return setSource(state, command, events);
    case 'fill_fund':
      return fillFund(state, command, events);
    case 'make_good':
      return makeGood(state, command, events);
  }
}
