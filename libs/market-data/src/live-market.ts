import { MICRO_USDC_PER_CONTRACT, OVERDUE_SECONDS, PRICE_SCALE_BPS } from '@bellwether/exchange';
import type {
  BookView,
  ExchangeEventOf,
  Fill,
  MarketStatus,
  MarketView,
  Resolution,
} from '@bellwether/exchange';
import { MOST_TURNOVER, MS_AN_HOUR } from './limits';
import { LiveBook } from './live-book';
import type { FirmQuotes } from './live-book';
import { TradedHours, UNKNOWN_DAY, isAfter } from './traded-hours';
import type { DayFigures, PlacedTrade, TradePlace, TradedHour } from './traded-hours';

/** A market's initial state: an engine view, or the event that created it. */
export type MarketStart = Pick<MarketView, 'marketId' | 'label' | 'status'> & Partial<MarketView>;

export type ListedMarket = MarketView &
  DayFigures &
  FirmQuotes & {
    /** Past its expiry by 72 hours, and nothing was proposed. */
    readonly overdue: boolean;
  };

/** One market and its book. Its event counts the changes of both. */
export class LiveMarket {
  readonly marketId: Uint8Array;
  readonly label: string;
  readonly book: LiveBook;
  private status: MarketStatus;
  private caseId: number | null;
  private dueMs: number | null;
  private lastPrice: number | null;
  private resolution: Resolution | null;
  private resolutionPrice: number | null;
  private resolvedMs: number | null;
  private paidMicroUsdc: number | null;
  private volume: number;
  private openInterest: number;
  /** Null: what was traded before the views began is not known yet. */
  private hours: TradedHours | null;
  /** The last event that `hours` had at their beginning. */
  private dayFrom: TradePlace = { seq: 0, index: 0 };

  constructor(start: MarketStart, asOfSeq: number) {
    this.marketId = start.marketId;
    this.label = start.label;
    this.status = start.status;
    this.caseId = start.caseId ?? null;
    this.dueMs = start.dueMs ?? null;
    this.lastPrice = start.lastPrice ?? null;
    this.resolution = start.resolution ?? null;
    this.resolutionPrice = start.resolutionPrice ?? null;
    this.resolvedMs = start.resolvedMs ?? null;
    this.paidMicroUsdc = start.paidMicroUsdc ?? null;
    this.volume = start.volume ?? 0;
    this.openInterest = start.openInterest ?? 0;
    this.book = new LiveBook(asOfSeq);
    this.hours = this.volume === 0 ? new TradedHours() : null;
  }

  /** The sort key of lists: contracts so far, as `rankOf` counts them. */
  get rank(): number {
    return this.rankOf(this.volume);
  }

  /** As `rank`, of the day that ends with this hour; 0 while it is not known. */
  dayRank(hour: number): number {
    return this.rankOf(this.hours?.volume(hour) ?? 0);
  }

  /** False until `beginDay`, for a market that was traded before the views began. */
  get isDayKnown(): boolean {
    return this.hours !== null;
  }

  /**
   * @param hours of the last day at least, oldest first; `closeBefore` is the last price before them
   * @param until the last event that they include
   */
  beginDay(hours: readonly TradedHour[], closeBefore: number | null, until: TradePlace): void {
    this.hours = new TradedHours(hours, closeBefore);
    this.dayFrom = until;
  }

  /** It was traded last more than a day ago. */
  beginQuietDay(): void {
    this.hours = new TradedHours([], this.lastPrice);
  }

  addToDay(trade: PlacedTrade): void {
    if (isAfter(trade, this.dayFrom)) this.hours?.add(trade.hour, trade.price, trade.quantity);
  }

  /** The figures of the day that ends with this hour. */
  day(hour: number): DayFigures {
    return this.hours?.figures(hour) ?? UNKNOWN_DAY;
  }

  /** @param expiry of its event, in Unix seconds */
  listed(hour: number, expiry: number): ListedMarket {
    const overdue = this.isOverdue(hour, expiry);
    return { ...this.view(), ...this.day(hour), ...this.book.firmQuotes, overdue };
  }

  /** To the hour: a list changes with it, and with nothing else but events. */
  private isOverdue(hour: number, expiry: number): boolean {
    const isOpen = this.resolution === null && this.caseId === null;
    return isOpen && (hour * MS_AN_HOUR) / 1_000 >= expiry + OVERDUE_SECONDS;
  }

  /** A result is proposed of it: the first, a correction, or that of a second round. */
  propose(caseId: number, dueMs: number | null): void {
    this.caseId = caseId;
    this.dueMs = dueMs;
  }

  setStatus({ status }: ExchangeEventOf<'market_status'>): void {
    this.status = status;
    if (status !== 'proposed') this.dueMs = null;
    if (status !== 'proposed' && status !== 'disputed') this.caseId = null;
  }

  /** Its contracts remain until their holders are paid. */
  resolve(event: ExchangeEventOf<'market_resolved'>, timestampMs: number): void {
    const { resolution, price, paidMicroUsdc } = event;
    this.status = resolution === 'void' ? 'voided' : 'resolved';
    this.caseId = null;
    this.dueMs = null;
    this.resolution = resolution;
    this.resolutionPrice = price;
    this.resolvedMs = timestampMs;
    this.paidMicroUsdc = paidMicroUsdc;
  }

  payOut({ yesContracts }: ExchangeEventOf<'payout'>): void {
    this.openInterest -= yesContracts;
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
      caseId: this.caseId,
      dueMs: this.dueMs,
      bestBid: this.book.bestBid,
      bestAsk: this.book.bestAsk,
      lastPrice: this.lastPrice,
      resolution: this.resolution,
      resolutionPrice: this.resolutionPrice,
      resolvedMs: this.resolvedMs,
      paidMicroUsdc: this.paidMicroUsdc,
      volume: this.volume,
      openInterest: this.openInterest,
    };
  }

  /** Traded contracts, at most some times those that exist, or that were paid: docs/adr/0079. */
  private rankOf(traded: number): number {
    const pairs =
      this.paidMicroUsdc === null
        ? this.openInterest
        : Math.floor(this.paidMicroUsdc / MICRO_USDC_PER_CONTRACT);
    return Math.min(traded, MOST_TURNOVER * pairs);
  }

  /** Cost: O(depth). */
  bookView(depth: number): BookView {
    return { status: this.status, ...this.book.top(depth), lastPrice: this.lastPrice };
  }
}

export const yesPriceOf = ({ outcome, price }: Fill): number =>
  outcome === 'yes' ? price : PRICE_SCALE_BPS - price;
