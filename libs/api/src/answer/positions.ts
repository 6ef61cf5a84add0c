/** `GET /v1/positions/{public_key}`: what a user's contracts cost and brought. */
import { MARKET_STATUSES, RESOLUTIONS, averagePriceOf } from '@bellwether/exchange';
import type { PositionResult } from '@bellwether/exchange';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import {
  count,
  market,
  micro,
  named,
  oneOf,
  orNull,
  price,
  signedCount,
  time,
  wholePrice,
  words,
} from './fields';
import { from } from './inside';
import { endOfNumbered } from './page';

type Held = Pick<PositionResult, 'yesContracts' | 'yesCost' | 'noContracts' | 'noCost'>;

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
    yes_average_price: from(
      ({ yesCost, yesContracts }: Held) => averagePriceOf(yesCost, yesContracts),
      price(`Average price of the YES contracts: ${AVERAGE}`, 4_673).nullable(),
    ),
    yes_cost: micro('What the YES contracts held were bought for, without fees', 4_673_000),
    no_contracts: count('NO contracts held, those in open sell orders included', 0),
    no_average_price: from(
      ({ noCost, noContracts }: Held) => averagePriceOf(noCost, noContracts),
      orNull(price(`Average price of the NO contracts: ${AVERAGE}`, 5_100)),
    ),
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
    positions: from('items', z.array(heldPosition).meta({ description: 'Last opened first' })),
    seq: count('History has followed the engine up to this command', EXAMPLE.seq),
    ...endOfNumbered('position', ({ openedSeq }: { readonly openedSeq: number }) => openedSeq),
  }),
  'The positions of a user in all markets, with what they cost and brought. An unknown user has none.',
);
