import { assert } from '@bellwether/errors';
import { RecordPool } from '../tables/record-pool';

/**
 * Open orders, 96 bytes each. What a walk over a book reads comes first.
 *
 *     ints  0-2     next, previous order of the price level · level
 *     ints  3-4     open contracts, 0 where the record is free · word (order-word.ts)
 *     ints  5-7     market · account · position
 *     words 4-6     nonce · seq and time of placing
 *     words 7-8     notional of all fills · curve of the fills as maker (money/fees.ts)
 *     ints  18-21   size · filled · next, previous open order of the user
 *     ints  22-23   builder · generation
 *
 * An order id is the record's number and the record's generation, which rises with each use: looking an order up
 * needs no map, and no id comes twice. A record whose generations are used up is retired (after 10^9 orders).
 */
export const WORDS_PER_ORDER = 12;
export const INTS_PER_ORDER = 24;

export const NEXT = 0;
export const PREVIOUS = 1;
export const LEVEL = 2;
export const OPEN = 3;
export const WORD = 4;
export const MARKET = 5;
export const ACCOUNT = 6;
export const POSITION = 7;
export const SIZE = 18;
export const FILLED = 19;
export const NEXT_OF_USER = 20;
export const PREVIOUS_OF_USER = 21;
export const BUILDER = 22;
const GENERATION = 23;

export const NONCE = 4;
export const SEQ = 5;
export const CREATED_MS = 6;
export const NOTIONAL = 7;
export const MAKER_CURVE = 8;

export const ORDER_NUMBERS = 2 ** 23;
/** (2^30 - 2) * 2^23 + 2^23 is the largest id below 2^53. */
const LAST_GENERATION = 2 ** 30 - 2;

export class OrderPool extends RecordPool {
  constructor(maxOrders: number, expectedOrders: number) {
    assert(maxOrders <= ORDER_NUMBERS, 'order numbers have 23 bits');
    super(WORDS_PER_ORDER, NEXT, maxOrders, expectedOrders);
  }

  int(order: number, field: number): number {
    return this.ints[order * INTS_PER_ORDER + field]!;
  }

  setInt(order: number, field: number, value: number): void {
    this.ints[order * INTS_PER_ORDER + field] = value;
  }

  word(order: number, field: number): number {
    return this.words[order * WORDS_PER_ORDER + field]!;
  }

  setWord(order: number, field: number, value: number): void {
    this.words[order * WORDS_PER_ORDER + field] = value;
  }

  /** A record for a new order; the caller fills in every field but the generation. */
  open(): number {
    return this.take();
  }

  /** The order has ended: its id is never valid again. */
  close(order: number): void {
    this.setInt(order, OPEN, 0);
    const generation = this.generationOf(order);
    if (generation === LAST_GENERATION) {
      this.retire();
      return;
    }
    this.setInt(order, GENERATION, generation + 1);
    this.giveBack(order);
  }

  generationOf(order: number): number {
    return this.int(order, GENERATION);
  }

  idOf(order: number): number {
    return this.generationOf(order) * ORDER_NUMBERS + order;
  }

  /** The record of an open order, 0 where the id is not that of one. */
  find(orderId: number): number {
    const generation = Math.floor((orderId - 1) / ORDER_NUMBERS);
    // An id is a double, a record's number is not: arithmetic on doubles would follow it wherever it goes.
    const order = (orderId - generation * ORDER_NUMBERS) | 0;
    if (order < 1 || order > this.used || this.generationOf(order) !== generation) return 0;
    return this.int(order, OPEN) > 0 ? order : 0;
  }
}
