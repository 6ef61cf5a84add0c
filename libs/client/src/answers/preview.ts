/** The outcome of an order as the next command. Prices are basis points, amounts micro-USDC. */
import type { Refusal } from './order';
import type { Place } from './place';
import type { Fill } from './trade';
import type { CancelReason, OrderStatus } from './words';

/** The makers are published when the order trades. */
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
  /** The size asked for, or the contracts that the budget pays for. */
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
  /** Of the fills, before fees: a buy pays it, a sell receives it. */
  readonly cost_micro_usdc: number;
  /** For the part that would rest. */
  readonly locked_micro_usdc: number;
  readonly locked_contracts: number;
  /** By the user's own orders that would be cancelled. */
  readonly released_micro_usdc: number;
}

/**
 * A predicted refusal is an answer too: `order` is then the outcome without the refusal, null if it cannot be
 * computed.
 */
export interface Preview extends Place {
  readonly order: PreviewOrder | null;
  readonly refusal: Omit<Refusal, 'seq' | 'timestamp'> | null;
}
