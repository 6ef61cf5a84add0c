import type { CommandEvents } from '../command-events';
import { NO_ASK, NO_BID } from '../markets/price-ladder';
import type { CancelReason } from '../reply';
import type { ExchangeState } from '../state';
import { reasonIndex } from '../trading/order-ends';
import { cancelOrder } from './cancel-order';

/** Cancels every order of a market: bids best price first, then asks best price first, within a level by arrival. */
export function cancelMarketOrders(
  state: ExchangeState,
  market: number,
  reason: CancelReason,
  events: CommandEvents,
): void {
  const { ladder } = state;
  const index = reasonIndex(reason);
  state.audit.touch(market);
  for (let bid = ladder.bestBid(market); bid !== NO_BID; bid = ladder.bestBid(market)) {
    cancelOrder(state, ladder.firstAt(market, bid), index, events);
  }
  for (let ask = ladder.bestAsk(market); ask !== NO_ASK; ask = ladder.bestAsk(market)) {
    cancelOrder(state, ladder.firstAt(market, ask), index, events);
  }
}
