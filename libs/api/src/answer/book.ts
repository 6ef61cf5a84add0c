import { MARKET_STATUSES } from '@bellwether/exchange';
import type { BookLevel, BookView } from '@bellwether/exchange';
import { z } from 'zod';
import { count, market, named, oneOf, placeFields, price, wholePrice } from './fields';
import { from } from './inside';
import { midpointOf, mirrored } from './prices';

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

const inNo = ({ price: yesPrice, size, orders }: BookLevel): BookLevel => ({
  price: mirrored(yesPrice),
  size,
  orders,
});

export const bookAnswer = named(
  'Book',
  z.strictObject({
    market_id: market(),
    ...placeFields,
    status: oneOf(MARKET_STATUSES, 'Orders are taken while it is `active`', 'active'),
    yes: from((view: BookView) => view, bookSides.describe('Of YES contracts')),
    no: from(
      ({ bids, asks }: BookView) => ({ bids: asks.map(inNo), asks: bids.map(inNo) }),
      bookSides.describe(
        'The exact mirror of `yes`: a bid for YES at p is an offer of NO at 10000 - p',
      ),
    ),
    midpoint: from(
      ({ bids: [bid], asks: [ask] }: BookView) =>
        bid && ask ? midpointOf(bid.price, ask.price) : null,
      wholePrice(
        'Between the best bid and the best ask for YES, rounded down; null where a side is empty',
        4_400,
      ).nullable(),
    ),
    spread: from(
      ({ bids: [bid], asks: [ask] }: BookView) => (bid && ask ? ask.price - bid.price : null),
      wholePrice('Between the same two; null where a side is empty', 200).nullable(),
    ),
    last_price: price('Of the last trade, of YES; null before the first', 4_500).nullable(),
  }),
  'The order book of a market: one book, shown in both outcomes.',
);
