/** How many withdrawals a user, or a source of revenue, may have. */
import type { Refusal } from '../../src/reply';
import { refuse } from './refusals';
import { openWithdrawalsOf, placesForAll } from './state';
import type { Account, State } from './state';

/** A user's, or a source's, share of the withdrawals. */
export function refuseForLimits(state: State, account: Account | undefined): Refusal | null {
  const { withdrawalLimits: limits } = state;
  if (limits === null) return null;
  const open = openWithdrawalsOf(state).filter((one) => one.account === account).length;
  if (open >= limits.openPerUser)
    return refuse('TOO_MANY_OPEN_WITHDRAWALS', { limit: limits.openPerUser, open });
  const today = dayOf(state.timestampMs);
  const used = state.accepted.filter(
    (one) => one.account === account && dayOf(one.createdMs) === today,
  ).length;
  if (used < limits.dailyPerUser) return null;
  const facts = { limit: limits.dailyPerUser, used, renews_at: (today + 1) * 86_400 };
  return refuse('DAILY_WITHDRAWALS_USED', facts);
}

const dayOf = (timestampMs: number): number => Math.floor(timestampMs / 86_400_000);

/** The last places are reserved for users with few open withdrawals. */
export function hasWithdrawalPlace(state: State, account: Account | undefined): boolean {
  const open = openWithdrawalsOf(state);
  const { maxOpenWithdrawals } = state.limits;
  const held = open.filter((withdrawal) => withdrawal.account === account).length;
  const isFew = state.money === null || held < state.money.fewRecords;
  return open.length < (isFew ? maxOpenWithdrawals : placesForAll(state, maxOpenWithdrawals));
}
