/** Events, their markets and books. Prices are basis points of a dollar (5000 is 0.50), times Unix seconds. */
import type { PageEnd, Place } from './place';
import type { MarketStatus, Resolution } from './words';

export interface Category {
  readonly name: string;
  readonly sub: string;
}

/** A market: one outcome of an event. Orders name its `market_id`. */
export interface OutcomeEntry {
  readonly label: string;
  readonly market_id: string;
  readonly status: MarketStatus;
  /** `chance`, or 5000 where it is null. */
  readonly yes_price: number;
  /** The midpoint of firm quotes, else a last trade that they support. Null: nobody has put money behind one. */
  readonly chance: number | null;
  /** 0 without bids. */
  readonly yes_bid: number;
  /** 10000 without asks. */
  readonly yes_ask: number;
  readonly last_price: number | null;
  /** Contracts traded. */
  readonly volume: number;
  /** The last price less the one a day ago, or than the first of a younger market. Null before the first trade. */
  readonly change_24h_bps: number | null;
  /** Contracts of this hour and the 23 before it. Null for moments after the start of a gateway. */
  readonly volume_24h: number | null;
  /** The last price of each of these 24 hours, oldest first. Null before the first trade. */
  readonly sparkline: readonly (number | null)[];
  /** Existing YES contracts. */
  readonly open_interest: number;
  readonly resolution: Resolution | null;
  readonly resolution_price: number | null;
  /** Unix seconds; null before. */
  readonly resolved_at: number | null;
  /** To all of its holders together, in micro-USDC; null before. */
  readonly paid_micro_usdc: number | null;
}

export interface EventTerms {
  readonly event_id: string;
  readonly question: string;
  readonly category: Category;
  /** At most one outcome will be YES. There may be none, if all are resolved to `no` or `void`. */
  readonly mutually_exclusive: boolean;
  /** An https address. */
  readonly image_url: string | null;
  readonly fee_bps: number;
  readonly maker_rebate_pct: number;
  readonly expiry: number;
  readonly opens_at: number | null;
  readonly created_at: number;
}

/** An entry of the lists: a question with one market (binary) or several. */
export interface EventEntry extends EventTerms {
  /** `active` if any of its markets is. */
  readonly status: MarketStatus;
  /** Of all of its markets. */
  readonly volume: number;
  readonly volume_24h: number | null;
  readonly outcomes: readonly OutcomeEntry[];
}

/** Long texts, of single answers alone. */
export interface EventTexts {
  readonly description: string;
  /** What decides the event, to the letter. */
  readonly rules: string | null;
  /** Where the result is read. */
  readonly resolution_source: string | null;
}

export interface EventDetail extends EventEntry, EventTexts, Place {}

/** One market with the prices of both outcomes; `outcomes` holds only this one. */
export interface Market extends EventTerms, EventTexts, OutcomeEntry, Place {
  readonly no_price: number;
  readonly no_bid: number;
  readonly no_ask: number;
  readonly outcomes: readonly OutcomeEntry[];
}

export interface MarketsPage extends PageEnd, Place {
  readonly markets: readonly EventEntry[];
}

export interface EventsPage extends PageEnd, Place {
  readonly events: readonly EventEntry[];
}

export interface CategoryCounts {
  /** Events, and how many of them are active. */
  readonly events: number;
  readonly active: number;
}

/** Most active first. */
export interface Categories extends Place {
  readonly categories: readonly (CategoryCounts & {
    readonly name: string;
    readonly subs: readonly (CategoryCounts & { readonly sub: string })[];
  })[];
}

export interface BookLevel {
  readonly price: number;
  /** Contracts. */
  readonly size: number;
  readonly orders: number;
}

/** Best first. */
export interface BookSides {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** `no` is the exact mirror of `yes`: a bid for YES at p is an offer of NO at 10000 - p. */
export interface Book extends Place {
  readonly market_id: string;
  readonly status: MarketStatus;
  readonly yes: BookSides;
  readonly no: BookSides;
  /** Of YES, rounded down; null if a side is empty. */
  readonly midpoint: number | null;
  readonly spread: number | null;
  readonly last_price: number | null;
}

/** Prices are of YES; `time` is the start of the bucket, `volume` in contracts, `notional` in micro-USDC. */
export interface Candle {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** Null beyond 2^53 - 1, as a day of the largest trades may be. */
  readonly notional: number | null;
  readonly trades: number;
}

export interface Candles {
  readonly candles: readonly Candle[];
}
