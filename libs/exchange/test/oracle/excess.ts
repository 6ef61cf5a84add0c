/** Open orders beyond what a user may have now (docs/protocol/matching.md, section 2.1). */
import { cancelOrder } from './cancels';
import { openOrderLimitOf } from './orders';
import type { Account, State } from './state';

const excessOf = (state: State, account: Account): number =>
  Math.max(0, account.openOrders.length - openOrderLimitOf(state, account));

export const accountsInExcess = (state: State): Account[] =>
  [...state.accounts.values()].filter((account) => excessOf(state, account) > 0);

/** What a tick cancels: the newest orders of those accounts, so many in all. */
export function cancelExcess(state: State): void {
  const newest = accountsInExcess(state).flatMap((account) =>
    account.openOrders.toReversed().slice(0, excessOf(state, account)),
  );
  for (const order of newest.slice(0, state.limits.endedPerSlice))
    cancelOrder(state, order, 'open_order_limit');
}
