import type { Accounts } from '../accounts/accounts';
import type { Locks } from '../accounts/locks';
import { CANCEL_REASONS } from '../reply';
import type { CancelReason } from '../reply';
import type { PriceLadder } from '../markets/price-ladder';
import { FILLED_ENTIRELY } from '../orders/finished-orders';
import type { FinishedOrders } from '../orders/finished-orders';
import { ACCOUNT, MARKET, POSITION } from '../orders/order-pool';
import type { OrderPool } from '../orders/order-pool';

export const reasonIndex = (reason: CancelReason): number => CANCEL_REASONS.indexOf(reason);

/** How resting orders end: they leave the book, their user's list and the pool, and are remembered as they ended. */
export class OrderEnds {
  constructor(
    private readonly orders: OrderPool,
    private readonly finished: FinishedOrders,
    private readonly ladder: PriceLadder,
    private readonly accounts: Accounts,
    private readonly locks: Locks,
  ) {}

  /** A resting order with nothing left open. */
  filled(order: number): void {
    this.end(order, FILLED_ENTIRELY);
  }

  /**
   * Cancels what is open of a resting order.
   *
   * @param reason an index into `CANCEL_REASONS`
   * @returns the micro-USDC it releases; a sell releases contracts, hence 0
   */
  cancel(order: number, reason: number): number {
    const released = this.locks.release(order);
    this.end(order, reason);
    return released;
  }

  private end(order: number, reason: number): void {
    const { orders } = this;
    this.finished.remember(orders, order, reason);
    this.ladder.remove(order);
    this.accounts.openOrders.remove(orders.int(order, ACCOUNT), order);
    this.accounts.letGo(orders.int(order, MARKET), orders.int(order, POSITION));
    orders.close(order);
  }
}
