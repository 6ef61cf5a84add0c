import type { Accounts } from '../accounts/accounts';
import type { KeyBudgets } from '../accounts/key-budgets';
import type { Locks } from '../accounts/locks';
import type { Audit } from '../invariants/audit';
import type { PriceLadder } from '../markets/price-ladder';
import type { Walk } from '../markets/walk';
import { FILLED_ENTIRELY } from '../orders/finished-orders';
import type { FinishedOrders } from '../orders/finished-orders';
import type { DueQueue } from '../tables/due-queue';
import {
  ACCOUNT,
  BUILDER,
  CREATED_MS,
  FILLED,
  INTS_PER_ORDER,
  MAKER_CURVE,
  MARKET,
  NONCE,
  NOTIONAL,
  OPEN,
  POSITION,
  SEQ,
  SIZE,
  WORD,
  WORDS_PER_ORDER,
} from '../orders/order-pool';
import type { OrderPool } from '../orders/order-pool';
import type { RefusalCode } from '../reply';
import { endReason, restOf } from './rest-of-order';
import type { Admission } from './admission';
import type { Budget } from './budget';
import type { GivingWay } from './giving-way';
import type { IncomingOrder } from './incoming-order';
import type { Matching } from './matching';

/**
 * The matching core. It works on numbers, builds no objects, and allocates only in the pools;
 * `commands/place-order.ts` converts words to numbers and its result to a reply.
 *
 * The order of the steps is a rule: walk the book, decide, and only then change anything. Nothing can fail after the
 * decision.
 */
export class OrderPlacement {
  /** Whether the last change left the order where it was in its queue. */
  keptPlace = false;
  /** Of the last changed order: all contracts, those filled before included. */
  size = 0;
  /** Of the last placed order. `reason`: why it ended with contracts unfilled, -1 if it did not. */
  orderId = 0;
  filled = 0;
  resting = 0;
  reason = FILLED_ENTIRELY;

  constructor(
    private readonly orders: OrderPool,
    private readonly finished: FinishedOrders,
    private readonly expiries: DueQueue,
    private readonly accounts: Accounts,
    private readonly locks: Locks,
    private readonly ladder: PriceLadder,
    readonly walk: Walk,
    private readonly budget: Budget,
    private readonly budgets: KeyBudgets,
    readonly admission: Admission,
    readonly matching: Matching,
    readonly givingWay: GivingWay,
    private readonly audit: Audit,
  ) {}

  /** Returns null if the order was placed. A refused order has changed nothing. */
  place(order: IncomingOrder): RefusalCode | null {
    this.walk.run(order);
    this.budget.bound(order);
    const position = this.accounts.position(order.account, order.market);
    const refusal = this.admission.refusalOf(order, this.walk, position);
    if (refusal !== null) return refusal;

    this.audit.touch(order.market);
    const record = this.open(order, position);
    this.givingWay.begin();
    this.admission.keyBounds.spend(order, this.walk);
    this.matching.run(order, record, this.walk);
    this.givingWay.run(this.matching.reduced);
    this.resting = restOf(order, this.walk);
    this.filled = this.orders.int(record, FILLED);
    if (this.resting > 0) this.rest(order, record);
    else this.end(order, record);
    this.audit.account(order.account);
    this.audit.sizes(order.market, order.size, this.filled, order.size - this.walk.taken);
    return null;
  }

  /**
   * Changes price and open contracts of a resting order. A smaller size at the same price keeps its place; anything else
   * leaves the book and comes in anew, in the same record. A refused change has changed nothing.
   *
   * @param order the terms as they shall be; its size is what is open after it
   */
  amend(order: IncomingOrder, record: number): RefusalCode | null {
    this.keptPlace =
      this.orders.int(record, WORD) === order.word && order.size <= this.orders.int(record, OPEN);
    this.walk.run(order);
    const refusal = this.admission.refusalOfAmend(order, this.walk, record);
    if (refusal !== null) return refusal;

    this.audit.touch(order.market);
    this.orderId = this.orders.idOf(record);
    this.givingWay.begin();
    if (this.keptPlace) this.shrink(order, record);
    else this.placeAnew(order, record);
    this.audit.account(order.account);
    const open = order.size - this.walk.taken;
    this.audit.sizes(order.market, this.size, this.filled, open);
    return null;
  }

  private shrink(order: IncomingOrder, record: number): void {
    this.givingWay.reduceTo(record, order.size);
    this.filled = this.orders.int(record, FILLED);
    this.size = this.orders.int(record, SIZE);
    this.matching.begin();
    this.resting = order.size;
    this.reason = FILLED_ENTIRELY;
  }

  private placeAnew(order: IncomingOrder, record: number): void {
    const { orders } = this;
    this.locks.release(record);
    this.budgets.rests(record, order.key);
    this.admission.keyBounds.spend(order, this.walk);
    this.ladder.remove(record);
    this.size = orders.int(record, FILLED) + order.size;
    orders.setInt(record, OPEN, 0);
    orders.setInt(record, WORD, order.word);
    orders.setInt(record, SIZE, this.size);
    this.matching.run(order, record, this.walk);
    this.givingWay.run(this.matching.reduced);
    this.resting = restOf(order, this.walk);
    this.filled = orders.int(record, FILLED);
    if (this.resting > 0) {
      orders.setInt(record, OPEN, this.resting);
      this.ladder.append(record);
      this.locks.lock(record);
      this.reason = FILLED_ENTIRELY;
      return;
    }
    this.accounts.openOrders.remove(order.account, record);
    this.budgets.ended(record);
    this.expiries.remove(record);
    this.end(order, record);
  }

  /** Creates a record for the order, outside the book for now. */
  private open(order: IncomingOrder, known: number): number {
    const position = known === 0 ? this.accounts.openPosition(order.account, order.market) : known;
    this.accounts.hold(position);
    const record = this.orders.open();
    const { ints, words } = this.orders;
    const at = record * INTS_PER_ORDER;
    const wordsAt = record * WORDS_PER_ORDER;
    ints[at + OPEN] = 0;
    ints[at + WORD] = order.word;
    ints[at + MARKET] = order.market;
    ints[at + ACCOUNT] = order.account;
    ints[at + POSITION] = position;
    words[wordsAt + NONCE] = order.nonce;
    words[wordsAt + SEQ] = order.seq;
    words[wordsAt + CREATED_MS] = order.timestampMs;
    words[wordsAt + NOTIONAL] = 0;
    words[wordsAt + MAKER_CURVE] = 0;
    ints[at + SIZE] = order.size;
    ints[at + FILLED] = 0;
    ints[at + BUILDER] = order.builder;
    this.orderId = this.orders.idOf(record);
    return record;
  }

  private rest(order: IncomingOrder, record: number): void {
    this.orders.setInt(record, OPEN, this.resting);
    this.ladder.append(record);
    this.budgets.rests(record, order.key);
    this.locks.lock(record);
    this.accounts.openOrders.append(order.account, record);
    if (order.expiresMs > 0) this.expiries.add(record, order.expiresMs, order.seq);
    this.reason = FILLED_ENTIRELY;
  }

  /** Ends an order that never rests: it is filled, or the rest is cancelled. */
  private end(order: IncomingOrder, record: number): void {
    const position = this.orders.int(record, POSITION);
    this.reason = endReason(order, this.walk);
    this.finished.remember(this.orders, record, this.reason);
    this.orders.close(record);
    this.accounts.letGo(order.market, position);
  }
}
