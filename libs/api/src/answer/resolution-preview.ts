/** `data` of a resolution with `dry_run=true`: what it would pay. */
import { RESOLUTIONS } from '@bellwether/exchange';
import type { AsOf, MarketResolutionView, OutcomePayout } from '@bellwether/exchange';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { count, flag, market, micro, named, oneOf, placeFields, wholePrice, words } from './fields';
import type { Answer } from './fields';
import { presentMarketId, presentPlace } from './units';

const payout = (what: string) =>
  z
    .strictObject({
      contracts: count('Contracts that exist', 110),
      users: count('Who hold at least one of them', 7),
      paid_micro_usdc: micro('What they would get', 110_000_000),
    })
    .meta({ description: what });

const marketFields = {
  market_id: market(),
  label: words('Its outcome', 'Yes'),
  outcome: oneOf(RESOLUTIONS, 'How it would come out; of one that is resolved, how it did', 'yes'),
  price: wholePrice('What a YES contract would pay in a void', 5_000).nullable(),
  already_resolved: flag('Whether it is resolved: nothing is left to be paid', false),
  open_orders: count('Orders that it would cancel', 4),
  yes: payout('Holders of YES'),
  no: payout('Holders of NO'),
  users: count('Holders of either, each once', 9),
  paid_micro_usdc: micro('What all of them would get', 110_000_000),
};

const dryRun = {
  dry_run: z.literal(true).meta({ description: 'Nothing was done' }),
};

export const marketResolutionPreview = named(
  'MarketResolutionPreview',
  z.strictObject({ ...dryRun, ...marketFields, ...placeFields }),
  'What resolving a market would pay.',
);
export type MarketResolutionPreview = Answer<typeof marketResolutionPreview>;

export const eventResolutionPreview = named(
  'EventResolutionPreview',
  z.strictObject({
    ...dryRun,
    event_id: words('The event', EXAMPLE.eventId),
    paid_micro_usdc: micro('What would be paid in all of its markets', 110_000_000),
    markets: z.array(z.strictObject(marketFields)).meta({ description: 'All of its markets' }),
    ...placeFields,
  }),
  'What resolving an event would pay.',
);
export type EventResolutionPreview = Answer<typeof eventResolutionPreview>;

const presentPayout = ({ contracts, users, microUsdc }: OutcomePayout) => ({
  contracts,
  users,
  paid_micro_usdc: microUsdc,
});

const presentMarketPreview = (view: MarketResolutionView) => ({
  market_id: presentMarketId(view.marketId),
  label: view.label,
  outcome: view.resolution,
  price: view.price,
  already_resolved: view.isResolved,
  open_orders: view.openOrders,
  yes: presentPayout(view.yes),
  no: presentPayout(view.no),
  users: view.users,
  paid_micro_usdc: view.paidMicroUsdc,
});

/** `POST /admin/markets/{id}/resolve?dry_run=true` */
export const presentMarketResolution = (
  view: MarketResolutionView,
  asOf: AsOf,
): MarketResolutionPreview => ({
  dry_run: true,
  ...presentMarketPreview(view),
  ...presentPlace(asOf),
});

/** `POST /admin/events/{id}/resolve?dry_run=true` */
export const presentEventResolution = (
  eventId: string,
  markets: readonly MarketResolutionView[],
  asOf: AsOf,
): EventResolutionPreview => ({
  dry_run: true,
  event_id: eventId,
  paid_micro_usdc: markets.reduce((sum, { paidMicroUsdc }) => sum + paidMicroUsdc, 0),
  markets: markets.map(presentMarketPreview),
  ...presentPlace(asOf),
});
