import { HashIndex, hashOfPair } from '../tables/hash-index';
import { Records } from '../tables/records';
import { ACCOUNT, BUILDER, CREATED_MS, FILLED, MARKET, NONCE, SEQ, SIZE, WORD } from './order-pool';
import type { OrderPool } from './order-pool';

/**
 * The last orders that ended, as they ended: a ring of 64-byte records, the oldest giving way to the newest.
 *
 *     4 words   order id · nonce · seq and time of placing
 *     8 ints    account · market · word · size · filled · builder · cancel reason + 1 (0: filled) · unused
 */
const ORDER_ID = 0;
const FINISHED_NONCE = 1;
const FINISHED_SEQ = 2;
const FINISHED_MS = 3;
const FINISHED_ACCOUNT = 8;
const FINISHED_MARKET = 9;
const FINISHED_WORD = 10;
const FINISHED_SIZE = 11;
const FINISHED_FILLED = 12;
const FINISHED_BUILDER = 13;
const FINISHED_REASON = 14;

/** The numbers of one finished order; `reason` -1 where it was filled. */
export interface FinishedOrder {
  readonly orderId: number;
  readonly account: number;
  readonly market: number;
  readonly word: number;
  readonly size: number;
  readonly filled: number;
  readonly builder: number;
  readonly reason: number;
  readonly nonce: number;
  readonly seq: number;
  readonly createdMs: number;
}

export const FILLED_ENTIRELY = -1;

export class FinishedOrders {
  private readonly records = new Records(8, 16);
  private readonly index = new HashIndex();
  private finished = 0;

  constructor(private readonly capacity: number) {}

  /** Orders ever remembered, for a snapshot: the next goes to record `count % capacity + 1`. */
  get count(): number {
    return this.finished;
  }

  /** Takes the order as its record stands; `reason` is why its open contracts end, if any are left. */
  remember(orders: OrderPool, order: number, reason: number): void {
    const record = (this.finished % this.capacity) + 1;
    if (this.finished < this.capacity) this.records.reserve(record);
    else this.forget(record);
    this.finished++;
    const { words, ints } = this.records;
    const hot = order << 3;
    const at = record << 3;
    const orderId = orders.idOf(order);
    words[at + ORDER_ID] = orderId;
    words[at + FINISHED_NONCE] = orders.coldWords[hot + NONCE]!;
    words[at + FINISHED_SEQ] = orders.coldWords[hot + SEQ]!;
    words[at + FINISHED_MS] = orders.coldWords[hot + CREATED_MS]!;
    const to = record << 4;
    const cold = order << 4;
    ints[to + FINISHED_ACCOUNT] = orders.hot[hot + ACCOUNT]!;
    ints[to + FINISHED_MARKET] = orders.hot[hot + MARKET]!;
    ints[to + FINISHED_WORD] = orders.hot[hot + WORD]!;
    ints[to + FINISHED_SIZE] = orders.coldInts[cold + SIZE]!;
    ints[to + FINISHED_FILLED] = orders.coldInts[cold + FILLED]!;
    ints[to + FINISHED_BUILDER] = orders.coldInts[cold + BUILDER]!;
    ints[to + FINISHED_REASON] = reason + 1;
    this.index.insert(hashOfId(orderId), record);
  }

  /** The finished order of this id, null where it never was or is forgotten. */
  find(orderId: number): FinishedOrder | null {
    const hash = hashOfId(orderId);
    const index = this.index;
    for (let at = index.first(hash); index.recordAt(at) !== 0; at = index.next(at)) {
      const record = index.recordAt(at);
      if (this.records.words[(record << 3) + ORDER_ID] === orderId) return this.read(record);
    }
    return null;
  }

  image(): Uint8Array {
    return this.records.image(Math.min(this.finished, this.capacity));
  }

  load(image: Uint8Array, count: number): void {
    const held = this.records.load(image);
    if (held !== Math.min(count, this.capacity)) throw new RangeError('finished orders are cut');
    this.finished = count;
    for (let record = 1; record <= held; record++) this.index.insert(this.hashAt(record), record);
  }

  private read(record: number): FinishedOrder {
    const { words, ints } = this.records;
    const at = record << 3;
    const from = record << 4;
    return {
      orderId: words[at + ORDER_ID]!,
      nonce: words[at + FINISHED_NONCE]!,
      seq: words[at + FINISHED_SEQ]!,
      createdMs: words[at + FINISHED_MS]!,
      account: ints[from + FINISHED_ACCOUNT]!,
      market: ints[from + FINISHED_MARKET]!,
      word: ints[from + FINISHED_WORD]!,
      size: ints[from + FINISHED_SIZE]!,
      filled: ints[from + FINISHED_FILLED]!,
      builder: ints[from + FINISHED_BUILDER]!,
      reason: ints[from + FINISHED_REASON]! - 1,
    };
  }

  private forget(record: number): void {
    this.index.remove(this.hashAt(record), record);
  }

  private hashAt(record: number): number {
    return hashOfId(this.records.words[(record << 3) + ORDER_ID]!);
  }
}

/** Ids that share a record of the pool differ in their generation, a multiple of 2^23. */
const hashOfId = (orderId: number): number => {
  const high = Math.floor(orderId / 0x1_0000_0000);
  return hashOfPair(high, orderId - high * 0x1_0000_0000);
};
