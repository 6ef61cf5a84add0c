import { MARKET_STATUSES, RESOLUTIONS } from '../command';
import type { MarketStatus, Resolution } from '../command';
import { KeyTable } from '../tables/key-table';
import { Records } from '../tables/records';

/**
 * Markets, numbered from 1 in the order they were created and never removed: 64 bytes each beside the 32-byte key.
 *
 *     words 0-1    contracts traded · micro-USDC paid at resolution
 *     ints  4-5    status · event
 *     ints  6-7    fee, bps · maker rebate, percent (fixed when the event was created)
 *     int   8      YES price of the last trade, 0 before the first
 *     ints  9-10   resolution + 1 (0: none) · its price + 1 (0: none)
 *     int  11      1 where a breach of an invariant has frozen the market
 *     words 6-7    seq and time of the command that resolved it, 0 before
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
const FROZEN = 11;
export const RESOLVED_SEQ = 6;
export const RESOLVED_MS = 7;

const WORDS_PER_MARKET = 8;

/** Indices into `MARKET_STATUSES`. */
export const PENDING = 0;
export const ACTIVE = 1;
export const PAUSED = 2;
export const CLOSED = 3;
export const RESOLVED = 4;
export const VOIDED = 5;

export interface MarketTerms {
  readonly marketId: Uint8Array;
  readonly event: number;
  readonly status: number;
  readonly feeBps: number;
  readonly makerRebatePct: number;
}

/** How a market ended: at which price, what it paid in all, and by which command. */
export interface MarketEnding {
  readonly resolution: Resolution;
  readonly price: number | null;
  readonly paid: number;
  readonly seq: number;
  readonly timestampMs: number;
}

export class MarketTable extends Records {
  private readonly keys: KeyTable;
  /** The keys again as values to hand out: every view and event names its market. */
  private readonly ids: Uint8Array[] = [];

  constructor(
    private readonly maxMarkets: number,
    expectedMarkets: number,
  ) {
    super(WORDS_PER_MARKET, expectedMarkets);
    this.keys = new KeyTable(32, expectedMarkets);
  }

  get count(): number {
    return this.keys.count;
  }

  /** Whether `more` markets still fit. */
  hasRoomFor(more: number): boolean {
    return this.keys.count + more <= this.maxMarkets;
  }

  /** 0 where the id is not known. */
  find(marketId: Uint8Array): number {
    return this.keys.find(marketId);
  }

  create(terms: MarketTerms): number {
    const market = this.keys.add(terms.marketId);
    this.reserve(market);
    this.ids[market] = this.keys.keyOf(market);
    this.setInt(market, EVENT, terms.event);
    this.setInt(market, FEE_BPS, terms.feeBps);
    this.setInt(market, MAKER_REBATE_PCT, terms.makerRebatePct);
    this.setInt(market, STATUS, terms.status);
    return market;
  }

  /** The market's id; callers share the value and do not write to it. */
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
    return this.int(market, FROZEN) === 1;
  }

  freeze(market: number): void {
    this.setInt(market, FROZEN, 1);
  }

  /** A trade of `quantity` contracts at this YES price. */
  traded(market: number, yesPrice: number, quantity: number): void {
    this.setInt(market, LAST_PRICE, yesPrice);
    this.words[market * WORDS_PER_MARKET + VOLUME]! += quantity;
  }

  images(): { keys: Uint8Array; markets: Uint8Array } {
    return { keys: this.keys.image(), markets: this.image(this.count) };
  }

  loadImages(images: { keys: Uint8Array; markets: Uint8Array }): void {
    this.keys.load(images.keys);
    if (this.load(images.markets) !== this.count) throw new RangeError('markets without keys');
    for (let market = 1; market <= this.count; market++) this.ids[market] = this.keys.keyOf(market);
  }
}
