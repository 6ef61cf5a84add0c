import type { CommandEvents } from '../command-events';
import { MARKET } from '../orders/order-pool';
import type { ExchangeState } from '../state';
import { reasonIndex } from '../trading/order-ends';
import { cancelOrder } from './cancel-order';

const BY_LIMIT = reasonIndex('open_order_limit');

/**
 * The slice of a tick: at most `endedPerSlice` orders of accounts that have too many, the newest of each first. Those in a
 * frozen market stay.
 */
export function cancelExcess(state: ExchangeState, events: CommandEvents): void {
  const { excess, orders, markets } = state;
  const { openOrders } = state.accounts;
  let left = state.capacities.endedPerSlice;
  for (let account = excess.next(); account !== 0 && left > 0; account = excess.next()) {
    let over = excess.of(account);
    let order = openOrders.last(account);
    while (order !== 0 && over > 0 && left > 0) {
      const previous = openOrders.previous(order);
      if (!markets.isFrozen(orders.int(order, MARKET))) {
        cancelOrder(state, order, BY_LIMIT, events);
        over--;
        left--;
      }
      order = previous;
    }
    if (order === 0) excess.drop(account);
  }
}
