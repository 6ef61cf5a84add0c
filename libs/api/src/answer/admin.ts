/** `data` of the admin answers about the exchange (docs/protocol/http.md, section 6), wrapped as `{success, data}`. */
import { EXCHANGE_MODES, MARKET_STATUSES, RESOLUTIONS } from '@bellwether/exchange';
import type { AsOf, MarketResolutionView, ReplyOf, ResolvedMarket } from '@bellwether/exchange';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { feeCategory, presentFeeCategory } from './fees';
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
import type { Answer } from './fields';
import { presentDryRun, resolutionDryRun } from './resolution-dry-run';
import { presentMarketId, presentUser } from './units';

const eventIdField = words('The event', EXAMPLE.eventId);
const statusField = oneOf(MARKET_STATUSES, 'What the market is now', 'active');

export const eventCreatedAnswer = named(
  'CreatedEvent',
  z.strictObject({
    event_id: eventIdField,
    outcomes: z
      .array(
        z.strictObject({ label: words('As it was given', 'Yes'), market_id: market('Its market') }),
      )
      .min(1)
      .meta({ description: 'In the order they were given' }),
    ...seqField,
  }),
  'An event and the markets made for it.',
);
export type EventCreatedAnswer = Answer<typeof eventCreatedAnswer>;

export const presentEventCreated = (
  reply: ReplyOf<'event_created'>,
  { seq }: AsOf,
): EventCreatedAnswer => ({
  event_id: reply.eventId,
  outcomes: reply.markets.map(({ label, marketId }) => ({
    label,
    market_id: presentMarketId(marketId),
  })),
  seq,
});

export const marketStatusAnswer = named(
  'MarketStatusChange',
  z.strictObject({ market_id: market(), status: statusField, ...seqField }),
  'A market after a change of its status.',
);
export type MarketStatusAnswer = Answer<typeof marketStatusAnswer>;

export const presentMarketStatus = (
  reply: ReplyOf<'market_status'>,
  { seq }: AsOf,
): MarketStatusAnswer => ({
  market_id: presentMarketId(reply.marketId),
  status: reply.status,
  seq,
});

export const marketResolvedAnswer = named(
  'ResolvedMarket',
  z.strictObject({
    market_id: market(),
    status: oneOf(MARKET_STATUSES, '`resolved`, or `voided`', 'resolved'),
    outcome: oneOf(RESOLUTIONS, 'How it came out', 'yes'),
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
export type MarketResolvedAnswer = Answer<typeof marketResolvedAnswer>;

const presentResolved = (resolved: ResolvedMarket, { seq }: AsOf): MarketResolvedAnswer => ({
  market_id: presentMarketId(resolved.marketId),
  status: resolved.status,
  outcome: resolved.resolution,
  price: resolved.price,
  paid_micro_usdc: resolved.paidMicroUsdc,
  seq,
});

export const presentMarketResolved = (reply: ReplyOf<'market_resolved'>, asOf: AsOf) =>
  presentResolved(reply.market, asOf);

export const eventResolvedAnswer = named(
  'ResolvedEvent',
  z.strictObject({
    event_id: eventIdField,
    markets: z.array(marketResolvedAnswer).meta({ description: 'All of its markets' }),
    ...seqField,
  }),
  'An event that is over.',
);
export type EventResolvedAnswer = Answer<typeof eventResolvedAnswer>;

export const presentEventResolved = (
  reply: ReplyOf<'event_resolved'>,
  asOf: AsOf,
): EventResolvedAnswer => ({
  event_id: reply.eventId,
  markets: reply.markets.map((resolved) => presentResolved(resolved, asOf)),
  seq: asOf.seq,
});

/** `POST /admin/markets/{id}/resolve?dry_run=true`: what would be answered, and to whom it would be paid. */
export const presentMarketResolution = (
  view: MarketResolutionView,
  { seq }: AsOf,
): MarketResolvedAnswer => ({
  market_id: presentMarketId(view.marketId),
  status: view.resolution === 'void' ? 'voided' : 'resolved',
  outcome: view.resolution,
  price: view.price,
  paid_micro_usdc: view.paidMicroUsdc,
  seq,
  dry_run: presentDryRun(view),
});

/** `POST /admin/events/{id}/resolve?dry_run=true` */
export const presentEventResolution = (
  eventId: string,
  markets: readonly MarketResolutionView[],
  asOf: AsOf,
): EventResolvedAnswer => ({
  event_id: eventId,
  markets: markets.map((view) => presentMarketResolution(view, asOf)),
  seq: asOf.seq,
});

export const creditedAnswer = named(
  'Credited',
  z.strictObject({
    user: user(),
    available: micro("The user's available balance after it", 100_000_000),
    ...seqField,
  }),
  'Test money that was given.',
);
export type CreditedAnswer = Answer<typeof creditedAnswer>;

export const presentCredited = (reply: ReplyOf<'credited'>, { seq }: AsOf): CreditedAnswer => ({
  user: presentUser(reply.user),
  available: reply.available,
  seq,
});

export const modeAnswer = named(
  'ModeChange',
  z.strictObject({ mode: oneOf(EXCHANGE_MODES, 'The mode from now on', 'open'), ...seqField }),
  'The mode of the exchange.',
);
export type ModeAnswer = Answer<typeof modeAnswer>;

export const presentMode = (reply: ReplyOf<'mode'>, { seq }: AsOf): ModeAnswer => ({
  mode: reply.mode,
  seq,
});

export const scheduleAnswer = named(
  'FeeSchedule',
  z.strictObject({
    categories: z.array(feeCategory).meta({ description: 'The whole schedule from now on' }),
    ...seqField,
  }),
  'The schedule that new markets take their fees from.',
);
export type ScheduleAnswer = Answer<typeof scheduleAnswer>;

export const presentSchedule = (reply: ReplyOf<'fees'>, { seq }: AsOf): ScheduleAnswer => ({
  categories: reply.categories.map(presentFeeCategory),
  seq,
});

export const userLimitsAnswer = named(
  'UserLimits',
  z.strictObject({
    user: user(),
    max_open_orders: count('How many orders of this user may be open at once', 1_000),
    ...seqField,
  }),
  "A user's limits.",
);
export type UserLimitsAnswer = Answer<typeof userLimitsAnswer>;

export const presentUserLimits = (
  reply: ReplyOf<'open_order_limit'>,
  { seq }: AsOf,
): UserLimitsAnswer => ({
  user: presentUser(reply.user),
  max_open_orders: reply.maxOpenOrders,
  seq,
});

export const withdrawalsPausedAnswer = named(
  'WithdrawalsPaused',
  z.strictObject({ paused: flag('Whether new withdrawals are refused', true), ...seqField }),
  'Whether withdrawals are taken.',
);
export type WithdrawalsPausedAnswer = Answer<typeof withdrawalsPausedAnswer>;

/** `POST /admin/withdrawals/pause`, `/resume` */
export const presentWithdrawalsPaused = (
  reply: ReplyOf<'withdrawals'>,
  { seq }: AsOf,
): WithdrawalsPausedAnswer => ({ paused: reply.paused, seq });
