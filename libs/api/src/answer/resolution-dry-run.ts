/** The part of a dry run's answer that a resolution does not have. */
import { z } from 'zod';
import { count, flag, micro, named, words } from './fields';
import { from } from './inside';

const payout = (what: string) =>
  z
    .strictObject({
      contracts: count('Contracts that exist', 110),
      users: count('Who hold at least one of them', 7),
      paid_micro_usdc: from('microUsdc', micro('What they would get', 110_000_000)),
    })
    .meta({ description: what });

export const resolutionDryRun = named(
  'ResolutionDryRun',
  z.strictObject({
    label: words('The outcome', 'Yes'),
    already_resolved: from(
      'isResolved',
      flag('Whether it is resolved: nothing is left to be paid', false),
    ),
    open_orders: count('Orders that it would cancel', 4),
    users: count('Holders of either, each once', 9),
    yes: payout('Holders of YES'),
    no: payout('Holders of NO'),
  }),
  'Nothing was done: what the resolution of a market would pay, and to whom.',
);
