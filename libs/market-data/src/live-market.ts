import { PRICE_SCALE_BPS } from '@bellwether/exchange';
import type {
  BookView,
  ExchangeEventOf,
  Fill,
  MarketStatus,
  MarketView,
  Resolution,
} from '@bellwether/exchange';
import { LiveBook } from './live-book';

/** A market's initial state: an engine view, or the event that created it. */
export type MarketStart = Pick<MarketView, 'marketId' | 'label' | 'status'> & Partial<MarketView>;

/** One market and its book. Its event counts the changes of both. */
export class LiveMarket {
  readonly marketId: Uint8Array;
  readonly label: string;
  readonly book: LiveBook;
  private status: MarketStatus;
  private lastPrice: number | null;
  private resolution: Resolution | null;
  private resolutionPrice: number | null;
  private volume: number;
  private openInterest: number;

  constructor(start: MarketStart, asOfSeq: number) {
    this.marketId = start.marketId;
    this.label = start.label;
    this.status = start.status;
    this.lastPrice = start.lastPrice ?? null;
    this.resolution = start.resolution ?? null;
    this.resolutionPrice = start.resolutionPrice ?? null;
    this.volume = start.volume ?? 0;
    this.openInterest = start.openInterest ?? 0;
    this.book = new LiveBook(asOfSeq);
  }

  setStatus({ status }: ExchangeEventOf<'market_status'>): void {
    this.status = status;
  }

  /** Every holder was paid, so no contracts remain. */
  resolve({ resolution, price }: ExchangeEventOf<'market_resolved'>): void {
    this.status = resolution === 'void' ? 'voided' : 'resolved';
    this.resolution = resolution;
    this.resolutionPrice = price;
    this.openInterest = 0;
  }

  trade({ fill }: ExchangeEventOf<'trade'>): void {
    this.volume += fill.quantity;
    this.lastPrice = yesPriceOf(fill);
    // Two buys create contracts, two sells destroy them.
    if (fill.settlementType === 'mint') this.openInterest += fill.quantity;
    if (fill.settlementType === 'merge') this.openInterest -= fill.quantity;
  }

  /** Pairs are gone: as many YES as NO. */
  redeem({ size }: ExchangeEventOf<'redeemed'>): void {
    this.openInterest -= size;
  }

  view(): MarketView {
    return {
      marketId: this.marketId,
      label: this.label,
      status: this.status,
      bestBid: this.book.bestBid,
      bestAsk: this.book.bestAsk,
      lastPrice: this.lastPrice,
      resolution: this.resolution,
      resolutionPrice: this.resolutionPrice,
      volume: this.volume,
      openInterest: this.openInterest,
    };
  }

  /** Cost: O(depth). */
  bookView(depth: number): BookView {
    return { status: this.status, ...this.book.top(depth), lastPrice: this.lastPrice };
  }
}

const yesPriceOf = ({ outcome, price }: Fill): number =>
  outcome === 'yes' ? price : PRICE_SCALE_BPS - price;
