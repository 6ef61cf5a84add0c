import { MARKET_STATUSES } from '@bellwether/exchange';
import type { AsOf, BookLevel, BookView } from '@bellwether/exchange';
import { z } from 'zod';
import { count, market, named, oneOf, placeFields, price, wholePrice } from './fields';
import type { Answer } from './fields';
import { midpointOf, mirrored } from './prices';
import { presentMarketId, presentPlace } from './units';

export const bookLevel = named(
  'BookLevel',
  z.strictObject({
    price: price('Of this level', 4_500),
    size: count('Contracts that rest at it', 90),
    orders: count('Orders that they belong to', 1),
  }),
  'All that rests at one price.',
);
const bookSides = named(
  'BookSides',
  z.strictObject({
    bids: z.array(bookLevel).meta({ description: 'Buyers, the highest price first' }),
    asks: z.array(bookLevel).meta({ description: 'Sellers, the lowest price first' }),
  }),
  'The two sides of one outcome.',
);
export const bookAnswer = named(
  'Book',
  z.strictObject({
    market_id: market(),
    ...placeFields,
    status: oneOf(MARKET_STATUSES, 'Orders are taken while it is `active`', 'active'),
    yes: bookSides.describe('Of YES contracts'),
    no: bookSides.describe(
      'The exact mirror of `yes`: a bid for YES at p is an offer of NO at 10000 - p',
    ),
    midpoint: wholePrice(
      'Between the best bid and the best ask for YES, rounded down; null where a side is empty',
      4_400,
    ).nullable(),
    spread: wholePrice('Between the same two; null where a side is empty', 200).nullable(),
    last_price: price('Of the last trade, of YES; null before the first', 4_500).nullable(),
  }),
  'The order book of a market: one book, shown in both outcomes.',
);
export type BookAnswer = Answer<typeof bookAnswer>;

const presentLevel = ({ price: at, size, orders }: BookLevel): Answer<typeof bookLevel> => ({
  price: at,
  size,
  orders,
});
const presentMirrored = (level: BookLevel): Answer<typeof bookLevel> => ({
  ...presentLevel(level),
  price: mirrored(level.price),
});

/**
 * Both sides of both outcomes, best first. There is one book, in YES terms; `no` is its exact mirror: a bid for YES
 * at p is an offer of NO at 10000 - p. `midpoint` and `spread` (YES) are null if a side is empty.
 */
export function presentBook(marketId: Uint8Array, view: BookView, asOf: AsOf): BookAnswer {
  const bid = view.bids[0]?.price;
  const ask = view.asks[0]?.price;
  const hasBoth = bid !== undefined && ask !== undefined;
  return {
    market_id: presentMarketId(marketId),
    ...presentPlace(asOf),
    status: view.status,
    yes: { bids: view.bids.map(presentLevel), asks: view.asks.map(presentLevel) },
    no: { bids: view.asks.map(presentMirrored), asks: view.bids.map(presentMirrored) },
    midpoint: hasBoth ? midpointOf(bid, ask) : null,
    spread: hasBoth ? ask - bid : null,
    last_price: view.lastPrice,
  };
}
