import type { Accounts } from '../accounts/accounts';
import type { Locks } from '../accounts/locks';
import type { Walk } from '../markets/walk';
import { lockOfBuy } from '../money/fees';
import { FILLED_ENTIRELY } from '../orders/finished-orders';
import { ACCOUNT, FILLED, OPEN, WORD } from '../orders/order-pool';
import type { OrderPool } from '../orders/order-pool';
import { BUY } from '../orders/order-word';
import type { RefusalCode } from '../reply';
import { endReason, restOf } from './rest-of-order';
import type { Admission } from './admission';
import type { Budget } from './budget';
import type { FillPricing } from './fill-pricing';
import type { IncomingOrder } from './incoming-order';
import { StepLog } from './step-log';

/**
 * Predicts the placement of an order with the walk, admission and pricing of `OrderPlacement` and `Matching`, up to
 * the point where they begin to change state. For an order that would be refused, it predicts the outcome without the
 * refusal. Trade ids and the order's own id are 0. Cost: that of the walk.
 */
export class OrderPreview {
  readonly log = new StepLog();
  /** Of the last order, in the form of `OrderPlacement`. */
  readonly orderId = 0;
  filled = 0;
  resting = 0;
  reason = FILLED_ENTIRELY;
  /** Micro-USDC or contracts that the resting part would lock. */
  locked = 0;
  /** Resting orders that it would reach: filled, cancelled, or its own that ends it. */
  ordersMet = 0;

  constructor(
    private readonly orders: OrderPool,
    private readonly accounts: Accounts,
    private readonly locks: Locks,
    private readonly walk: Walk,
    private readonly budget: Budget,
    private readonly admission: Admission,
    private readonly pricing: FillPricing,
  ) {}

  /**
   * @param order its account is the one whose resting orders are its own, 0 for none
   * @param holder the account that pays, 0 for a user without one; null: nobody in particular, so funds are not checked
   */
  run(order: IncomingOrder, holder: number | null): RefusalCode | null {
    const { walk, pricing } = this;
    walk.run(order);
    this.budget.bound(order);
    // Not `accounts.position`: it stores what it finds, and a preview must not change state.
    const position = this.accounts.positions.find(holder ?? 0, order.market);
    const refusal =
      holder === null
        ? this.admission.refusalOfTerms(order, walk)
        : this.refusalOf(order, holder, position);

    pricing.begin(order, position);
    this.log.begin(walk.steps);
    for (let step = 0; step < walk.steps; step++) {
      this.predict(order, step);
    }
    this.filled = walk.taken;
    this.ordersMet = walk.ordersMet;
    this.resting = restOf(order, walk);
    this.reason = this.resting > 0 ? FILLED_ENTIRELY : endReason(order, walk);
    this.locked = this.lockOf(order);
    return refusal;
  }

  private refusalOf(order: IncomingOrder, holder: number, position: number): RefusalCode | null {
    const { account } = order;
    order.account = holder;
    const refusal = this.admission.refusalOf(order, this.walk, position);
    order.account = account;
    return refusal;
  }

  private predict(order: IncomingOrder, step: number): void {
    const { log, orders, walk } = this;
    const maker = walk.makers[step]!;
    const quantity = walk.quantities[step]!;
    const orderId = orders.idOf(maker);
    const word = orders.int(maker, WORD);
    if (quantity === 0) {
      log.cancel({ orderId, account: orders.int(maker, ACCOUNT) }, this.locks.cashOf(maker));
    } else {
      log.fill(0, orderId, this.pricing.fill(order, maker, word, quantity));
    }
    const filled = orders.int(maker, FILLED) + quantity;
    log.maker(word, filled, orders.int(maker, OPEN) - quantity);
  }

  private lockOf(order: IncomingOrder): number {
    if (order.side !== BUY) return this.resting;
    return lockOfBuy(order.price, this.resting, order.feeBps, this.pricing.takerNotional);
  }
}
