/**
 * Trades as PostgreSQL returns them. `pg` reads long lists directly: most of the cost of a page of a thousand is
 * reading values.
 */
import type { Fill, Outcome, SettlementType, Side } from '@bellwether/exchange';
import { bigintColumn, toBytes, toBytesOrNull } from '../column-values';

/** A fill with its place in history. Money in micro-USDC, `quantity` in contracts, prices in bp. */
export interface Trade extends Fill {
  readonly marketId: Uint8Array;
  readonly seq: number;
  readonly timestampMs: number;
}

/** Columns of a table aliased `t`. */
export const TRADE_COLUMNS = `t.trade_id, t.market_id, t.quantity, t.price, t.outcome, t.taker_side, t.maker_price,
  t.maker_outcome, t.maker_side, t.settlement_type, t.taker_fee, t.maker_rebate, t.builder_fee, t.builder,
  t.maker_builder_fee, t.maker_builder, t.maker, t.taker, t.maker_order_id, t.taker_order_id, t.seq, t.timestamp_ms`;

/** As `pg` returns it: BIGINT as text. */
export interface TradeRow {
  readonly trade_id: string;
  readonly market_id: Uint8Array;
  readonly quantity: number;
  readonly price: number;
  readonly outcome: Outcome;
  readonly taker_side: Side;
  readonly maker_price: number;
  readonly maker_outcome: Outcome;
  readonly maker_side: Side;
  readonly settlement_type: SettlementType;
  readonly taker_fee: string;
  readonly maker_rebate: string;
  readonly builder_fee: string;
  readonly builder: Uint8Array | null;
  readonly maker_builder_fee: string;
  readonly maker_builder: Uint8Array | null;
  readonly maker: Uint8Array;
  readonly taker: Uint8Array;
  readonly maker_order_id: string;
  readonly taker_order_id: string;
  readonly seq: string;
  readonly timestamp_ms: string;
}

export const tradeOf = (row: TradeRow): Trade => ({
  tradeId: bigintColumn(row.trade_id),
  marketId: toBytes(row.market_id),
  quantity: row.quantity,
  price: row.price,
  outcome: row.outcome,
  takerSide: row.taker_side,
  makerPrice: row.maker_price,
  makerOutcome: row.maker_outcome,
  makerSide: row.maker_side,
  settlementType: row.settlement_type,
  takerFee: bigintColumn(row.taker_fee),
  makerRebate: bigintColumn(row.maker_rebate),
  builderFee: bigintColumn(row.builder_fee),
  builder: toBytesOrNull(row.builder),
  makerBuilderFee: bigintColumn(row.maker_builder_fee),
  makerBuilder: toBytesOrNull(row.maker_builder),
  maker: toBytes(row.maker),
  taker: toBytes(row.taker),
  makerOrderId: bigintColumn(row.maker_order_id),
  takerOrderId: bigintColumn(row.taker_order_id),
  seq: bigintColumn(row.seq),
  timestampMs: bigintColumn(row.timestamp_ms),
});
