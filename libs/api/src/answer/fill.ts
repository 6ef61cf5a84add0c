/**
 * A fill, in its two forms: live (submit and order answers) with `quantity` and `timestamp`, historical (trades)
 * with `size` and `time`. `outcome`, `price` and `builder_fee` are the taker's; `maker_…` say the maker's.
 */
import type { Fill, OrderView } from '@bellwether/exchange';
import { presentBuilder, presentMarketId, presentUser, unixSecondsOf } from './units';
import type { AsOf } from './units';

const bothForms = (fill: Fill) => ({
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

/** @param order the taker's, whose unsigned fields are echoed (decisions 2) */
export const presentFill = (
  fill: Fill,
  order: Pick<OrderView, 'orderType' | 'feeBps'>,
  asOf: AsOf,
) => ({
  ...bothForms(fill),
  quantity: fill.quantity,
  order_type: order.orderType,
  fee_bps: order.feeBps,
  timestamp: unixSecondsOf(asOf.timestampMs),
});

/** A fill with its place in history. */
export interface HistoricalFill extends Fill, AsOf {
  readonly marketId: Uint8Array;
}

export const presentTrade = (trade: HistoricalFill) => ({
  ...bothForms(trade),
  market_id: presentMarketId(trade.marketId),
  size: trade.quantity,
  time: unixSecondsOf(trade.timestampMs),
  seq: trade.seq,
});
