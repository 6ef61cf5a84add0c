/** `data` of the channel `trades:{market_id}`: docs/protocol/streams.md, section 5. */
import type { AsOf, ExchangeEvent, ExchangeEventOf } from '@bellwether/exchange';
import { z } from 'zod';
import { pageFields, named } from '../answer/fields';
import type { Answer } from '../answer/fields';
import { presentTrade, tradeAnswer, tradesField } from '../answer/fill';
import type { HistoricalFill } from '../answer/fill';

export const tradesSnapshotData = named(
  'TradesSnapshot',
  z.strictObject({ trades: tradesField, ...pageFields }),
  'The newest trades of a market, as the first page of them in HTTP.',
);
export type TradesSnapshotData = Answer<typeof tradesSnapshotData>;

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
  asOf: AsOf,
): HistoricalFill => ({
  ...fill,
  marketId,
  seq: asOf.seq,
  timestampMs: asOf.timestampMs,
});

/** @param events of one command; those that are not trades are skipped */
export const presentTradesUpdate = (
  events: readonly ExchangeEvent[],
  asOf: AsOf,
): TradesUpdateData => ({
  trades: events.flatMap((event) =>
    event.kind === 'trade' ? [presentTrade(tradeOf(event, asOf))] : [],
  ),
});
