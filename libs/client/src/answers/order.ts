/** Orders and their outcomes. Prices are basis points of the order's own outcome, sizes contracts. */
import type { ErrorCode } from '../error-code';
import type { PageEnd, Place } from './place';
import type { Redeemed } from './redeem';
import type { Fill } from './trade';
import type {
  CancelReason,
  OrderStatus,
  OrderType,
  OutcomeSide,
  SelfTradeMode,
  Side,
} from './words';

interface OrderTerms {
  readonly order_id: number;
  readonly user: string;
  readonly market_id: string;
  readonly side: Side;
  readonly outcome: OutcomeSide;
  readonly price: number;
  readonly size: number;
  readonly filled: number;
  /** size - filled, also after a cancel. */
  readonly remaining: number;
  readonly order_type: OrderType;
  readonly fee_bps: number;
  readonly builder_api_key: string;
  readonly nonce: number;
  readonly status: OrderStatus;
  readonly cancel_reason: CancelReason | null;
  /** The seq of the command that placed it. */
  readonly seq: number;
}

export interface Order extends OrderTerms {
  readonly created_at: number;
  /** The last three: of an open order in the full form. */
  readonly self_trade?: SelfTradeMode;
  readonly reduce_only?: boolean;
  /** Unix seconds; 0: never. */
  readonly expires_at?: number;
}

/** The order after its command, with its fills in order. */
export interface SubmittedOrder extends OrderTerms, Place {
  readonly fills: readonly Fill[];
  /** The user's own resting orders that it reached and cancelled. */
  readonly self_trade_cancelled: readonly number[];
}

export interface OrdersPage extends PageEnd {
  readonly orders: readonly Order[];
}

export interface CancelledOrder extends Place {
  readonly order_id: number;
  readonly market_id: string;
  readonly status: 'cancelled';
  readonly cancelled_size: number;
  readonly filled_size: number;
  readonly released_micro_usdc: number;
}

export interface CancelledOrders extends Place {
  readonly user: string;
  /** Null: all markets. */
  readonly market_id: string | null;
  readonly nonce: number;
  /** Order ids, oldest first. */
  readonly cancelled: readonly number[];
  readonly count: number;
  readonly released_micro_usdc: number;
}

/** A refusal that used the nonce. */
export interface Refusal extends Place {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, string | number>>;
}

/** The outcome of an order nonce: the order that it placed or changed, as it is now; a refusal; a redemption. */
export type NonceOutcome =
  | {
      readonly nonce: number;
      readonly outcome: 'order';
      readonly order: Order;
      readonly refusal: null;
      readonly redemption: null;
    }
  | {
      readonly nonce: number;
      readonly outcome: 'refused';
      readonly order: null;
      readonly refusal: Refusal;
      readonly redemption: null;
    }
  | {
      readonly nonce: number;
      readonly outcome: 'redeemed';
      readonly order: null;
      readonly refusal: null;
      readonly redemption: Redeemed;
    };
