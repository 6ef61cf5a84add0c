import type { CommandEvents } from '../command-events';
import { OPEN, WORD } from '../orders/order-pool';
import { outcomeOf } from '../orders/order-word';
import { restingOrderView } from '../replies/order-view';
import type { ExchangeState } from '../state';
import { reasonIndex } from '../trading/order-ends';
import { cancelOrder } from './cancel-order';

const REDUCE_ONLY = reasonIndex('reduce_only');

/**
 * After the fills of a command: where the reduce-only buys of a position are more than its holder has left to reduce,
 * the newest gives way first, whole or in part. Only a fill changes that difference: pairs that are redeemed leave it
 * as it is, and the end of a market ends its orders. Cost: O(positions filled that have such orders).
 */
export function keepReduceOnly(state: ExchangeState, events: CommandEvents): void {
  for (const position of state.matching.reduced) trim(state, position, events);
}

function trim(state: ExchangeState, position: number, events: CommandEvents): void {
  const { orders, positions } = state;
  const { reduceOnlyBuys } = state.accounts.openOrders;
  let newest = reduceOnlyBuys.of(position).at(-1);
  if (newest === undefined) return;
  const outcome = outcomeOf(orders.int(newest, WORD));
  let excess = reduceOnlyBuys.contracts(position) - positions.reducible(position, outcome);
  while (excess > 0 && newest !== undefined) {
    const open = orders.int(newest, OPEN);
    if (open > excess) {
      state.placement.reduceTo(newest, open - excess);
      events.add({
        kind: 'order_amended',
        order: restingOrderView(state, newest),
        keptPlace: true,
      });
      return;
    }
    cancelOrder(state, newest, REDUCE_ONLY, events);
    excess -= open;
    newest = reduceOnlyBuys.of(position).at(-1);
  }
}
