import { believe } from '@bellwether/errors';
import { RecordPool } from '../tables/record-pool';
import type { PoolMarks } from '../tables/record-pool';
import { Records } from '../tables/records';

/**
 * Open orders: 96 bytes each in two records of the same number, the hot one for all that a walk over the book
 * reads, the cold one for the rest.
 *
 *     hot   8 ints    next, previous in the price level · level · open contracts · word · market · account · position
 *     cold  5 words   nonce · seq and time of placing · notional of all fills · curve of the fills as maker
 *           6 ints    size · filled · next, previous of the user · builder · generation
 *
 * An order id is the record's number and the record's generation, which rises with each use: looking an order up
 * needs no map, and no id comes twice. A record whose generations are used up is retired (after 10^9 orders).
 */
export const NEXT = 0;
export const PREVIOUS = 1;
export const LEVEL = 2;
export const OPEN = 3;
export const WORD = 4;
export const MARKET = 5;
export const ACCOUNT = 6;
export const POSITION = 7;

export const NONCE = 0;
export const SEQ = 1;
export const CREATED_MS = 2;
export const NOTIONAL = 3;
export const MAKER_CURVE = 4;

export const SIZE = 10;
export const FILLED = 11;
export const NEXT_OF_USER = 12;
export const PREVIOUS_OF_USER = 13;
export const BUILDER = 14;
const GENERATION = 15;

const ORDER_NUMBERS = 2 ** 23;
/** (2^30 - 2) * 2^23 + 2^23 is the largest id below 2^53. */
const LAST_GENERATION = 2 ** 30 - 2;

export class OrderPool extends RecordPool {
  private readonly cold: Records;

  constructor(maxOrders: number, expectedOrders: number) {
    believe(maxOrders <= ORDER_NUMBERS, 'order numbers have 23 bits');
    super(4, NEXT, maxOrders, expectedOrders);
    this.cold = new Records(8, expectedOrders);
  }

  /** Eight ints an order from `order << 3`. */
  get hot(): Int32Array {
    return this.ints;
  }

  /** Eight words an order from `order << 3`. */
  get coldWords(): Float64Array {
    return this.cold.words;
  }

  /** Sixteen ints an order from `order << 4`. */
  get coldInts(): Int32Array {
    return this.cold.ints;
  }

  /** A record for a new order; the caller fills in every field. */
  open(): number {
    const order = this.take();
    if (order << 3 >= this.cold.words.length) this.cold.reserve(order);
    return order;
  }

  /** The order has ended: its id is never valid again. */
  close(order: number): void {
    this.ints[(order << 3) + OPEN] = 0;
    const generation = this.cold.ints[(order << 4) + GENERATION]!;
    if (generation === LAST_GENERATION) {
      this.retire();
      return;
    }
    this.cold.ints[(order << 4) + GENERATION] = generation + 1;
    this.giveBack(order);
  }

  idOf(order: number): number {
    return this.cold.ints[(order << 4) + GENERATION]! * ORDER_NUMBERS + order;
  }

  /** The record of an open order, 0 where the id is not that of one. */
  find(orderId: number): number {
    const generation = Math.floor((orderId - 1) / ORDER_NUMBERS);
    const order = orderId - generation * ORDER_NUMBERS;
    if (order < 1 || order > this.used) return 0;
    if (this.cold.ints[(order << 4) + GENERATION] !== generation) return 0;
    return this.ints[(order << 3) + OPEN]! > 0 ? order : 0;
  }

  images(): { hot: Uint8Array; cold: Uint8Array } {
    return { hot: this.image(this.used), cold: this.cold.image(this.used) };
  }

  loadImages(images: { hot: Uint8Array; cold: Uint8Array }, marks: PoolMarks): void {
    this.loadPool(images.hot, marks);
    this.cold.load(images.cold);
  }
}
