/** Events and their markets, in lists and single answers. Prices are bp, times Unix seconds. */
import { MARKET_STATUSES, RESOLUTIONS } from '@bellwether/exchange';
import type { AsOf, EventView, MarketStatus, MarketView } from '@bellwether/exchange';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import {
  count,
  flag,
  market as marketField,
  named,
  oneOf,
  pageFields,
  placeFields,
  price,
  time,
  wholePrice,
  words,
  orNull,
} from './fields';
import type { Answer } from './fields';
import { mirrored, yesPriceOf } from './prices';
import { presentMarketId, presentPlace, unixSecondsOf } from './units';

const outcomeFields = {
  label: words('What this outcome is called', 'Yes'),
  market_id: marketField('Its market, which orders name'),
  status: oneOf(MARKET_STATUSES, 'Orders are taken while it is `active`', 'active'),
  yes_price: wholePrice(
    'Shown as the price: the midpoint of bid and ask while they are at most 1000 apart, else of the last trade, else 5000',
    4_400,
  ),
  yes_bid: wholePrice('The best bid for YES; 0 where nobody bids', 4_300),
  yes_ask: wholePrice('The best offer of YES; 10000 where nobody offers', 4_500),
  last_price: price('Of the last trade, of YES; null before the first', 4_500).nullable(),
  volume: count('Contracts traded so far', 120),
  open_interest: count('Pairs of contracts that exist', 110),
  resolution: orNull(oneOf(RESOLUTIONS, 'How it came out; null before', 'yes')),
  resolution_price: orNull(wholePrice('What a YES contract paid; null before', 10_000)),
};
export const outcomeAnswer = named(
  'Outcome',
  z.strictObject(outcomeFields),
  'One outcome of a question, which is a market of its own.',
);

const termsFields = {
  event_id: words('The event', EXAMPLE.eventId),
  question: words('What is traded', 'Will it rain in 2030?'),
  category: z
    .strictObject({
      name: words('The first part', 'weather'),
      sub: words('The second part', 'rain'),
    })
    .meta({ description: 'What the question is about' }),
  mutually_exclusive: flag('Whether at most one of its outcomes comes true', false),
  fee_bps: count('The rate of the protocol fee that takers pay, see `/v1/fees`', 700),
  maker_rebate_pct: count('Per cent of it that the maker gets', 20),
  expiry: time('When its markets close', 1_893_456_000),
  opens_at: orNull(time('When they open; null: at once')),
  created_at: time('When the event was made'),
};
const entryFields = {
  ...termsFields,
  status: oneOf(MARKET_STATUSES, '`active` if any of its markets is', 'active'),
  outcomes: z
    .array(outcomeAnswer)
    .min(1)
    .meta({ description: 'One for a question of yes or no, else one for each answer' }),
};
const descriptionField = words('What decides it, in words; may be empty', 'Anywhere, at any time.');

export const eventEntry = named(
  'EventEntry',
  z.strictObject(entryFields),
  'A question with its outcomes, as lists show it.',
);
export type EventEntry = Answer<typeof eventEntry>;

const listEnd = { ...pageFields, ...placeFields };
export const marketsAnswer = named(
  'Markets',
  z.strictObject({
    markets: z.array(eventEntry).meta({ description: 'Newest first, one entry a question' }),
    ...listEnd,
  }),
  'A page of markets.',
);
export const eventsAnswer = named(
  'Events',
  z.strictObject({
    events: z.array(eventEntry).meta({ description: 'Newest first' }),
    ...listEnd,
  }),
  'A page of events.',
);
export const eventAnswer = named(
  'Event',
  z.strictObject({ ...entryFields, description: descriptionField, ...placeFields }),
  'An event with all of its outcomes.',
);
export const marketAnswer = named(
  'Market',
  z.strictObject({
    ...termsFields,
    description: descriptionField,
    ...outcomeFields,
    no_price: wholePrice('10000 - `yes_price`', 5_600),
    no_bid: wholePrice('The best bid for NO: 10000 - `yes_ask`', 5_500),
    no_ask: wholePrice('The best offer of NO: 10000 - `yes_bid`', 5_700),
    outcomes: z.array(outcomeAnswer).meta({ description: 'This one, as lists show it' }),
    ...placeFields,
  }),
  'One market, with its prices in both outcomes.',
);
export type MarketsAnswer = Answer<typeof marketsAnswer>;
export type EventsAnswer = Answer<typeof eventsAnswer>;
export type EventAnswer = Answer<typeof eventAnswer>;
export type MarketAnswer = Answer<typeof marketAnswer>;

/** The status of an event whose markets differ: the first of these that any market has. */
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

/** One outcome of an entry. `yes_bid` is 0 and `yes_ask` 10000 if the side is empty. */
export const presentOutcome = (market: MarketView): Answer<typeof outcomeAnswer> => ({
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

const presentTerms = (event: EventView): Pick<EventEntry, keyof typeof termsFields> => ({
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

/**
 * An entry of `GET /v1/markets` and of `GET /v1/events`. A binary event has one outcome; otherwise there is one for
 * each market.
 */
export const presentEventEntry = (event: EventView): EventEntry => ({
  ...presentTerms(event),
  status: eventStatusOf(event),
  outcomes: event.markets.map(presentOutcome),
});

/** `GET /v1/events/{id}` */
export const presentEvent = (event: EventView, asOf: AsOf): EventAnswer => ({
  ...presentEventEntry(event),
  description: event.description,
  ...presentPlace(asOf),
});

/** `GET /v1/markets/{id}`: the list entry of one market, with its prices in both outcomes. */
export const presentMarket = (event: EventView, market: MarketView, asOf: AsOf): MarketAnswer => ({
  ...presentTerms(event),
  description: event.description,
  ...presentOutcome(market),
  no_price: mirrored(yesPriceOf(market)),
  no_bid: mirrored(market.bestAsk),
  no_ask: mirrored(market.bestBid),
  outcomes: [presentOutcome(market)],
  ...presentPlace(asOf),
});
