import { assert } from '@bellwether/errors';
import { MARKET_STATUSES, RESOLUTIONS } from '../command';
import type { MarketStatus, Resolution } from '../command';

import { MARKET_NUMBER_BITS } from '../limits';
import { NO, YES, inTermsOf } from '../orders/order-word';
import { KeyTable } from '../tables/key-table';
import { Records } from '../tables/records';
import type { Ending } from './ending';

/**
 * Markets, numbered from 1 in order of creation: 88 bytes each beside the 32-byte key. The number of an archived
 * market is reused, the last freed first. Data that outlives a market refers to it by a reference, made of its number
 * and the record's generation, which resolves to nothing after archiving.
 *
 *     words 0-1    contracts traded · micro-USDC that its holders are paid, once it is resolved
 *     ints  4-5    status · event, 0 in a free record: int 4 is then the next free one
 *     ints  6-7    fee, bps · maker rebate, percent (fixed when the event was created)
 *     int   8      YES price of the last trade, 0 before the first
 *     ints  9-10   resolution + 1 (0: none) · its price + 1 (0: none)
 *     int  11      2 * generation, plus 1 if an invariant violation froze the market
 *     words 6-7    seq and time of the command that resolved it, 0 before
 *     ints 16-17   reference price of YES, of NO: bp, in its own terms, 0 before the first trade
 *     words 9-10   when each was that
 */
export const VOLUME = 0;
export const PAID = 1;
export const STATUS = 4;
export const EVENT = 5;
export const FEE_BPS = 6;
export const MAKER_REBATE_PCT = 7;
export const LAST_PRICE = 8;
const RESOLUTION = 9;
const RESOLUTION_PRICE = 10;
const GENERATION_AND_FROZEN = 11;
const NEXT_FREE = STATUS;
export const RESOLVED_SEQ = 6;
export const RESOLVED_MS = 7;
const REFERENCE = 16;
const REFERENCE_MS = 9;
/** A reference price falls to the last price by 1 bp in this time: 288 bp a day. */
const MS_PER_REFERENCE_BP = 300_000;

const WORDS_PER_MARKET = 11;
const MARKET_NUMBERS = 2 ** MARKET_NUMBER_BITS;
/**
 * A reference is an i32. A record that has used up its generations is not reused: after about 10^9 markets in total.
 */
const LAST_GENERATION = 2 ** (31 - MARKET_NUMBER_BITS) - 1;

/** Indices into `MARKET_STATUSES`. */
export const PENDING = 0;
export const ACTIVE = 1;
export const PAUSED = 2;
export const CLOSED = 3;
export const PROPOSED = 4;
export const DISPUTED = 5;
export const RESOLVED = 6;
export const VOIDED = 7;

export interface MarketTerms {
  readonly marketId: Uint8Array;
  readonly event: number;
  readonly status: number;
  readonly feeBps: number;
  readonly makerRebatePct: number;
}

/** How a market was resolved: what its holders are paid in total, and the command. */
export interface MarketEnding extends Ending {
  readonly paid: number;
  readonly seq: number;
  readonly timestampMs: number;
}

export class MarketTable extends Records {
  private readonly keys: KeyTable;
  /** The ids as values to return: every view and event names its market. */
  private readonly ids: Uint8Array[] = [];
  private firstFree = 0;
  private liveMarkets = 0;

  constructor(
    private readonly maxMarkets: number,
    expectedMarkets: number,
  ) {
    assert(maxMarkets < MARKET_NUMBERS, 'numbers of markets have 17 bits');
    super(WORDS_PER_MARKET, expectedMarkets);
    this.keys = new KeyTable(32, expectedMarkets);
  }

  /** Existing markets: created and not archived. */
  get live(): number {
    return this.liveMarkets;
  }

  /** The highest assigned number. */
  get used(): number {
    return this.keys.count;
  }

  /** Head of the free list, for a snapshot. */
  get free(): number {
    return this.firstFree;
  }

  /** Whether `more` further markets fit. */
  hasRoomFor(more: number): boolean {
    return this.liveMarkets + more <= this.maxMarkets;
  }

  isLive(market: number): boolean {
    return this.int(market, EVENT) !== 0;
  }

  /** 0 if the id is unknown. */
  find(marketId: Uint8Array): number {
    return this.keys.find(marketId);
  }

  create(terms: MarketTerms): number {
    const market = this.takeNumber(terms.marketId);
    this.liveMarkets++;
    this.ids[market] = this.keys.keyOf(market);
    this.setInt(market, EVENT, terms.event);
    this.setInt(market, FEE_BPS, terms.feeBps);
    this.setInt(market, MAKER_REBATE_PCT, terms.makerRebatePct);
    this.setInt(market, STATUS, terms.status);
    return market;
  }

  /** Removes the market and frees its record. */
  archive(market: number): void {
    const generation = this.int(market, GENERATION_AND_FROZEN) >> 1;
    this.keys.takeOut(market);
    this.ids[market] = NO_ID;
    this.words.fill(0, market * WORDS_PER_MARKET, (market + 1) * WORDS_PER_MARKET);
    this.liveMarkets--;
    if (generation === LAST_GENERATION) return;
    this.setInt(market, GENERATION_AND_FROZEN, (generation + 1) << 1);
    this.setInt(market, NEXT_FREE, this.firstFree);
    this.firstFree = market;
  }

  /** A reference that resolves to this market until it is archived, and to none afterwards. 0 for no market. */
  referenceTo(market: number): number {
    const generation = this.int(market, GENERATION_AND_FROZEN) >> 1;
    return (generation << MARKET_NUMBER_BITS) | market;
  }

  /** The referenced market, 0 if it is archived. */
  byReference(reference: number): number {
    const market = reference & (MARKET_NUMBERS - 1);
    return this.referenceTo(market) === reference && this.isLive(market) ? market : 0;
  }

  /** The market's id. The value is shared: callers must not modify it. */
  idOf(market: number): Uint8Array {
    return this.ids[market]!;
  }

  isId(market: number, marketId: Uint8Array): boolean {
    return this.keys.equals(market, marketId);
  }

  int(market: number, field: number): number {
    return this.ints[market * WORDS_PER_MARKET * 2 + field]!;
  }

  setInt(market: number, field: number, value: number): void {
    this.ints[market * WORDS_PER_MARKET * 2 + field] = value;
  }

  word(market: number, field: number): number {
    return this.words[market * WORDS_PER_MARKET + field]!;
  }

  status(market: number): number {
    return this.int(market, STATUS);
  }

  statusName(market: number): MarketStatus {
    return MARKET_STATUSES[this.status(market)]!;
  }

  resolution(market: number): Resolution | null {
    return RESOLUTIONS[this.int(market, RESOLUTION) - 1] ?? null;
  }

  resolutionPrice(market: number): number | null {
    const price = this.int(market, RESOLUTION_PRICE) - 1;
    return price < 0 ? null : price;
  }

  /** Null before it is resolved. */
  ending(market: number): Ending | null {
    const resolution = this.resolution(market);
    return resolution && { resolution, price: this.resolutionPrice(market) };
  }

  setResolution(market: number, ending: MarketEnding): void {
    const { resolution, price, paid, seq, timestampMs } = ending;
    this.setInt(market, RESOLUTION, RESOLUTIONS.indexOf(resolution) + 1);
    this.setInt(market, RESOLUTION_PRICE, price === null ? 0 : price + 1);
    const at = market * WORDS_PER_MARKET;
    this.words[at + PAID] = paid;
    this.words[at + RESOLVED_SEQ] = seq;
    this.words[at + RESOLVED_MS] = timestampMs;
  }

  isFrozen(market: number): boolean {
    return (this.int(market, GENERATION_AND_FROZEN) & 1) === 1;
  }

  freeze(market: number): void {
    this.setInt(market, GENERATION_AND_FROZEN, this.int(market, GENERATION_AND_FROZEN) | 1);
  }

  /** Records a trade of `quantity` contracts at this YES price. */
  traded(market: number, yesPrice: number, quantity: number, nowMs: number): void {
    if (this.int(market, LAST_PRICE) !== yesPrice) {
      this.follow(market, YES, yesPrice, nowMs);
      this.follow(market, NO, yesPrice, nowMs);
      this.setInt(market, LAST_PRICE, yesPrice);
    }
    this.words[market * WORDS_PER_MARKET + VOLUME]! += quantity;
  }

  /**
   * What a contract of the outcome is taken to be worth, in its own terms, 0 before the first trade: nobody lowers it
   * quickly. A dearer trade raises it at once; towards the price of the last one it falls slowly.
   */
  referencePrice(market: number, outcome: number, nowMs: number): number {
    const elapsed = nowMs - this.word(market, REFERENCE_MS + outcome);
    const fallen = Math.floor(elapsed / MS_PER_REFERENCE_BP);
    return Math.max(
      this.lastPrice(market, outcome),
      this.int(market, REFERENCE + outcome) - fallen,
    );
  }

  /** One that is falling, from above both prices, goes on. */
  private follow(market: number, outcome: number, yesPrice: number, nowMs: number): void {
    const highest = Math.max(this.lastPrice(market, outcome), inTermsOf(outcome, yesPrice));
    if (this.referencePrice(market, outcome, nowMs) > highest) return;
    this.setInt(market, REFERENCE + outcome, highest);
    this.words[market * WORDS_PER_MARKET + REFERENCE_MS + outcome] = nowMs;
  }

  private lastPrice(market: number, outcome: number): number {
    const last = this.int(market, LAST_PRICE);
    return last === 0 ? 0 : inTermsOf(outcome, last);
  }

  images(): { keys: Uint8Array; markets: Uint8Array } {
    return { keys: this.keys.image(), markets: this.image(this.used) };
  }

  /** @param free head of the free list in the same snapshot */
  loadImages(images: { keys: Uint8Array; markets: Uint8Array }, free: number): void {
    const used = this.load(images.markets);
    this.keys.load(images.keys, (market) => this.isLive(market));
    if (used !== this.used) throw new RangeError('markets without keys');
    this.firstFree = free;
    for (let market = 1; market <= used; market++) {
      this.ids[market] = this.isLive(market) ? this.keys.keyOf(market) : NO_ID;
      if (this.isLive(market)) this.liveMarkets++;
    }
  }

  /** A free record, or the next unused one. All of it is zero except its generation. */
  private takeNumber(marketId: Uint8Array): number {
    const market = this.firstFree;
    if (market === 0) {
      const next = this.keys.add(marketId);
      this.reserve(next);
      return next;
    }
    this.firstFree = this.int(market, NEXT_FREE);
    this.keys.set(market, marketId);
    return market;
  }
}

const NO_ID = new Uint8Array(0);
