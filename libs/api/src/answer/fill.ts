/**
 * A fill in its two forms: live (submit and order answers) with `quantity` and `timestamp`, historical (trades) with
 * `size` and `time`. `outcome`, `price` and `builder_fee` are the taker's; `maker_…` are the maker's.
 */
import { ORDER_TYPES, OUTCOMES, SETTLEMENT_TYPES, SIDES } from '@bellwether/exchange';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import {
  builderKey,
  count,
  market,
  micro,
  named,
  oneOf,
  price,
  seqField,
  time,
  user,
} from './fields';
import type { Answer } from './fields';
import { from } from './inside';
import type { Inside } from './inside';
import { endOfNumbered } from './page';

const bothFormsFields = {
  trade_id: count('Counts all trades of the exchange', 17),
  price: price("What one contract of the taker's outcome cost", 4_500),
  outcome: oneOf(OUTCOMES, "The taker's", 'yes'),
  taker_side: oneOf(SIDES, 'Whether the taker bought or sold', 'buy'),
  maker_side: oneOf(SIDES, 'Whether the maker bought or sold', 'buy'),
  maker_outcome: oneOf(
    OUTCOMES,
    "The maker's: the other one where contracts were minted or merged",
    'no',
  ),
  maker_price: price("What one contract of the maker's outcome cost", 5_500),
  settlement_type: oneOf(
    SETTLEMENT_TYPES,
    '`transfer`: contracts changed hands; `mint`: two buyers made pairs; `merge`: two sellers ended pairs',
    'mint',
  ),
  taker_fee: micro('The protocol fee that the taker paid', 173_250),
  maker_rebate: micro('What of it the maker got', 34_650),
  builder_fee: micro("What the taker's builder charged", 0),
  builder_api_key: from('builder', builderKey("The taker's builder", EXAMPLE.keyId)),
  maker_builder_fee: micro("What the maker's builder charged", 0),
  maker_builder_api_key: from('makerBuilder', builderKey("The maker's builder")),
  maker: user("The maker's public key").meta({ example: EXAMPLE.maker }),
  taker: user("The taker's public key"),
  maker_order_id: count("The maker's order", 3),
  taker_order_id: count("The taker's order", 42),
};

export const fillAnswer = named(
  'Fill',
  z.strictObject({
    ...bothFormsFields,
    quantity: count('Contracts', 10),
    order_type: oneOf(ORDER_TYPES, "Of the taker's order", 'gtc'),
    fee_bps: count("The builder's fee of the taker's order, in basis points", 0),
    timestamp: time('When it was traded'),
  }),
  'A fill as it is answered to the order that took.',
);

export type FillAnswer = Answer<typeof fillAnswer>;

export const tradeAnswer = named(
  'Trade',
  z.strictObject({
    ...bothFormsFields,
    market_id: market(),
    size: from('quantity', count('Contracts', 10)),
    time: from('timestampMs', time('When it was traded')),
    ...seqField,
  }),
  'A fill as history has it: `size` and `time` where a live fill says `quantity` and `timestamp`.',
);

/** A fill with its market, seq and time. */
export type Trade = Inside<typeof tradeAnswer>;

export const tradesField = from(
  'items',
  z.array(tradeAnswer).meta({ description: 'Newest first' }),
);

export const tradesEnd = endOfNumbered('trade', ({ tradeId }: Pick<Trade, 'tradeId'>) => tradeId);
export const tradesAnswer = named(
  'TradesPage',
  z.strictObject({ trades: tradesField, ...tradesEnd }),
  'A page of trades.',
);
