import { ACCOUNT, FILLED, MARKET, OPEN } from '../orders/order-pool';
import { CANCEL_REASONS } from '../reply';
import type { ReplyOf } from '../reply';
import type { ExchangeState } from '../state';
import type { CommandEvents } from '../command-events';

/**
 * Cancels one resting order by its record and emits the event. The objects are built field by field: a spread costs
 * more than the rest of this function.
 *
 * @param reason an index into `CANCEL_REASONS`
 */
export function cancelOrder(
  state: ExchangeState,
  record: number,
  reason: number,
  events: CommandEvents,
): ReplyOf<'cancel'> {
  const { orders, markets, accountTable } = state;
  const market = orders.int(record, MARKET);
  const account = orders.int(record, ACCOUNT);
  const orderId = orders.idOf(record);
  const filledSize = orders.int(record, FILLED);
  const cancelledSize = orders.int(record, OPEN);
  state.audit.touch(market);
  const releasedMicroUsdc = state.ends.cancel(record, reason);
  state.audit.account(account);
  const marketId = markets.idOf(market);
  events.add({
    kind: 'order_cancelled',
    orderId,
    user: accountTable.userOf(account),
    marketId,
    filledSize,
    cancelledSize,
    releasedMicroUsdc,
    reason: CANCEL_REASONS[reason]!,
  });
  return { kind: 'cancel', orderId, marketId, cancelledSize, filledSize, releasedMicroUsdc };
}
