import { Records } from '../tables/records';
import {
  ACCOUNT,
  BUILDER,
  CREATED_MS,
  FILLED,
  INTS_PER_ORDER,
  MARKET,
  NONCE,
  ORDER_NUMBERS,
  SEQ,
  SIZE,
  WORD,
  WORDS_PER_ORDER,
} from './order-pool';
import type { OrderPool } from './order-pool';

/**
 * The last orders that ended, in their final state: a ring of 64-byte records that overwrites the oldest.
 *
 *     4 words   order id · nonce · seq and time of placing
 *     8 ints    account · reference to the market · word · size · filled · builder · cancel reason + 1 (0: filled)
 *               · how many orders ended since the previous one in its bucket, 0 if that one is overwritten
 *
 * Orders are found by a hash of their id: a bucket refers to its newest order, and each order to the one before it.
 * An overwritten order needs no removal: a chain ends where an entry is older than the ring.
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
const SINCE_PREVIOUS = 15;

/**
 * Orders enter their buckets this many at a time, or when somebody looks for one. Each entry reads and writes memory
 * that lies anywhere; side by side they wait for it together.
 */
const ENTERED_TOGETHER = 256;
/** About as many as remembered orders, so chains are one or two orders long. */
const MAX_BUCKETS = 65_536;
const MIN_BUCKETS = 64;

/** A power of two that depends on the number of records only: records, and so snapshots, contain the links. */
function bucketsFor(records: number): number {
  let buckets = MIN_BUCKETS;
  while (buckets < records && buckets < MAX_BUCKETS) buckets *= 2;
  return buckets;
}

/** The numbers of one finished order; `reason`: index into `CANCEL_REASONS`, or `FILLED_ENTIRELY`. */
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

/** Of the market table: records in the ring outlive their markets. */
interface MarketReferences {
  referenceTo(market: number): number;
  byReference(reference: number): number;
}

export class FinishedOrders {
  private readonly records = new Records(8, 16);
  /**
   * For each bucket: the count of ended orders at its newest one, 0 for an empty bucket. Derived from the records.
   */
  private newest: Float64Array<ArrayBuffer> = new Float64Array(MIN_BUCKETS);
  private finished = 0;
  /** The count of ended orders at the last one that is in its bucket. */
  private entered = 0;
  private readonly enteredTogether: number;
  /** The record of the order that ended last. It wraps by comparison, which is cheaper than a remainder. */
  private last = 0;

  constructor(
    private readonly capacity: number,
    private readonly markets: MarketReferences,
  ) {
    // An order must be in its bucket before its record is overwritten.
    this.enteredTogether = Math.min(ENTERED_TOGETHER, capacity);
  }

  /** The number of orders ever added, for a snapshot: it says where the ring continues. */
  get count(): number {
    return this.finished;
  }

  /** Adds the order in its present state; `reason` is why its open contracts end, if any are left. */
  remember(orders: OrderPool, order: number, reason: number): void {
    const ended = ++this.finished;
    const record = this.last === this.capacity ? 1 : this.last + 1;
    this.last = record;
    this.records.reserve(record);
    const { words, ints } = this.records;
    const { words: orderWords, ints: orderInts } = orders;
    const at = record << 3;
    const from = order * WORDS_PER_ORDER;
    words[at + ORDER_ID] = orders.idOf(order);
    words[at + FINISHED_NONCE] = orderWords[from + NONCE]!;
    words[at + FINISHED_SEQ] = orderWords[from + SEQ]!;
    words[at + FINISHED_MS] = orderWords[from + CREATED_MS]!;
    const to = record << 4;
    const intsFrom = order * INTS_PER_ORDER;
    ints[to + FINISHED_ACCOUNT] = orderInts[intsFrom + ACCOUNT]!;
    ints[to + FINISHED_MARKET] = this.markets.referenceTo(orderInts[intsFrom + MARKET]!);
    ints[to + FINISHED_WORD] = orderInts[intsFrom + WORD]!;
    ints[to + FINISHED_SIZE] = orderInts[intsFrom + SIZE]!;
    ints[to + FINISHED_FILLED] = orderInts[intsFrom + FILLED]!;
    ints[to + FINISHED_BUILDER] = orderInts[intsFrom + BUILDER]!;
    ints[to + FINISHED_REASON] = reason + 1;
    if (ended - this.entered >= this.enteredTogether || ended <= this.capacity) this.enterBuckets();
  }

  /** The finished order with this id; null if unknown, overwritten, or of an archived market. Expected cost: O(1). */
  find(orderId: number): FinishedOrder | null {
    this.enterBuckets();
    let ended = this.newest[this.bucketOf(orderId)]!;
    while (this.isRemembered(ended)) {
      const record = this.recordOf(ended);
      if (this.records.words[(record << 3) + ORDER_ID] === orderId) return this.read(record);
      const since = this.records.ints[(record << 4) + SINCE_PREVIOUS]!;
      if (since === 0) return null;
      ended -= since;
    }
    return null;
  }

  image(): Uint8Array {
    this.enterBuckets();
    return this.records.image(Math.min(this.finished, this.capacity));
  }

  load(image: Uint8Array, count: number): void {
    const held = this.records.load(image);
    if (held !== Math.min(count, this.capacity)) throw new RangeError('finished orders are cut');
    this.finished = count;
    this.entered = count;
    this.last = count === 0 ? 0 : this.recordOf(count);
    this.newest = new Float64Array(bucketsFor(held));
    for (let ended = count - held + 1; ended <= count; ended++) {
      this.newest[this.bucketOf(this.orderIdOf(ended))] = ended;
    }
  }

  private read(record: number): FinishedOrder | null {
    const { words, ints } = this.records;
    const at = record << 3;
    const from = record << 4;
    const market = this.markets.byReference(ints[from + FINISHED_MARKET]!);
    if (market === 0) return null;
    return {
      orderId: words[at + ORDER_ID]!,
      nonce: words[at + FINISHED_NONCE]!,
      seq: words[at + FINISHED_SEQ]!,
      createdMs: words[at + FINISHED_MS]!,
      account: ints[from + FINISHED_ACCOUNT]!,
      market,
      word: ints[from + FINISHED_WORD]!,
      size: ints[from + FINISHED_SIZE]!,
      filled: ints[from + FINISHED_FILLED]!,
      builder: ints[from + FINISHED_BUILDER]!,
      reason: ints[from + FINISHED_REASON]! - 1,
    };
  }

  /** Whether the `ended`th ended order still has its record. */
  private isRemembered(ended: number): boolean {
    return ended > 0 && ended > this.finished - this.capacity;
  }

  /**
   * Links the orders that ended since the last call. Buckets are added while the ring fills: no record is overwritten
   * yet, so all chains can be linked again.
   */
  private enterBuckets(): void {
    const buckets = bucketsFor(Math.min(this.finished, this.capacity));
    if (buckets > this.newest.length) {
      this.newest = new Float64Array(buckets);
      this.entered = 0;
    }
    while (this.entered < this.finished) this.enterBucket(++this.entered);
  }

  /** Makes the order its bucket's newest. The link is 0 if the previous one is overwritten. */
  private enterBucket(ended: number): void {
    const { newest } = this;
    const bucket = this.bucketOf(this.orderIdOf(ended));
    const since = ended - newest[bucket]!;
    newest[bucket] = ended;
    const isLinked = since < ended && since < this.capacity;
    this.records.ints[(this.recordOf(ended) << 4) + SINCE_PREVIOUS] = isLinked ? since : 0;
  }

  private orderIdOf(ended: number): number {
    return this.records.words[(this.recordOf(ended) << 3) + ORDER_ID]!;
  }

  private recordOf(ended: number): number {
    return ((ended - 1) % this.capacity) + 1;
  }

  /**
   * The orders that reuse one pool record go to consecutive buckets, starting at a bucket of that record. This
   * spreads them and keeps recently used buckets together.
   */
  private bucketOf(orderId: number): number {
    const generation = Math.floor((orderId - 1) / ORDER_NUMBERS);
    const order = (orderId - generation * ORDER_NUMBERS) | 0;
    return ((Math.imul(order, 0x9e3779b1) >>> 15) + generation) & (this.newest.length - 1);
  }
}
