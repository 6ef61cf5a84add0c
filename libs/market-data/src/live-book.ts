import { PRICE_SCALE_BPS } from '@bellwether/exchange';
import type { BookLevel, ExchangeEventOf } from '@bellwether/exchange';
import { BookSide } from './book-side';
import { FIRM_CONTRACTS } from './limits';
import { unflatten } from './levels';
import type { FlatLevels } from './levels';

/** The quotes that `FIRM_CONTRACTS` stand behind, in bp of YES: 0 and 10000 where there are fewer. */
export interface FirmQuotes {
  readonly firmBid: number;
  readonly firmAsk: number;
}

const NO_BID = 0;
const NO_ASK = PRICE_SCALE_BPS;

/** All levels of one market, in YES terms. */
export class LiveBook {
  private readonly bids = new BookSide((a, b) => a > b);
  private readonly asks = new BookSide((a, b) => a < b);
  /** The levels include the events up to this seq. */
  private asOfSeq: number;

  /** @param asOfSeq of the empty book that it starts with */
  constructor(asOfSeq: number) {
    this.asOfSeq = asOfSeq;
  }

  /** 0 if there is none. */
  get bestBid(): number {
    return this.bids.best?.price ?? NO_BID;
  }

  /** 10000 if there is none. */
  get bestAsk(): number {
    return this.asks.best?.price ?? NO_ASK;
  }

  get firmQuotes(): FirmQuotes {
    return {
      firmBid: this.bids.priceOf(FIRM_CONTRACTS) ?? NO_BID,
      firmAsk: this.asks.priceOf(FIRM_CONTRACTS) ?? NO_ASK,
    };
  }

  get levels(): number {
    return this.bids.count + this.asks.count;
  }

  /** Replaces the levels by the engine's as of `seq`. */
  load(seq: number, bids: FlatLevels, asks: FlatLevels): void {
    this.bids.reset(unflatten(bids));
    this.asks.reset(unflatten(asks));
    this.asOfSeq = seq;
  }

  /** @returns whether it changed anything */
  apply(seq: number, event: ExchangeEventOf<'book_level'>): boolean {
    if (seq <= this.asOfSeq) return false;
    const { side, price, size, orders } = event;
    (side === 'bid' ? this.bids : this.asks).set({ price, size, orders });
    return true;
  }

  /** Best first. Cost: O(depth). */
  top(depth: number): { bids: BookLevel[]; asks: BookLevel[] } {
    return { bids: this.bids.top(depth), asks: this.asks.top(depth) };
  }
}
