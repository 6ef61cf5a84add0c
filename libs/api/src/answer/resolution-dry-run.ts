/** The part of a dry run's answer that a resolution does not have. */
import type { MarketResolutionView, OutcomePayout } from '@bellwether/exchange';
import { z } from 'zod';
import { count, flag, micro, named, words } from './fields';
import type { Answer } from './fields';

const payout = (what: string) =>
  z
    .strictObject({
      contracts: count('Contracts that exist', 110),
      users: count('Who hold at least one of them', 7),
      paid_micro_usdc: micro('What they would get', 110_000_000),
    })
    .meta({ description: what });

export const resolutionDryRun = named(
  'ResolutionDryRun',
  z.strictObject({
    label: words('The outcome', 'Yes'),
    already_resolved: flag('Whether it is resolved: nothing is left to be paid', false),
    open_orders: count('Orders that it would cancel', 4),
    users: count('Holders of either, each once', 9),
    yes: payout('Holders of YES'),
    no: payout('Holders of NO'),
  }),
  'Nothing was done: what the resolution of a market would pay, and to whom.',
);
export type ResolutionDryRun = Answer<typeof resolutionDryRun>;

const presentPayout = ({ contracts, users, microUsdc }: OutcomePayout) => ({
  contracts,
  users,
  paid_micro_usdc: microUsdc,
});

export const presentDryRun = (view: MarketResolutionView): ResolutionDryRun => ({
  label: view.label,
  already_resolved: view.isResolved,
  open_orders: view.openOrders,
  users: view.users,
  yes: presentPayout(view.yes),
  no: presentPayout(view.no),
});
