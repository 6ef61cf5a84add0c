/** What an order would come to if it were the next command. Prices are basis points, amounts micro-USDC. */
import type { Refusal } from './order';
import type { Place } from './place';
import type { Fill } from './trade';
import type { CancelReason, OrderStatus } from './words';

/** Whose order it would be with is told when it trades. */
export type PreviewFill = Pick<
  Fill,
  | 'quantity'
  | 'price'
  | 'outcome'
  | 'taker_side'
  | 'maker_side'
  | 'maker_outcome'
  | 'maker_price'
  | 'settlement_type'
  | 'taker_fee'
  | 'maker_rebate'
  | 'builder_fee'
>;

export interface PreviewOrder {
  /** As asked for, or as many contracts as the budget pays for. */
  readonly size: number;
  readonly status: OrderStatus;
  readonly filled: number;
  readonly remaining: number;
  readonly cancel_reason: CancelReason | null;
  /** Rounded down; null without a fill. */
  readonly average_price: number | null;
  readonly fills: readonly PreviewFill[];
  readonly self_trade_cancelled: readonly number[];
  readonly taker_fee: number;
  readonly builder_fee: number;
  /** Of the fills, before fees: a buy pays it, a sell gets it. */
  readonly cost_micro_usdc: number;
  /** Of the part that would rest. */
  readonly locked_micro_usdc: number;
  readonly locked_contracts: number;
  /** By own orders that would be cancelled. */
  readonly released_micro_usdc: number;
}

/** A foretold refusal is an answer too: `order` is what it would come to without; null where that cannot be said. */
export interface Preview extends Place {
  readonly order: PreviewOrder | null;
  readonly refusal: Omit<Refusal, 'seq' | 'timestamp'> | null;
}
