import { MAX_OPEN_ORDERS, SET_BY_OPERATOR } from '../accounts/account-table';
import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import { DEFAULT_MAX_OPEN_ORDERS } from '../limits';
import { refused } from '../refusal';
import type { Answer } from '../reply';
import type { ExchangeState } from '../state';
import { fresh } from './answers';

/**
 * Admin settings, and the funding workers' pause of withdrawals. Each is applied at once and emitted as one event.
 */

export function setMode(
  state: ExchangeState,
  { mode }: CommandOf<'set_mode'>,
  events: CommandEvents,
): Answer {
  state.mode = mode;
  events.add({ kind: 'mode', mode });
  return fresh(state, { kind: 'mode', mode });
}

export function setFees(
  state: ExchangeState,
  { categories }: CommandOf<'set_fees'>,
  events: CommandEvents,
): Answer {
  state.fees.set(categories, state.lastSeq);
  events.add({ kind: 'fees', categories });
  return fresh(state, { kind: 'fees', categories });
}

/** Events keep the rules that they were created with. */
export function setResolutionRules(
  state: ExchangeState,
  { rules }: CommandOf<'set_resolution_rules'>,
  events: CommandEvents,
): Answer {
  state.cases.rules = rules;
  events.add({ kind: 'resolution_rules', rules });
  return fresh(state, { kind: 'resolution_rules', rules });
}

/** Answers with the limit that applies now. */
export function setUserLimits(
  state: ExchangeState,
  { user, maxOpenOrders: own }: CommandOf<'set_user_limits'>,
  events: CommandEvents,
): Answer {
  const account = accountFor(state, user);
  if (account === null) return fresh(state, refused('CAPACITY_REACHED'));
  const stored = own === null ? DEFAULT_MAX_OPEN_ORDERS : own + SET_BY_OPERATOR;
  state.accountTable.setInt(account, MAX_OPEN_ORDERS, stored);
  state.excess.look(account);
  const maxOpenOrders = state.money.openOrderLimit(account);
  events.add({ kind: 'open_order_limit', user, maxOpenOrders });
  return fresh(state, { kind: 'open_order_limit', user, maxOpenOrders });
}

/** The user's account, opened if there is room for it; null: there is none. */
function accountFor({ accountTable, money }: ExchangeState, user: Uint8Array): number | null {
  const known = accountTable.find(user);
  if (known !== 0) return known;
  return money.hasAccountPlace('money') ? accountTable.open(user) : null;
}

/** The leader's own configuration. No event: no reader depends on it. */
export function setMoneyLimits(
  state: ExchangeState,
  { limits }: CommandOf<'set_money_limits'>,
): Answer {
  if (state.money.limits === null) state.outcomes.beginKeeping();
  state.money.set(limits);
  state.excess.lookAtAll();
  return fresh(state, { kind: 'money_limits' });
}

/** The leader's own configuration. No event. */
export function setWithdrawalLimits(
  state: ExchangeState,
  { limits }: CommandOf<'set_withdrawal_limits'>,
): Answer {
  state.withdrawalQuota.limits = limits;
  return fresh(state, { kind: 'withdrawal_limits' });
}

/** The leader's own configuration. No event. */
export function setArchiving(
  state: ExchangeState,
  { archiving }: CommandOf<'set_archiving'>,
): Answer {
  state.archivedEvents.terms = archiving;
  return fresh(state, { kind: 'archiving' });
}

/** Opens or pauses withdrawals. Emits no event if nothing changes. */
export function setWithdrawals(
  state: ExchangeState,
  { paused }: CommandOf<'set_withdrawals'>,
  events: CommandEvents,
): Answer {
  if (state.withdrawalsPaused !== paused) events.add({ kind: 'withdrawals_paused', paused });
  state.withdrawalsPaused = paused;
  return fresh(state, { kind: 'withdrawals', paused });
}
