import { sameBytes } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { OrderView } from '@bellwether/exchange';
import { presentOrder } from './order';

/** An order as its user names it. */
export interface NamedOrder {
  readonly user: Uint8Array;
  readonly orderId: number;
  readonly marketId: Uint8Array;
  /** That the command used, if it uses any: no answer may then be a 503, which means that none was used. */
  readonly nonce?: number;
}

export interface OrdersInHistory {
  /** Null: history has no such order of the user. @throws CodedError HISTORY_UNAVAILABLE */
  byId(user: Uint8Array, orderId: number): Promise<OrderView | null>;
}

/**
 * Sends a command for an open order. The engine remembers the last 100,000 finished ones. An unknown one may have ended
 * before: history knows.
 *
 * @throws CodedError ORDER_NOT_OPEN with the final order; HISTORY_UNAVAILABLE if history does not answer, or still has
 *   the order as open, and no nonce is used; errors of `send`
 */
export async function onOpenOrder<Sent>(
  named: NamedOrder,
  history: OrdersInHistory,
  send: () => Promise<Sent>,
): Promise<Sent> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'ORDER_NOT_FOUND') throw error;
    throw await fateOf(named, history, error);
  }
}

async function fateOf(
  { user, orderId, marketId, nonce }: NamedOrder,
  history: OrdersInHistory,
  unknown: CodedError,
): Promise<CodedError> {
  try {
    const order = await history.byId(user, orderId);
    if (order === null || !sameBytes(order.marketId, marketId)) return unknown;
    if (order.status !== 'filled' && order.status !== 'cancelled')
      throw new CodedError('HISTORY_UNAVAILABLE', { order_id: orderId });
    const { isReplay } = unknown;
    return new CodedError('ORDER_NOT_OPEN', { order: presentOrder(order) }, { isReplay });
  } catch (error) {
    const isAway = error instanceof CodedError && error.code === 'HISTORY_UNAVAILABLE';
    if (isAway && nonce !== undefined) return unknown;
    throw error;
  }
}
