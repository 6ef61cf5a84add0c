/** `data` of the channel `book:{market_id}`: docs/protocol/streams.md, section 5. All in YES terms. */
import { MARKET_STATUSES, PRICE_SCALE_BPS } from '@bellwether/exchange';
import type { BookLevel, BookView, ExchangeEvent, Fill, MarketStatus } from '@bellwether/exchange';
import { z } from 'zod';
import { bookLevel } from '../answer/book';
import { count, market, named, oneOf, price } from '../answer/fields';
import type { Answer } from '../answer/fields';
import { from } from '../answer/inside';
import { present } from '../answer/present';

const statusField = oneOf(MARKET_STATUSES, 'Orders are taken while it is `active`', 'active');
const lastPriceField = price('Of the last trade, of YES', 4_500);

export const bookSnapshotData = named(
  'BookSnapshot',
  z.strictObject({
    market_id: market(),
    status: statusField,
    yes: from(
      (view: BookView) => view,
      z
        .strictObject({
          bids: z.array(bookLevel).meta({ description: 'Buyers, the highest price first' }),
          asks: z.array(bookLevel).meta({ description: 'Sellers, the lowest price first' }),
        })
        .meta({ description: 'Of YES contracts; the NO book is its exact mirror' }),
    ),
    last_price: lastPriceField
      .nullable()
      .describe('Of the last trade, of YES; null before the first'),
  }),
  'The whole book of a market, every level of it.',
);

export const presentBookSnapshot = present(bookSnapshotData);

export const changedLevel = named(
  'ChangedLevel',
  z.strictObject({
    price: price('Of this level', 4_500),
    size: count('All contracts that rest at it now; 0: the level is gone', 90),
    orders: count('Orders that they belong to', 1),
  }),
  'The new total of a level.',
);

const changedLevels = z.array(changedLevel);
export const bookUpdateData = named(
  'BookUpdate',
  z.strictObject({
    yes: z
      .strictObject({
        bids: changedLevels.meta({ description: 'Levels of buyers that changed' }),
        asks: changedLevels.meta({ description: 'Levels of sellers that changed' }),
      })
      .meta({ description: 'Of YES contracts' }),
    status: statusField.optional(),
    last_price: lastPriceField.optional(),
  }),
  'What one command changed in a book.',
);

export type BookUpdateData = Answer<typeof bookUpdateData>;

const yesPriceOf = ({ outcome, price: at }: Fill): number =>
  outcome === 'yes' ? at : PRICE_SCALE_BPS - at;

/** @param events of one command, about one market; those that do not affect its book are skipped */
export function presentBookUpdate(events: readonly ExchangeEvent[]): BookUpdateData {
  const bids: BookLevel[] = [];
  const asks: BookLevel[] = [];
  let status: MarketStatus | undefined;
  let lastPrice: number | undefined;
  for (const event of events) {
    if (event.kind === 'book_level') (event.side === 'bid' ? bids : asks).push(event);
    else if (event.kind === 'trade') lastPrice = yesPriceOf(event.fill);
    else if (event.kind === 'market_status') status = event.status;
    else if (event.kind === 'market_resolved') {
      status = event.resolution === 'void' ? 'voided' : 'resolved';
    }
  }
  return presentUpdate({ yes: { bids, asks }, status, lastPrice });
}

const presentUpdate = present(bookUpdateData);
