/** `GET /v1/positions/{public_key}`: what a user's contracts cost and brought. */
import { MARKET_STATUSES, RESOLUTIONS, averagePriceOf } from '@bellwether/exchange';
import type { MarketStatus, PositionResult, Resolution } from '@bellwether/exchange';
import { z } from 'zod';
import { pageEnd } from '../cursor';
import { EXAMPLE } from '../examples';
import {
  count,
  market,
  micro,
  named,
  oneOf,
  orNull,
  pageFields,
  price,
  signedCount,
  time,
  wholePrice,
  words,
} from './fields';
import type { Answer } from './fields';
import { presentMarketId, unixSecondsOf } from './units';

const AVERAGE = 'what they were bought for, without fees, rounded up; null without any';

const heldPosition = named(
  'HeldPosition',
  z.strictObject({
    market_id: market(),
    event_id: words('The event', EXAMPLE.eventId),
    question: words("The event's question", 'Will it rain tomorrow?'),
    label: words('The outcome that the market is about', 'Yes'),
    market_status: oneOf(MARKET_STATUSES, 'What the market has come to', 'active'),
    resolution: orNull(oneOf(RESOLUTIONS, 'How it was resolved', 'yes')),
    resolution_price: orNull(wholePrice('Of a void: what a YES contract was worth', 5_000)),
    yes_contracts: count('YES contracts held, those in open sell orders included', 10),
    yes_average_price: price(`Average price of the YES contracts: ${AVERAGE}`, 4_673).nullable(),
    yes_cost: micro('What the YES contracts held were bought for, without fees', 4_673_000),
    no_contracts: count('NO contracts held, those in open sell orders included', 0),
    no_average_price: orNull(price(`Average price of the NO contracts: ${AVERAGE}`, 5_100)),
    no_cost: micro('What the NO contracts held were bought for, without fees', 0),
    realised: signedCount(
      'What contracts brought that were sold, redeemed or paid out, less their average cost, without fees, in micro-USDC; null beyond 2^53 - 1',
      250_000,
    ).nullable(),
    fees: signedCount(
      'Protocol and builder fees paid in the market, less maker rebates, in micro-USDC; below 0 if the rebates were more',
      1_250,
    ),
    opened_seq: count("The command of the user's first trade in the market", EXAMPLE.seq),
    updated_seq: count('The last command that changed the position', EXAMPLE.seq),
    updated_at: time('When it was carried out'),
  }),
  "A user's position in a market, at average cost. `realised` - `yes_cost` - `no_cost` - `fees` is the sum of the user's ledger entries in the market.",
);

export const positionsAnswer = named(
  'PositionsPage',
  z.strictObject({
    positions: z.array(heldPosition).meta({ description: 'Last opened first' }),
    seq: count('History has followed the engine up to this command', EXAMPLE.seq),
    ...pageFields,
  }),
  'The positions of a user in all markets, with what they cost and brought. An unknown user has none.',
);
export type PositionsAnswer = Answer<typeof positionsAnswer>;

/** Money in micro-USDC. */
export interface PresentablePosition extends Omit<PositionResult, 'realised'> {
  readonly realised: number | null;
  readonly marketId: Uint8Array;
  readonly eventId: string;
  readonly question: string;
  readonly label: string;
  readonly marketStatus: MarketStatus;
  readonly resolution: Resolution | null;
  readonly resolutionPrice: number | null;
  readonly openedSeq: number;
  readonly updatedSeq: number;
  readonly updatedMs: number;
}

export function presentPositions(page: {
  readonly items: readonly PresentablePosition[];
  readonly hasMore: boolean;
  readonly seq: number;
}): PositionsAnswer {
  const last = page.items.at(-1);
  return {
    positions: page.items.map(presentHeld),
    seq: page.seq,
    ...pageEnd('position', page.hasMore && last !== undefined ? last.openedSeq : null),
  };
}

const presentHeld = (one: PresentablePosition): Answer<typeof heldPosition> => ({
  market_id: presentMarketId(one.marketId),
  event_id: one.eventId,
  question: one.question,
  label: one.label,
  market_status: one.marketStatus,
  resolution: one.resolution,
  resolution_price: one.resolutionPrice,
  yes_contracts: one.yesContracts,
  yes_average_price: averagePriceOf(one.yesCost, one.yesContracts),
  yes_cost: one.yesCost,
  no_contracts: one.noContracts,
  no_average_price: averagePriceOf(one.noCost, one.noContracts),
  no_cost: one.noCost,
  realised: one.realised,
  fees: one.fees,
  opened_seq: one.openedSeq,
  updated_seq: one.updatedSeq,
  updated_at: unixSecondsOf(one.updatedMs),
});
