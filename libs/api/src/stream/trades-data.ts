/** `data` of the channel `trades:{market_id}`: docs/protocol/streams.md, section 5. */
import type { AsOf, ExchangeEvent, ExchangeEventOf } from '@bellwether/exchange';
import { z } from 'zod';
import { named } from '../answer/fields';
import type { Answer } from '../answer/fields';
import { tradeAnswer, tradesEnd, tradesField } from '../answer/fill';
import type { Trade } from '../answer/fill';
import { present } from '../answer/present';

export const tradesSnapshotData = named(
  'TradesSnapshot',
  z.strictObject({ trades: tradesField, ...tradesEnd }),
  'The newest trades of a market, as the first page of them in HTTP.',
);

export const presentTradesSnapshot = present(tradesSnapshotData);

export const happenedTrades = z
  .array(tradeAnswer)
  .meta({ description: 'In the order in which they happened' });

export const tradesUpdateData = named(
  'TradesUpdate',
  z.strictObject({ trades: happenedTrades }),
  'The trades of one command.',
);

export type TradesUpdateData = Answer<typeof tradesUpdateData>;

/** The trade in an event, with its seq and time. */
export const tradeOf = (
  { fill, marketId }: ExchangeEventOf<'trade'>,
  { seq, timestampMs }: AsOf,
): Trade => Object.assign({}, fill, { marketId, seq, timestampMs });

/** @param events of one command; those that are not trades are skipped */
export const presentTradesUpdate = (
  events: readonly ExchangeEvent[],
  asOf: AsOf,
): TradesUpdateData =>
  presentTrades({
    trades: events.flatMap((event) => (event.kind === 'trade' ? [tradeOf(event, asOf)] : [])),
  });

const presentTrades = present(tradesUpdateData);
