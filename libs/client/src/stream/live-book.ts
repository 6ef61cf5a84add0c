import type {
  BookLevel,
  BookSnapshot,
  BookUpdate,
  MarketStatus,
  OutcomeSide,
} from '../generated/interface';
import { oppositePrice } from '../money';
import { BookSide } from './book-side';
import { LiveView } from './live-view';
import type { ChannelHandle } from './live-view';

/** A market's live order book. After each message it is a state that the exchange was really in. */
export class LiveBook extends LiveView<BookSnapshot, BookUpdate> {
  readonly marketId: string;
  private readonly yesBids = new BookSide('highest');
  private readonly yesAsks = new BookSide('lowest');
  private marketStatus: MarketStatus | null = null;
  private lastTradePrice: number | null = null;

  constructor(marketId: string, line: ChannelHandle) {
    super(`book:${marketId}`, line);
    this.marketId = marketId;
  }

  /** Null before the first snapshot. */
  get status(): MarketStatus | null {
    return this.marketStatus;
  }

  /** Of the last trade, in YES terms. */
  get lastPrice(): number | null {
    return this.lastTradePrice;
  }

  /** Best first; all levels unless a depth is given. */
  bids(outcome: OutcomeSide = 'yes', depth?: number): readonly BookLevel[] {
    return outcome === 'yes' ? this.yesBids.top(depth) : this.yesAsks.top(depth).map(mirrored);
  }

  /** Best first; all levels unless a depth is given. */
  asks(outcome: OutcomeSide = 'yes', depth?: number): readonly BookLevel[] {
    return outcome === 'yes' ? this.yesAsks.top(depth) : this.yesBids.top(depth).map(mirrored);
  }

  bestBid(outcome: OutcomeSide = 'yes'): BookLevel | null {
    return outcome === 'yes' ? this.yesBids.best : mirroredOrNull(this.yesAsks.best);
  }

  bestAsk(outcome: OutcomeSide = 'yes'): BookLevel | null {
    return outcome === 'yes' ? this.yesAsks.best : mirroredOrNull(this.yesBids.best);
  }

  /** Of YES, rounded down as in the interface; null if a side is empty. */
  get midpoint(): number | null {
    const [bid, ask] = [this.yesBids.best, this.yesAsks.best];
    return bid === null || ask === null ? null : Math.floor((bid.price + ask.price) / 2);
  }

  get spread(): number | null {
    const [bid, ask] = [this.yesBids.best, this.yesAsks.best];
    return bid === null || ask === null ? null : ask.price - bid.price;
  }

  protected replace({ status, yes, last_price: lastPrice }: BookSnapshot): void {
    this.yesBids.replace(yes.bids);
    this.yesAsks.replace(yes.asks);
    this.marketStatus = status;
    this.lastTradePrice = lastPrice;
  }

  protected merge({ status, yes, last_price: lastPrice }: BookUpdate): void {
    for (const level of yes.bids) this.yesBids.set(level);
    for (const level of yes.asks) this.yesAsks.set(level);
    this.marketStatus = status ?? this.marketStatus;
    this.lastTradePrice = lastPrice ?? this.lastTradePrice;
  }
}

const mirrored = ({ price, size, orders }: BookLevel): BookLevel => ({
  price: oppositePrice(price),
  size,
  orders,
});

const mirroredOrNull = (level: BookLevel | null): BookLevel | null =>
  level === null ? null : mirrored(level);
