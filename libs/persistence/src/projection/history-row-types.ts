/** The rows of history, and the changes of rows, that events make. */
import type { StoredOrder } from '../history/order-history';
import type { Trade } from '../history/trade-history';
import type { Records } from '../columns';
import type { CaseRows } from './case-rows';
import type { CandleRow } from './candle-sums';
import type { PostingRow } from './posting-rows';
import type { PositionChangeRow } from './position-rows';

/** A null field leaves the column unchanged. */
export const MARKET_CHANGE = [
  'marketId',
  'status',
  'resolution',
  'resolutionPrice',
  'paidMicroUsdc',
  'updatedMs',
] as const;
export type MarketChange = Pick<Records['Market'], (typeof MARKET_CHANGE)[number]>;

export const ORDER_CHANGE = [
  'orderId',
  'price',
  'size',
  'filled',
  'status',
  'cancelReason',
  'updatedMs',
] as const;
type OrderFields = Pick<Records['Order'], (typeof ORDER_CHANGE)[number]>;
/** `status` null: filled if `filled` equals the size, else partially filled. `price`, `size` null: unchanged. */
export type OrderChange = {
  readonly [Field in keyof OrderFields]:
    | OrderFields[Field]
    | (Field extends 'price' | 'size' | 'status' ? null : never);
};

export const EXPIRY_CHANGE = ['eventId', 'expiry'] as const;
/** Of an event that is in the database, or among the new ones. */
export type ExpiryChange = Pick<Records['CatalogueEvent'], (typeof EXPIRY_CHANGE)[number]>;

export interface HistoryRows extends CaseRows {
  readonly catalogueEvents: readonly Records['CatalogueEvent'][];
  readonly expiryChanges: readonly ExpiryChange[];
  readonly markets: readonly Records['Market'][];
  /** For markets that are not in `markets`. */
  readonly marketChanges: readonly MarketChange[];
  readonly orders: readonly StoredOrder[];
  /** For orders that are not in `orders`. */
  readonly orderChanges: readonly OrderChange[];
  /** In order of their ids. */
  readonly trades: readonly Trade[];
  readonly refusals: readonly Records['Refusal'][];
  readonly amendments: readonly Records['Amendment'][];
  readonly redemptions: readonly Records['Redemption'][];
  readonly credits: readonly Records['Credit'][];
  readonly payouts: readonly Records['Payout'][];
  /** The trades' part of candles. */
  readonly candles: readonly CandleRow[];
  /** In the order of their events. */
  readonly positionChanges: readonly PositionChangeRow[];
  /** In order of their positions. */
  readonly postings: readonly PostingRow[];
}
