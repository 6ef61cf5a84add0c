/** A fill in its two forms. Prices are basis points, sizes contracts, fees micro-USDC, times Unix seconds. */
import type { PageEnd } from './place';
import type { OrderType, OutcomeSide, SettlementType, Side } from './words';

interface BothForms {
  readonly trade_id: number;
  /** In terms of the taker's outcome, as are `builder_fee` and `outcome`. */
  readonly price: number;
  readonly outcome: OutcomeSide;
  readonly taker_side: Side;
  readonly maker_side: Side;
  readonly maker_outcome: OutcomeSide;
  readonly maker_price: number;
  readonly settlement_type: SettlementType;
  readonly taker_fee: number;
  readonly maker_rebate: number;
  readonly builder_fee: number;
  /** The public id of a builder's key; `""` without a builder. */
  readonly builder_api_key: string;
  readonly maker_builder_fee: number;
  readonly maker_builder_api_key: string;
  readonly maker: string;
  readonly taker: string;
  readonly maker_order_id: number;
  readonly taker_order_id: number;
}

/** In the answer to the taker's order. */
export interface Fill extends BothForms {
  readonly quantity: number;
  readonly order_type: OrderType;
  readonly fee_bps: number;
  readonly timestamp: number;
}

/** In history. */
export interface Trade extends BothForms {
  readonly market_id: string;
  readonly size: number;
  readonly time: number;
  readonly seq: number;
}

export interface TradesPage extends PageEnd {
  readonly trades: readonly Trade[];
}
