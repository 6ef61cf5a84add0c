import { NEXT_OF_USER, PREVIOUS_OF_USER } from '../orders/order-pool';
import type { OrderPool } from '../orders/order-pool';
import { FIRST_ORDER, LAST_ORDER, OPEN_ORDERS } from './account-table';
import type { AccountTable } from './account-table';

/** The open orders of each account, oldest first: a list through the orders' own records. */
export class OpenOrders {
  constructor(
    private readonly accounts: AccountTable,
    private readonly orders: OrderPool,
  ) {}

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
    return this.orders.coldInts[(order << 4) + NEXT_OF_USER]!;
  }

  previous(order: number): number {
    return this.orders.coldInts[(order << 4) + PREVIOUS_OF_USER]!;
  }

  append(account: number, order: number): void {
    const links = this.orders.coldInts;
    const ints = this.accounts.ints;
    const at = account << 5;
    const last = ints[at + LAST_ORDER]!;
    links[(order << 4) + PREVIOUS_OF_USER] = last;
    links[(order << 4) + NEXT_OF_USER] = 0;
    if (last === 0) ints[at + FIRST_ORDER] = order;
    else links[(last << 4) + NEXT_OF_USER] = order;
    ints[at + LAST_ORDER] = order;
    ints[at + OPEN_ORDERS]!++;
  }

  remove(account: number, order: number): void {
    const links = this.orders.coldInts;
    const ints = this.accounts.ints;
    const at = account << 5;
    const next = links[(order << 4) + NEXT_OF_USER]!;
    const previous = links[(order << 4) + PREVIOUS_OF_USER]!;
    if (previous === 0) ints[at + FIRST_ORDER] = next;
    else links[(previous << 4) + NEXT_OF_USER] = next;
    if (next === 0) ints[at + LAST_ORDER] = previous;
    else links[(next << 4) + PREVIOUS_OF_USER] = previous;
    ints[at + OPEN_ORDERS]!--;
  }
}
