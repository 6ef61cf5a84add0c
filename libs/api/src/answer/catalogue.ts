/** Events and their markets, as lists and as single answers. Prices are bp, times Unix seconds. */
import type { EventView, MarketStatus, MarketView } from '@bellwether/exchange';
import { mirrored, yesPriceOf } from './prices';
import { presentMarketId, presentPlace, unixSecondsOf } from './units';
import type { AsOf } from './units';

/** What an event is called where its markets differ: the first of these that any of them has. */
const STATUS_PRECEDENCE: readonly MarketStatus[] = [
  'active',
  'paused',
  'pending',
  'closed',
  'resolved',
  'voided',
];

/** `active` if any market is (decisions 8). */
export const eventStatusOf = (event: EventView): MarketStatus =>
  STATUS_PRECEDENCE.find((status) => event.markets.some((market) => market.status === status)) ??
  'closed';

/** One outcome of an entry. `yes_bid` 0 and `yes_ask` 10000 where a side is empty. */
const presentOutcome = (market: MarketView) => ({
  label: market.label,
  market_id: presentMarketId(market.marketId),
  status: market.status,
  yes_price: yesPriceOf(market),
  yes_bid: market.bestBid,
  yes_ask: market.bestAsk,
  last_price: market.lastPrice,
  volume: market.volume,
  open_interest: market.openInterest,
  resolution: market.resolution,
  resolution_price: market.resolutionPrice,
});

const presentTerms = (event: EventView) => ({
  event_id: event.eventId,
  question: event.question,
  category: { name: event.category.name, sub: event.category.sub },
  mutually_exclusive: event.mutuallyExclusive,
  fee_bps: event.feeBps,
  maker_rebate_pct: event.makerRebatePct,
  expiry: event.expiry,
  opens_at: event.opensAt,
  created_at: unixSecondsOf(event.createdMs),
});

/** An entry of `GET /v1/markets` and of `GET /v1/events`: a binary event has one outcome, others one each. */
export const presentEventEntry = (event: EventView) => ({
  ...presentTerms(event),
  status: eventStatusOf(event),
  outcomes: event.markets.map(presentOutcome),
});

/** `GET /v1/events/{id}` */
export const presentEvent = (event: EventView, asOf: AsOf) => ({
  ...presentEventEntry(event),
  description: event.description,
  ...presentPlace(asOf),
});

/** `GET /v1/markets/{id}`: the list entry of this one market, with its prices in both outcomes. */
export const presentMarket = (event: EventView, market: MarketView, asOf: AsOf) => ({
  ...presentTerms(event),
  description: event.description,
  ...presentOutcome(market),
  no_price: mirrored(yesPriceOf(market)),
  no_bid: mirrored(market.bestAsk),
  no_ask: mirrored(market.bestBid),
  outcomes: [presentOutcome(market)],
  ...presentPlace(asOf),
});
