import { isDisputed } from '../cases/case-table';
import { EVENT, LAST_PRICE, PAID, RESOLVED_MS, VOLUME } from '../markets/market-table';
import { NO_ASK, NO_BID } from '../markets/price-ladder';
import { YES } from '../orders/order-word';
import { termsOf } from '../replies/catalogue-event';
import type { ExchangeState } from '../state';
import type { BookLevel, BookView, EventView, MarketView } from '../views';

/** Cost: O(depth), as levels store their sums. */
export function bookView(
  state: ExchangeState,
  marketId: Uint8Array,
  depth: number,
): BookView | null {
  const { ladder, markets } = state;
  const market = markets.find(marketId);
  if (market === 0) return null;
  const level = (price: number): BookLevel => ({
    price,
    size: ladder.sizeAt(market, price),
    orders: ladder.ordersAt(market, price),
  });
  const bids: BookLevel[] = [];
  for (let bid = ladder.bestBid(market); bid !== NO_BID && bids.length < depth;) {
    bids.push(level(bid));
    bid = ladder.nextBelow(market, bid);
  }
  const asks: BookLevel[] = [];
  for (let ask = ladder.bestAsk(market); ask !== NO_ASK && asks.length < depth;) {
    asks.push(level(ask));
    ask = ladder.nextAbove(market, ask);
  }
  return { status: markets.statusName(market), bids, asks, lastPrice: lastPrice(state, market) };
}

/** Cost: O(1). */
function marketView(state: ExchangeState, market: number, label: string): MarketView {
  const { markets, ladder } = state;
  const isResolved = markets.resolution(market) !== null;
  return {
    marketId: markets.idOf(market),
    label,
    status: markets.statusName(market),
    ...caseOf(state, market),
    bestBid: ladder.bestBid(market),
    bestAsk: ladder.bestAsk(market),
    lastPrice: lastPrice(state, market),
    resolution: markets.resolution(market),
    resolutionPrice: markets.resolutionPrice(market),
    resolvedMs: isResolved ? markets.word(market, RESOLVED_MS) : null,
    paidMicroUsdc: isResolved ? markets.word(market, PAID) : null,
    volume: markets.word(market, VOLUME),
    openInterest: state.holdings.outstanding(market, YES),
  };
}

function caseOf({ cases }: ExchangeState, market: number) {
  const one = cases.ofMarket(market);
  if (one === undefined) return { caseId: null, dueMs: null };
  return { caseId: one.caseId, dueMs: isDisputed(one) ? null : one.dueMs };
}

/** Cost: O(markets of the event). */
export function eventView(state: ExchangeState, event: number): EventView {
  const entry = state.catalogue.entry(event);
  const { command, createdSeq, markets } = entry;
  return {
    ...termsOf(entry),
    createdSeq,
    markets: markets.map((market, i) => marketView(state, market, command.labels[i]!)),
  };
}

/**
 * Newest first; each view is built when the iterator reaches it. `before` is an exclusive `createdSeq`. Cost:
 * O(markets read).
 */
export function* eventViews(state: ExchangeState, before = Infinity): Generator<EventView> {
  const { catalogue } = state;
  for (const event of catalogue.newestFirst()) {
    if (catalogue.entry(event).createdSeq < before) yield eventView(state, event);
  }
}

/** A market and its event. Cost: O(markets of the event). */
export function marketWithEvent(
  state: ExchangeState,
  marketId: Uint8Array,
): { event: EventView; market: MarketView } | null {
  const market = state.markets.find(marketId);
  if (market === 0) return null;
  const number = state.markets.int(market, EVENT);
  const label = state.catalogue.labelOf(number, market);
  return { event: eventView(state, number), market: marketView(state, market, label) };
}

const lastPrice = (state: ExchangeState, market: number): number | null =>
  state.markets.int(market, LAST_PRICE) || null;
