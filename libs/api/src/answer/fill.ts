/**
 * A fill in its two forms: live (submit and order answers) with `quantity` and `timestamp`, historical (trades) with
 * `size` and `time`. `outcome`, `price` and `builder_fee` are the taker's; `maker_…` are the maker's.
 */
import { ORDER_TYPES, OUTCOMES, SETTLEMENT_TYPES, SIDES } from '@bellwether/exchange';
import type { AsOf, Fill, OrderView } from '@bellwether/exchange';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { pageEnd } from '../cursor';
import {
  builderKey,
  count,
  market,
  micro,
  named,
  oneOf,
  pageFields,
  price,
  seqField,
  time,
  user,
} from './fields';
import type { Answer } from './fields';
import { presentBuilder, presentMarketId, presentUser, unixSecondsOf } from './units';

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
  builder_api_key: builderKey("The taker's builder", EXAMPLE.keyId),
  maker_builder_fee: micro("What the maker's builder charged", 0),
  maker_builder_api_key: builderKey("The maker's builder"),
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
    size: count('Contracts', 10),
    time: time('When it was traded'),
    ...seqField,
  }),
  'A fill as history has it: `size` and `time` where a live fill says `quantity` and `timestamp`.',
);
export type TradeAnswer = Answer<typeof tradeAnswer>;

export const tradesField = z.array(tradeAnswer).meta({ description: 'Newest first' });
export const tradesAnswer = named(
  'TradesPage',
  z.strictObject({ trades: tradesField, ...pageFields }),
  'A page of trades.',
);
export type TradesAnswer = Answer<typeof tradesAnswer>;

const bothForms = (fill: Fill): Pick<FillAnswer, keyof typeof bothFormsFields> => ({
  trade_id: fill.tradeId,
  price: fill.price,
  outcome: fill.outcome,
  taker_side: fill.takerSide,
  maker_side: fill.makerSide,
  maker_outcome: fill.makerOutcome,
  maker_price: fill.makerPrice,
  settlement_type: fill.settlementType,
  taker_fee: fill.takerFee,
  maker_rebate: fill.makerRebate,
  builder_fee: fill.builderFee,
  builder_api_key: presentBuilder(fill.builder),
  maker_builder_fee: fill.makerBuilderFee,
  maker_builder_api_key: presentBuilder(fill.makerBuilder),
  maker: presentUser(fill.maker),
  taker: presentUser(fill.taker),
  maker_order_id: fill.makerOrderId,
  taker_order_id: fill.takerOrderId,
});

/** @param order the taker's, whose unsigned fields are echoed */
export const presentFill = (
  fill: Fill,
  order: Pick<OrderView, 'orderType' | 'feeBps'>,
  asOf: AsOf,
): FillAnswer => ({
  ...bothForms(fill),
  quantity: fill.quantity,
  order_type: order.orderType,
  fee_bps: order.feeBps,
  timestamp: unixSecondsOf(asOf.timestampMs),
});

/** A fill with its seq and time in history. */
export interface HistoricalFill extends Fill, AsOf {
  readonly marketId: Uint8Array;
}

export const presentTrade = (trade: HistoricalFill): TradeAnswer => ({
  ...bothForms(trade),
  market_id: presentMarketId(trade.marketId),
  size: trade.quantity,
  time: unixSecondsOf(trade.timestampMs),
  seq: trade.seq,
});

/** A page of trades, newest first, with the next page's cursor. */
export function presentTrades(page: {
  readonly items: readonly HistoricalFill[];
  readonly hasMore: boolean;
}): TradesAnswer {
  const last = page.items.at(-1);
  const lastKey = page.hasMore && last !== undefined ? last.tradeId : null;
  return { trades: page.items.map(presentTrade), ...pageEnd('trade', lastKey) };
}
