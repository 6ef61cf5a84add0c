/** Maps row fields to table columns. Names and types are those of prisma/schema.prisma. */
import { snakeCase } from '@bellwether/codec';
import { EVENT_DETAILS } from '@bellwether/exchange';
import { textColumn } from '../column-values';
import type { StoredOrder, StoredRefusal } from '../history/order-history';
import { detailsText } from '../history/refusal-columns';
import type { Trade } from '../history/trade-history';
import type { CandleRow } from './candle-sums';
import type {
  AmendmentRow,
  CatalogueEventRow,
  CreditRow,
  MarketChange,
  MarketRow,
  OrderChange,
  PayoutRow,
  RedemptionRow,
} from './history-rows';
import { RowSet } from './row-set';
import type { Columns } from './row-set';

const DETAIL_COLUMNS: Columns<CatalogueEventRow> = Object.fromEntries(
  EVENT_DETAILS.map((name) => [snakeCase(name), ['text', (row) => optionalText(row[name])]]),
);

const optionalText = (value: string | undefined): string | null =>
  value === undefined ? null : textColumn(value);

export const CATALOGUE_EVENTS = new RowSet<CatalogueEventRow>({
  event_id: ['text', (row) => textColumn(row.eventId)],
  question: ['text', (row) => textColumn(row.question)],
  description: ['text', (row) => textColumn(row.description)],
  ...DETAIL_COLUMNS,
  category_name: ['text', (row) => textColumn(row.category.name)],
  category_sub: ['text', (row) => textColumn(row.category.sub)],
  expiry_seconds: ['bigint', (row) => row.expiry],
  mutually_exclusive: ['boolean', (row) => row.mutuallyExclusive],
  fee_bps: ['smallint', (row) => row.feeBps],
  maker_rebate_pct: ['smallint', (row) => row.makerRebatePct],
  opens_at_seconds: ['bigint', (row) => row.opensAt],
  created_ms: ['bigint', (row) => row.createdMs],
  created_seq: ['bigint', (row) => row.createdSeq],
});

const MARKET_CHANGE_COLUMNS: Columns<MarketChange> = {
  market_id: ['bytea', (row) => row.marketId],
  status: ['market_status', (row) => row.status],
  resolution: ['resolution', (row) => row.resolution],
  resolution_price: ['smallint', (row) => row.resolutionPrice],
  paid_micro_usdc: ['bigint', (row) => row.paidMicroUsdc],
  updated_ms: ['bigint', (row) => row.updatedMs],
};
export const MARKET_CHANGES = new RowSet<MarketChange>(MARKET_CHANGE_COLUMNS);

export const MARKETS = new RowSet<MarketRow>({
  ...MARKET_CHANGE_COLUMNS,
  event_id: ['text', (row) => textColumn(row.eventId)],
  position: ['smallint', (row) => row.position],
  label: ['text', (row) => textColumn(row.label)],
});

export const ORDERS = new RowSet<StoredOrder>({
  order_id: ['bigint', (row) => row.orderId],
  user_key: ['bytea', (row) => row.user],
  market_id: ['bytea', (row) => row.marketId],
  outcome: ['outcome', (row) => row.outcome],
  side: ['side', (row) => row.side],
  price: ['smallint', (row) => row.price],
  size: ['integer', (row) => row.size],
  filled: ['integer', (row) => row.filled],
  order_type: ['order_type', (row) => row.orderType],
  fee_bps: ['smallint', (row) => row.feeBps],
  builder: ['bytea', (row) => row.builder],
  nonce: ['bigint', (row) => row.nonce],
  status: ['order_status', (row) => row.status],
  cancel_reason: ['cancel_reason', (row) => row.cancelReason],
  seq: ['bigint', (row) => row.seq],
  created_ms: ['bigint', (row) => row.createdMs],
  updated_ms: ['bigint', (row) => row.updatedMs],
});

export const ORDER_CHANGES = new RowSet<OrderChange>({
  order_id: ['bigint', (row) => row.orderId],
  price: ['smallint', (row) => row.price],
  size: ['integer', (row) => row.size],
  filled: ['integer', (row) => row.filled],
  status: ['order_status', (row) => row.status],
  cancel_reason: ['cancel_reason', (row) => row.cancelReason],
  updated_ms: ['bigint', (row) => row.updatedMs],
});

export const TRADES = new RowSet<Trade>({
  trade_id: ['bigint', (row) => row.tradeId],
  market_id: ['bytea', (row) => row.marketId],
  quantity: ['integer', (row) => row.quantity],
  price: ['smallint', (row) => row.price],
  outcome: ['outcome', (row) => row.outcome],
  taker_side: ['side', (row) => row.takerSide],
  maker_price: ['smallint', (row) => row.makerPrice],
  maker_outcome: ['outcome', (row) => row.makerOutcome],
  maker_side: ['side', (row) => row.makerSide],
  settlement_type: ['settlement_type', (row) => row.settlementType],
  taker_fee: ['bigint', (row) => row.takerFee],
  maker_rebate: ['bigint', (row) => row.makerRebate],
  builder_fee: ['bigint', (row) => row.builderFee],
  builder: ['bytea', (row) => row.builder],
  maker_builder_fee: ['bigint', (row) => row.makerBuilderFee],
  maker_builder: ['bytea', (row) => row.makerBuilder],
  maker: ['bytea', (row) => row.maker],
  taker: ['bytea', (row) => row.taker],
  maker_order_id: ['bigint', (row) => row.makerOrderId],
  taker_order_id: ['bigint', (row) => row.takerOrderId],
  seq: ['bigint', (row) => row.seq],
  timestamp_ms: ['bigint', (row) => row.timestampMs],
});

export const CANDLES = new RowSet<CandleRow>({
  market_id: ['bytea', (row) => row.marketId],
  interval_seconds: ['integer', (row) => row.intervalSeconds],
  time_seconds: ['bigint', (row) => row.timeSeconds],
  open: ['smallint', (row) => row.open],
  high: ['smallint', (row) => row.high],
  low: ['smallint', (row) => row.low],
  close: ['smallint', (row) => row.close],
  volume: ['bigint', (row) => row.volume],
  notional_micro_usdc: ['numeric', (row) => String(row.notional)],
  trades: ['bigint', (row) => row.trades],
});

export const REFUSALS = new RowSet<StoredRefusal>({
  user_key: ['bytea', (row) => row.user],
  nonce_kind: ['nonce_kind', (row) => row.nonceKind],
  nonce: ['bigint', (row) => row.nonce],
  builder: ['bytea', (row) => row.builder],
  code: ['text', (row) => row.refusal.code],
  details: ['jsonb', (row) => detailsText(row.refusal)],
  seq: ['bigint', (row) => row.seq],
  timestamp_ms: ['bigint', (row) => row.timestampMs],
});

export const AMENDMENTS = new RowSet<AmendmentRow>({
  user_key: ['bytea', (row) => row.user],
  nonce: ['bigint', (row) => row.nonce],
  order_id: ['bigint', (row) => row.orderId],
  seq: ['bigint', (row) => row.seq],
  timestamp_ms: ['bigint', (row) => row.timestampMs],
});

export const REDEMPTIONS = new RowSet<RedemptionRow>({
  user_key: ['bytea', (row) => row.user],
  nonce: ['bigint', (row) => row.nonce],
  market_id: ['bytea', (row) => row.marketId],
  size: ['bigint', (row) => row.size],
  paid_micro_usdc: ['bigint', (row) => row.paidMicroUsdc],
  seq: ['bigint', (row) => row.seq],
  timestamp_ms: ['bigint', (row) => row.timestampMs],
});

export const CREDITS = new RowSet<CreditRow>({
  seq: ['bigint', (row) => row.seq],
  event_index: ['integer', (row) => row.eventIndex],
  user_key: ['bytea', (row) => row.user],
  amount_micro_usdc: ['bigint', (row) => row.amountMicroUsdc],
  reference: ['text', (row) => textColumn(row.reference)],
  timestamp_ms: ['bigint', (row) => row.timestampMs],
});

export const PAYOUTS = new RowSet<PayoutRow>({
  seq: ['bigint', (row) => row.seq],
  event_index: ['integer', (row) => row.eventIndex],
  market_id: ['bytea', (row) => row.marketId],
  user_key: ['bytea', (row) => row.user],
  yes_contracts: ['bigint', (row) => row.yesContracts],
  no_contracts: ['bigint', (row) => row.noContracts],
  paid_micro_usdc: ['bigint', (row) => row.paidMicroUsdc],
  timestamp_ms: ['bigint', (row) => row.timestampMs],
});
