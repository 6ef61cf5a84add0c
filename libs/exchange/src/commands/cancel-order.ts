import { ACCOUNT, FILLED, MARKET, OPEN } from '../orders/order-pool';
import type { CancelReason } from '../reply';
import type { ExchangeState } from '../state';
import { reasonIndex } from '../trading/order-ends';
import type { CommandEvents } from '../command-events';

/** What the cancel of a resting order came to. */
export interface Cancelled {
  readonly orderId: number;
  readonly filledSize: number;
  readonly cancelledSize: number;
  readonly releasedMicroUsdc: number;
}

/** Cancels one resting order by its record, and tells it. */
export function cancelOrder(
  state: ExchangeState,
  record: number,
  reason: CancelReason,
  events: CommandEvents,
): Cancelled {
  const { orders, markets, accountTable } = state;
  const market = orders.int(record, MARKET);
  const account = orders.int(record, ACCOUNT);
  const orderId = orders.idOf(record);
  const filledSize = orders.int(record, FILLED);
  const cancelledSize = orders.int(record, OPEN);
  state.audit.touch(market);
  const releasedMicroUsdc = state.ends.cancel(record, reasonIndex(reason));
  state.audit.account(account);
  const cancelled = { orderId, filledSize, cancelledSize, releasedMicroUsdc };
  events.add({
    kind: 'order_cancelled',
    user: accountTable.userOf(account),
    marketId: markets.idOf(market),
    reason,
    ...cancelled,
  });
  return cancelled;
}
