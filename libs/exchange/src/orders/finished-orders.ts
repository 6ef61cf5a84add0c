import { Records } from '../tables/records';
import {
  ACCOUNT,
  BUILDER,
  CREATED_MS,
  FILLED,
  MARKET,
  NONCE,
  ORDER_NUMBERS,
  SEQ,
  SIZE,
  WORD,
} from './order-pool';
import type { OrderPool } from './order-pool';

/**
 * The last orders that ended, as they ended: a ring of 64-byte records, the oldest giving way to the newest.
 *
 *     4 words   order id · nonce · seq and time of placing
 *     8 ints    account · reference to the market · word · size · filled · builder · cancel reason + 1 (0: filled)
 *               · how many orders ended since the one before it in its bucket, 0 where that one is forgotten
 *
 * Orders are found by a hash of their id: a bucket knows its newest order, and each order the one before it.
 * Nothing needs to be taken out when an order is forgotten: a chain ends where it becomes older than the ring.
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

/** About as many as orders are remembered: chains are one or two orders long. */
const MAX_BUCKETS = 65_536;
const MIN_BUCKETS = 64;

/** A power of two that follows from the number of records alone: links stand in the records, and so in snapshots. */
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

/** Of the table of markets: the ring outlives them. */
interface MarketReferences {
  referenceTo(market: number): number;
  byReference(reference: number): number;
}

export class FinishedOrders {
  private readonly records = new Records(8, 16);
  /** Of each bucket, how many orders had ended with its newest: 0 where there is none. Derived from the records. */
  private newest: Float64Array<ArrayBuffer> = new Float64Array(MIN_BUCKETS);
  private finished = 0;
  /** The record of the order that ended last: it goes round where a remainder would be a division. */
  private last = 0;

  constructor(
    private readonly capacity: number,
    private readonly markets: MarketReferences,
  ) {}

  /** Orders ever remembered, for a snapshot: the next goes to the record after theirs. */
  get count(): number {
    return this.finished;
  }

  /** Takes the order as its record stands; `reason` is why its open contracts end, if any are left. */
  remember(orders: OrderPool, order: number, reason: number): void {
    const ended = ++this.finished;
    const record = this.last === this.capacity ? 1 : this.last + 1;
    this.last = record;
    if (ended <= this.capacity) this.makeRoom(record);
    const { words, ints } = this.records;
    const orderId = orders.idOf(order);
    const at = record << 3;
    words[at + ORDER_ID] = orderId;
    words[at + FINISHED_NONCE] = orders.word(order, NONCE);
    words[at + FINISHED_SEQ] = orders.word(order, SEQ);
    words[at + FINISHED_MS] = orders.word(order, CREATED_MS);
    const to = record << 4;
    ints[to + FINISHED_ACCOUNT] = orders.int(order, ACCOUNT);
    ints[to + FINISHED_MARKET] = this.markets.referenceTo(orders.int(order, MARKET));
    ints[to + FINISHED_WORD] = orders.int(order, WORD);
    ints[to + FINISHED_SIZE] = orders.int(order, SIZE);
    ints[to + FINISHED_FILLED] = orders.int(order, FILLED);
    ints[to + FINISHED_BUILDER] = orders.int(order, BUILDER);
    ints[to + FINISHED_REASON] = reason + 1;
    const bucket = this.bucketAt(order, orders.generationOf(order));
    ints[to + SINCE_PREVIOUS] = this.enterBucket(bucket, ended);
  }

  /** The finished order of this id, null where it never was or is forgotten, as it is with its market. Cost: O(1), expected. */
  find(orderId: number): FinishedOrder | null {
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
    return this.records.image(Math.min(this.finished, this.capacity));
  }

  load(image: Uint8Array, count: number): void {
    const held = this.records.load(image);
    if (held !== Math.min(count, this.capacity)) throw new RangeError('finished orders are cut');
    this.finished = count;
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

  /** Whether the `ended`th order that ended still has its record. */
  private isRemembered(ended: number): boolean {
    return ended > 0 && ended > this.finished - this.capacity;
  }

  /** The order is its bucket's newest; answers how many ended since the one before, 0 where that is forgotten. */
  private enterBucket(bucket: number, ended: number): number {
    const before = this.newest[bucket]!;
    this.newest[bucket] = ended;
    return this.isRemembered(before) ? ended - before : 0;
  }

  /** More buckets while the ring fills; nothing is forgotten yet, so all chains can be linked anew. */
  private makeRoom(record: number): void {
    this.records.reserve(record);
    if (record <= this.newest.length || this.newest.length === MAX_BUCKETS) return;
    this.newest = new Float64Array(bucketsFor(record));
    for (let ended = 1; ended < record; ended++) {
      const since = this.enterBucket(this.bucketOf(this.orderIdOf(ended)), ended);
      this.records.ints[(ended << 4) + SINCE_PREVIOUS] = since;
    }
  }

  private orderIdOf(ended: number): number {
    return this.records.words[(this.recordOf(ended) << 3) + ORDER_ID]!;
  }

  private recordOf(ended: number): number {
    return ((ended - 1) % this.capacity) + 1;
  }

  private bucketOf(orderId: number): number {
    const generation = Math.floor((orderId - 1) / ORDER_NUMBERS);
    return this.bucketAt((orderId - generation * ORDER_NUMBERS) | 0, generation);
  }

  /**
   * A record of the pool is used again and again: its orders go to one bucket after another from a place of its
   * own, which spreads them and keeps what is touched together.
   */
  private bucketAt(order: number, generation: number): number {
    return ((Math.imul(order, 0x9e3779b1) >>> 15) + generation) & (this.newest.length - 1);
  }
}
