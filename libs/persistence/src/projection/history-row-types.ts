/** The rows of history, and the changes of rows, that events make. */
import type {
  CancelReason,
  CatalogueEvent,
  MarketStatus,
  OrderStatus,
  Resolution,
} from '@bellwether/exchange';
import type { StoredOrder, StoredRefusal } from '../history/order-history';
import type { Trade } from '../history/trade-history';
import type { CandleRow } from './candle-sums';
import type { PostingRow } from './posting-rows';
import type { PositionChangeRow } from './position-rows';

export interface CatalogueEventRow extends CatalogueEvent {
  readonly createdSeq: number;
}

/** A null field leaves the column unchanged. */
export interface MarketChange {
  readonly marketId: Uint8Array;
  readonly status: MarketStatus;
  readonly resolution: Resolution | null;
  readonly resolutionPrice: number | null;
  readonly paidMicroUsdc: number | null;
  readonly updatedMs: number;
}

export interface MarketRow extends MarketChange {
  readonly eventId: string;
  readonly position: number;
  readonly label: string;
}

/** `status` null: filled if `filled` equals the size, else partially filled. `price`, `size` null: unchanged. */
export interface OrderChange {
  readonly orderId: number;
  readonly price: number | null;
  readonly size: number | null;
  readonly filled: number;
  readonly status: OrderStatus | null;
  readonly cancelReason: CancelReason | null;
  readonly updatedMs: number;
}

export interface CreditRow {
  readonly seq: number;
  readonly eventIndex: number;
  readonly user: Uint8Array;
  readonly amountMicroUsdc: number;
  readonly reference: string;
  readonly timestampMs: number;
}

/** An order nonce that changed an order. */
export interface AmendmentRow {
  readonly user: Uint8Array;
  readonly nonce: number;
  readonly orderId: number;
  readonly seq: number;
  readonly timestampMs: number;
}

/** An order nonce that redeemed pairs of contracts. */
export interface RedemptionRow {
  readonly user: Uint8Array;
  readonly nonce: number;
  readonly marketId: Uint8Array;
  readonly size: number;
  readonly paidMicroUsdc: number;
  readonly seq: number;
  readonly timestampMs: number;
}

export interface PayoutRow {
  readonly seq: number;
  readonly eventIndex: number;
  readonly marketId: Uint8Array;
  readonly user: Uint8Array;
  readonly yesContracts: number;
  readonly noContracts: number;
  readonly paidMicroUsdc: number;
  readonly timestampMs: number;
}

export interface HistoryRows {
  readonly catalogueEvents: readonly CatalogueEventRow[];
  readonly markets: readonly MarketRow[];
  /** For markets that are not in `markets`. */
  readonly marketChanges: readonly MarketChange[];
  readonly orders: readonly StoredOrder[];
  /** For orders that are not in `orders`. */
  readonly orderChanges: readonly OrderChange[];
  /** In order of their ids. */
  readonly trades: readonly Trade[];
  readonly refusals: readonly StoredRefusal[];
  readonly amendments: readonly AmendmentRow[];
  readonly redemptions: readonly RedemptionRow[];
  readonly credits: readonly CreditRow[];
  readonly payouts: readonly PayoutRow[];
  /** The trades' part of candles. */
  readonly candles: readonly CandleRow[];
  /** In the order of their events. */
  readonly positionChanges: readonly PositionChangeRow[];
  /** In order of their positions. */
  readonly postings: readonly PostingRow[];
}
