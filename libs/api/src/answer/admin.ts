/** `data` of the admin answers about the exchange (docs/protocol/http.md, section 6), wrapped as `{success, data}`. */
import { EXCHANGE_MODES, MARKET_STATUSES, RESOLUTIONS } from '@bellwether/exchange';
import type { MarketResolutionView } from '@bellwether/exchange';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { feeCategory } from './fees';
import {
  count,
  flag,
  market,
  micro,
  named,
  oneOf,
  seqField,
  user,
  wholePrice,
  words,
} from './fields';
import { from } from './inside';
import { resolutionDryRun } from './resolution-dry-run';

const eventIdField = words('The event', EXAMPLE.eventId);
const statusField = oneOf(MARKET_STATUSES, 'What the market is now', 'active');

export const eventCreatedAnswer = named(
  'CreatedEvent',
  z.strictObject({
    event_id: eventIdField,
    outcomes: from(
      'markets',
      z
        .array(
          z.strictObject({
            label: words('As it was given', 'Yes'),
            market_id: market('Its market'),
          }),
        )
        .min(1)
        .meta({ description: 'In the order they were given' }),
    ),
    ...seqField,
  }),
  'An event and the markets made for it.',
);

export const marketStatusAnswer = named(
  'MarketStatusChange',
  z.strictObject({ market_id: market(), status: statusField, ...seqField }),
  'A market after a change of its status.',
);

export const marketResolvedAnswer = named(
  'ResolvedMarket',
  z.strictObject({
    market_id: market(),
    status: oneOf(MARKET_STATUSES, '`resolved`, or `voided`', 'resolved'),
    outcome: from('resolution', oneOf(RESOLUTIONS, 'How it came out', 'yes')),
    price: wholePrice('What a YES contract paid', 10_000).nullable(),
    paid_micro_usdc: micro(
      'What all holders together are paid; large markets pay in slices',
      10_000_000,
    ),
    ...seqField,
    dry_run: resolutionDryRun.optional(),
  }),
  'A market that is over.',
);

/** What a resolution would be answered with, and to whom it would pay. */
export const dryRunOf = (view: MarketResolutionView, seq: number) => {
  const status = view.resolution === 'void' ? ('voided' as const) : ('resolved' as const);
  return { ...view, status, seq, dryRun: view };
};

export const eventResolvedAnswer = named(
  'ResolvedEvent',
  z.strictObject({
    event_id: eventIdField,
    markets: z.array(marketResolvedAnswer).meta({ description: 'All of its markets' }),
    ...seqField,
  }),
  'An event that is over.',
);

export const creditedAnswer = named(
  'Credited',
  z.strictObject({
    user: user(),
    available: micro("The user's available balance after it", 100_000_000),
    ...seqField,
  }),
  'Test money that was given.',
);

export const modeAnswer = named(
  'ModeChange',
  z.strictObject({ mode: oneOf(EXCHANGE_MODES, 'The mode from now on', 'open'), ...seqField }),
  'The mode of the exchange.',
);

export const scheduleAnswer = named(
  'FeeSchedule',
  z.strictObject({
    categories: z.array(feeCategory).meta({ description: 'The whole schedule from now on' }),
    ...seqField,
  }),
  'The schedule that new markets take their fees from.',
);

export const userLimitsAnswer = named(
  'UserLimits',
  z.strictObject({
    user: user(),
    max_open_orders: count('How many orders of this user may be open at once', 1_000),
    ...seqField,
  }),
  "A user's limits.",
);

export const withdrawalsPausedAnswer = named(
  'WithdrawalsPaused',
  z.strictObject({ paused: flag('Whether new withdrawals are refused', true), ...seqField }),
  'Whether withdrawals are taken.',
);
