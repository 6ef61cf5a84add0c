/** Events and their markets, in lists and single answers. Prices are bp, times Unix seconds. */
import { MARKET_STATUSES, RESOLUTIONS } from '@bellwether/exchange';
import type { EventView, MarketStatus } from '@bellwether/exchange';
import type { ListedMarket } from '@bellwether/market-data';
import { z } from 'zod';
import { detailFields } from '../event-details';
import { EXAMPLE } from '../examples';
import {
  count,
  flag,
  market as marketField,
  micro,
  named,
  oneOf,
  placeFields,
  price,
  seconds,
  time,
  wholePrice,
  words,
  orNull,
  signedCount,
} from './fields';
import { from } from './inside';
import { endOf } from './page';
import { resolutionTermsFields } from './resolution-rules';
import { chanceOf, mirrored, yesPriceOf } from './prices';

const SPARKLINE = Array.from({ length: 24 }, (_, hour) => (hour < 2 ? null : 4_400 + 5 * hour));

const outcomeFields = {
  label: words('What this outcome is called', 'Yes'),
  market_id: marketField('Its market, which orders name'),
  status: oneOf(MARKET_STATUSES, 'Orders are taken while it is `active`', 'active'),
  case_id: orNull(count('Its result that is proposed or disputed: `/v1/cases`', EXAMPLE.caseId)),
  due: orNull(
    time('Until when the proposed result may be challenged; null where none is proposed'),
  ),
  overdue: flag(
    'Whether it expired 72 hours ago or more, and nothing was proposed; to the hour',
    false,
  ),
  yes_price: from(yesPriceOf, wholePrice('`chance`, or 5000 where it is null', 4_400)),
  chance: from(
    chanceOf,
    orNull(
      wholePrice(
        'Of YES: the midpoint of the bid and the ask that 20 contracts stand behind while they are at most 1000 apart, else of the last trade if these support it, see docs/protocol/http.md; null where nobody has put money behind one',
        4_400,
      ),
    ),
  ),
  yes_bid: from('bestBid', wholePrice('The best bid for YES; 0 where nobody bids', 4_300)),
  yes_ask: from('bestAsk', wholePrice('The best offer of YES; 10000 where nobody offers', 4_500)),
  last_price: price('Of the last trade, of YES; null before the first', 4_500).nullable(),
  volume: count('Contracts traded so far', 120),
  change_24h_bps: orNull(
    signedCount(
      'The last price less the one a day ago, in basis points of a dollar; of a market that is younger, less that of its first trade. Null before the first, and for moments after the start of a gateway',
      -120,
    ),
  ),
  volume_24h: orNull(
    count(
      'Contracts traded in the last 24 hours: in this hour and the 23 before it. Null for moments after the start of a gateway',
      40,
    ),
  ),
  sparkline: z
    .array(price('The last price at the end of an hour', 4_400).nullable())
    .length(24)
    .meta({
      description:
        'The last price of YES of each of these hours, oldest first; null before the first trade',
      example: SPARKLINE,
    }),
  open_interest: count('Pairs of contracts that exist', 110),
  resolution: orNull(oneOf(RESOLUTIONS, 'How it came out; null before', 'yes')),
  resolution_price: orNull(wholePrice('What a YES contract paid; null before', 10_000)),
  resolved_at: orNull(time('When it was decided; null before')),
  paid_micro_usdc: orNull(
    micro('What its holders were paid, all of them together; null before', 110_000_000),
  ),
};
export const outcomeAnswer = named(
  'OutcomeEntry',
  z.strictObject(outcomeFields),
  'One outcome of a question, which is a market of its own.',
);

const termsFields = {
  event_id: words('The event', EXAMPLE.eventId),
  question: words('What is traded', 'Will it rain in 2030?'),
  category: named(
    'Category',
    z.strictObject({
      name: words('The first part', 'weather'),
      sub: words('The second part', 'rain'),
    }),
    'What the question is about.',
  ),
  mutually_exclusive: flag('Whether at most one of its outcomes comes true', false),
  image_url: detailFields.image_url,
  fee_bps: count('The rate of the protocol fee that takers pay, see `/v1/fees`', 700),
  maker_rebate_pct: count('Per cent of it that the maker gets', 20),
  expiry: seconds('When its markets close', 1_893_456_000),
  opens_at: orNull(seconds('When they open; null: at once')),
  created_at: time('When the event was made'),
};

/** The status of an event whose markets differ: the first of these that any market has. */
const STATUS_PRECEDENCE: readonly MarketStatus[] = [
  'active',
  'paused',
  'pending',
  'disputed',
  'proposed',
  'closed',
  'resolved',
  'voided',
];

/** `active` if any market is. */
export const eventStatusOf = (event: Pick<EventView, 'markets'>): MarketStatus =>
  STATUS_PRECEDENCE.find((status) => event.markets.some((market) => market.status === status)) ??
  'closed';

interface Markets {
  readonly markets: readonly Pick<ListedMarket, 'volume' | 'volume24h'>[];
}

const sumOf = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);

/** Null while it is not known of any of them. */
export function dayVolumeOf(markets: readonly Pick<ListedMarket, 'volume24h'>[]): number | null {
  const volumes = markets.map(({ volume24h }) => volume24h);
  const known = volumes.filter((volume) => volume !== null);
  return known.length === volumes.length ? sumOf(known) : null;
}

const entryFields = {
  ...termsFields,
  status: from(
    eventStatusOf,
    oneOf(MARKET_STATUSES, '`active` if any of its markets is', 'active'),
  ),
  volume: from(
    ({ markets }: Markets) => sumOf(markets.map(({ volume }) => volume)),
    count('Contracts traded so far, in all of its markets', 120),
  ),
  volume_24h: from(
    ({ markets }: Markets) => dayVolumeOf(markets),
    orNull(
      count(
        'Contracts traded in the last 24 hours, in all of its markets; null while not known',
        40,
      ),
    ),
  ),
  outcomes: from(
    'markets',
    z
      .array(outcomeAnswer)
      .min(1)
      .meta({ description: 'One for a question of yes or no, else one for each answer' }),
  ),
};
/** Long texts, of single answers alone. */
const textFields = {
  description: words('What it is about, in words; may be empty', 'Anywhere, at any time.'),
  ...detailFields,
  ...resolutionTermsFields,
};

export const eventEntry = named(
  'EventEntry',
  z.strictObject(entryFields),
  'A question with its outcomes, as lists show it.',
);

const listEnd = {
  ...endOf(({ next }: { readonly next: string | null }) => next),
  ...placeFields,
};
export const marketsAnswer = named(
  'MarketsPage',
  z.strictObject({
    markets: z
      .array(eventEntry)
      .meta({ description: 'In the order of `sort`, one entry a question' }),
    ...listEnd,
  }),
  'A page of markets.',
);

export const eventsAnswer = named(
  'EventsPage',
  z.strictObject({
    events: z.array(eventEntry).meta({ description: 'In the order of `sort`' }),
    ...listEnd,
  }),
  'A page of events.',
);

export const eventAnswer = named(
  'EventDetail',
  z.strictObject({ ...entryFields, ...textFields, ...placeFields }),
  'An event with all of its outcomes.',
);

export const marketAnswer = named(
  'Market',
  z.strictObject({
    ...termsFields,
    ...textFields,
    ...outcomeFields,
    no_price: from(
      (market: ListedMarket) => mirrored(yesPriceOf(market)),
      wholePrice('10000 - `yes_price`', 5_600),
    ),
    no_bid: from(
      ({ bestAsk }: ListedMarket) => mirrored(bestAsk),
      wholePrice('The best bid for NO: 10000 - `yes_ask`', 5_500),
    ),
    no_ask: from(
      ({ bestBid }: ListedMarket) => mirrored(bestBid),
      wholePrice('The best offer of NO: 10000 - `yes_bid`', 5_700),
    ),
    outcomes: from(
      (market: ListedMarket) => [market],
      z.array(outcomeAnswer).meta({ description: 'This one, as lists show it' }),
    ),
    ...placeFields,
  }),
  'One market, with its prices in both outcomes.',
);
