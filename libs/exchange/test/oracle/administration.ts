/** Delegates, test credits, open-order limits, modes and the fee schedule. */
import { toHex } from '@bellwether/codec';
import type { CommandOf } from '../../src/command';
import { DEFAULT_MAX_OPEN_ORDERS } from '../../src/limits';
import type { Refusal, Reply, ReplyBody } from '../../src/reply';
import { accountOf, findAccount, hasRoomFor } from './accounts';
import { availableOf, type State } from './state';
import { toSafeNumber } from './amounts';
import { openOrderLimitOf } from './orders';
import { refuse, refused } from './refusals';

export function registerDelegate(
  state: State,
  { user, builderId }: CommandOf<'register_delegate'>,
): ReplyBody {
  const known = findAccount(state, user)?.delegatedTo ?? null;
  if (known !== null && known !== builderId) {
    return refused(refuse('USER_BELONGS_TO_ANOTHER_BUILDER'));
  }
  if (known === null) {
    const isNew = findAccount(state, user) === undefined;
    const others = [...state.accounts.values()].filter((one) => one.delegatedTo === builderId);
    const isOver = isNew && others.length >= state.limits.maxUsersOfBuilder;
    if (isOver || !hasRoomFor(state, user)) return refused(refuse('CAPACITY_REACHED'));
    accountOf(state, user).delegatedTo = builderId;
    state.emitted.push({ kind: 'delegate_registered', user, builderId });
  }
  return { kind: 'delegate_registered', user, builderId };
}

type TestCredit = CommandOf<'test_credit'>;

/** The reply of the credit this command repeats, if it is a repeat. */
export function repeatedCredit(
  state: State,
  { user, amount, reference }: TestCredit,
): Reply | null {
  const earlier = state.credits.get(reference);
  return earlier?.user === toHex(user) && earlier.amount === amount ? earlier.reply : null;
}

export function testCredit(state: State, command: TestCredit): ReplyBody {
  const refusal = refuseCredit(state, command);
  if (refusal !== null) return refused(refusal);
  const { user, amount, reference } = command;
  const account = accountOf(state, user);
  account.cash += BigInt(amount);
  state.testCredits += BigInt(amount);
  state.emitted.push({ kind: 'credited', user, amount, reference });
  return { kind: 'credited', user, available: toSafeNumber(availableOf(account)) };
}

function refuseCredit(state: State, { user, amount, reference }: TestCredit): Refusal | null {
  if (state.network !== 'test') return refuse('TEST_NETWORK_ONLY');
  if (state.credits.has(reference)) return refuse('REFERENCE_REUSED');
  if (state.credits.size >= state.limits.maxCreditReferences) return refuse('CAPACITY_REACHED');
  if (!hasRoomFor(state, user, 'money')) return refuse('CAPACITY_REACHED');
  const total = state.testCredits + state.depositsCredited + BigInt(amount);
  return total > BigInt(Number.MAX_SAFE_INTEGER) ? refuse('BALANCE_LIMIT_EXCEEDED') : null;
}

export function setUserLimits(
  state: State,
  { user, maxOpenOrders }: CommandOf<'set_user_limits'>,
): ReplyBody {
  if (!hasRoomFor(state, user, 'money')) return refused(refuse('CAPACITY_REACHED'));
  const account = accountOf(state, user);
  account.maxOpenOrders = maxOpenOrders ?? DEFAULT_MAX_OPEN_ORDERS;
  account.isLimitOwn = maxOpenOrders !== null;
  const reported = {
    kind: 'open_order_limit',
    user,
    maxOpenOrders: openOrderLimitOf(state, account),
  } as const;
  state.emitted.push(reported);
  return reported;
}

export function setMoneyLimits(state: State, { limits }: CommandOf<'set_money_limits'>): ReplyBody {
  state.money = limits;
  return { kind: 'money_limits' };
}

export function setWithdrawalLimits(
  state: State,
  { limits }: CommandOf<'set_withdrawal_limits'>,
): ReplyBody {
  state.withdrawalLimits = limits;
  return { kind: 'withdrawal_limits' };
}

export function setArchiving(state: State, { archiving }: CommandOf<'set_archiving'>): ReplyBody {
  state.archiving = archiving;
  return { kind: 'archiving' };
}

export function setMode(state: State, { mode }: CommandOf<'set_mode'>): ReplyBody {
  state.mode = mode;
  state.emitted.push({ kind: 'mode', mode });
  return { kind: 'mode', mode };
}

/** Events keep the rates they were created with. */
export function setFees(state: State, { categories }: CommandOf<'set_fees'>): ReplyBody {
  state.feeCategories = categories;
  state.feesAsOfSeq = state.seq;
  state.emitted.push({ kind: 'fees', categories });
  return { kind: 'fees', categories };
}

export function setWithdrawals(state: State, { paused }: CommandOf<'set_withdrawals'>): ReplyBody {
  if (state.withdrawalsPaused !== paused) {
    state.withdrawalsPaused = paused;
    state.emitted.push({ kind: 'withdrawals_paused', paused });
  }
  return { kind: 'withdrawals', paused };
}
