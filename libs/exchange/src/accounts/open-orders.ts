import { NEXT_OF_USER, PREVIOUS_OF_USER } from '../orders/order-pool';
import type { OrderPool } from '../orders/order-pool';
import { ReduceOnlyBuys } from './reduce-only-buys';
import { FIRST_ORDER, LAST_ORDER, OPEN_ORDERS } from './account-table';
import type { AccountTable } from './account-table';

/** Each account's open orders, oldest first: a linked list through the orders' own records. */
export class OpenOrders {
  readonly reduceOnlyBuys: ReduceOnlyBuys;

  constructor(
    private readonly accounts: AccountTable,
    private readonly orders: OrderPool,
  ) {
    this.reduceOnlyBuys = new ReduceOnlyBuys(orders);
  }

  first(account: number): number {
    return this.accounts.int(account, FIRST_ORDER);
  }

  last(account: number): number {
    return this.accounts.int(account, LAST_ORDER);
  }

  count(account: number): number {
    return this.accounts.int(account, OPEN_ORDERS);
  }

  next(order: number): number {
    return this.orders.int(order, NEXT_OF_USER);
  }

  previous(order: number): number {
    return this.orders.int(order, PREVIOUS_OF_USER);
  }

  append(account: number, order: number): void {
    const { orders } = this;
    const ints = this.accounts.ints;
    const at = account << 5;
    const last = ints[at + LAST_ORDER]!;
    orders.setInt(order, PREVIOUS_OF_USER, last);
    orders.setInt(order, NEXT_OF_USER, 0);
    if (last === 0) ints[at + FIRST_ORDER] = order;
    else orders.setInt(last, NEXT_OF_USER, order);
    ints[at + LAST_ORDER] = order;
    ints[at + OPEN_ORDERS]!++;
    this.reduceOnlyBuys.add(order);
  }

  remove(account: number, order: number): void {
    const { orders } = this;
    const ints = this.accounts.ints;
    const at = account << 5;
    const next = orders.int(order, NEXT_OF_USER);
    const previous = orders.int(order, PREVIOUS_OF_USER);
    if (previous === 0) ints[at + FIRST_ORDER] = next;
    else orders.setInt(previous, NEXT_OF_USER, next);
    if (next === 0) ints[at + LAST_ORDER] = previous;
    else orders.setInt(next, PREVIOUS_OF_USER, previous);
    ints[at + OPEN_ORDERS]!--;
    this.reduceOnlyBuys.remove(order);
  }

  /** Rebuilds what follows from the lists, after they were loaded. */
  loaded(): void {
    for (let account = 1; account <= this.accounts.count; account++) {
      for (let order = this.first(account); order !== 0; order = this.next(order))
        this.reduceOnlyBuys.add(order);
    }
  }
}
