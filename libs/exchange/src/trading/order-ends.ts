import type { Accounts } from '../accounts/accounts';
import type { KeyBudgets } from '../accounts/key-budgets';
import type { Locks } from '../accounts/locks';
import { CANCEL_REASONS } from '../reply';
import type { CancelReason } from '../reply';
import type { PriceLadder } from '../markets/price-ladder';
import { FILLED_ENTIRELY } from '../orders/finished-orders';
import type { FinishedOrders } from '../orders/finished-orders';
import type { DueQueue } from '../tables/due-queue';
import { expires } from '../orders/order-word';
import { ACCOUNT, MARKET, POSITION, WORD } from '../orders/order-pool';
import type { OrderPool } from '../orders/order-pool';

export const reasonIndex = (reason: CancelReason): number => CANCEL_REASONS.indexOf(reason);

/** Ends resting orders: they leave the book, their user's list and the pool, and their final state is remembered. */
export class OrderEnds {
  constructor(
    private readonly orders: OrderPool,
    private readonly finished: FinishedOrders,
    private readonly expiries: DueQueue,
    private readonly ladder: PriceLadder,
    private readonly accounts: Accounts,
    private readonly locks: Locks,
    private readonly budgets: KeyBudgets,
  ) {}

  /** Ends a resting order that has nothing left open. */
  filled(order: number): void {
    this.end(order, FILLED_ENTIRELY);
  }

  /**
   * Cancels the open part of a resting order.
   *
   * @param reason an index into `CANCEL_REASONS`
   * @returns the micro-USDC released; 0 for a sell, which releases contracts
   */
  cancel(order: number, reason: number): number {
    const released = this.locks.release(order);
    this.end(order, reason);
    return released;
  }

  private end(order: number, reason: number): void {
    const { orders } = this;
    this.finished.remember(orders, order, reason);
    this.budgets.ended(order);
    this.ladder.remove(order);
    if (expires(orders.int(order, WORD))) this.expiries.remove(order);
    this.accounts.openOrders.remove(orders.int(order, ACCOUNT), order);
    this.accounts.letGo(orders.int(order, MARKET), orders.int(order, POSITION));
    orders.close(order);
  }
}
