import { OPEN, POSITION, WORD } from '../orders/order-pool';
import type { OrderPool } from '../orders/order-pool';
import { BUY, isReduceOnly, sideOf } from '../orders/order-word';

/**
 * The open reduce-only buys of each position, in the order of their user's list. A sell gives what it has locked, so it
 * needs no count. At most `MAX_REDUCE_ONLY_BUYS` of a position, so each operation costs O(1). Not in a snapshot: it
 * follows from the lists of open orders.
 */
export class ReduceOnlyBuys {
  private readonly byPosition = new Map<number, number[]>();

  constructor(private readonly orders: OrderPool) {}

  /** Oldest first. */
  of(position: number): readonly number[] {
    return this.byPosition.get(position) ?? NONE;
  }

  /** Whether there are any. Cost: no look-up where no user has one. */
  isOf(position: number): boolean {
    return this.byPosition.size > 0 && this.byPosition.has(position);
  }

  /** Contracts that are open in them. */
  contracts(position: number): number {
    let contracts = 0;
    for (const order of this.of(position)) contracts += this.orders.int(order, OPEN);
    return contracts;
  }

  add(order: number): void {
    if (!this.concerns(order)) return;
    const position = this.orders.int(order, POSITION);
    const others = this.byPosition.get(position);
    if (others === undefined) this.byPosition.set(position, [order]);
    else others.push(order);
  }

  remove(order: number): void {
    if (!this.concerns(order)) return;
    const position = this.orders.int(order, POSITION);
    const left = this.of(position).filter((other) => other !== order);
    if (left.length === 0) this.byPosition.delete(position);
    else this.byPosition.set(position, left);
  }

  private concerns(order: number): boolean {
    const word = this.orders.int(order, WORD);
    return isReduceOnly(word) && sideOf(word) === BUY;
  }
}

const NONE: readonly number[] = [];
