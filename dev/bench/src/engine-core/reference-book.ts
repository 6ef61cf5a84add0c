/**
 * A price-time matcher that is simple enough to be obviously right. It gives the generator its books and every
 * contender its totals.
 */
import { BID } from './command-words';

interface RestingOrder {
  readonly id: number;
  readonly side: number;
  readonly price: number;
  readonly account: number;
  readonly outcome: number;
  open: number;
  /** Its index in `ReferenceBook.live`. */
  place: number;
}

export class ReferenceBook {
  /** All resting orders, unordered, for a random choice. */
  readonly live: RestingOrder[] = [];
  private readonly levels = new Map<number, RestingOrder[]>();
  private bestBid = 0;
  private bestAsk = 10_000;

  /** Orders that an order of this limit and size would meet, in the order in which they fill. */
  reached(side: number, limit: number, size: number): RestingOrder[] {
    const met: RestingOrder[] = [];
    let left = size;
    const step = side === BID ? 1 : -1;
    const isWithin = (price: number) => (side === BID ? price <= limit : price >= limit);
    let price = side === BID ? this.bestAsk : this.bestBid;
    for (; left > 0 && price > 0 && price < 10_000 && isWithin(price); price += step) {
      for (const order of this.levels.get(price) ?? []) {
        if (left <= 0) break;
        met.push(order);
        left -= order.open;
      }
    }
    return met;
  }

  add(order: RestingOrder): void {
    const level = this.levels.get(order.price);
    if (level === undefined) this.levels.set(order.price, [order]);
    else level.push(order);
    order.place = this.live.push(order) - 1;
    if (order.side === BID) this.bestBid = Math.max(this.bestBid, order.price);
    else this.bestAsk = Math.min(this.bestAsk, order.price);
  }

  remove(order: RestingOrder): void {
    const last = this.live.pop()!;
    if (last !== order) {
      this.live[order.place] = last;
      last.place = order.place;
    }
    const level = this.levels.get(order.price)!;
    level.splice(level.indexOf(order), 1);
    if (level.length > 0) return;
    this.levels.delete(order.price);
    if (order.side === BID) {
      while (this.bestBid > 0 && !this.levels.has(this.bestBid)) this.bestBid--;
    } else {
      while (this.bestAsk < 10_000 && !this.levels.has(this.bestAsk)) this.bestAsk++;
    }
  }
}
