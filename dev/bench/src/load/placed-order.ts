import type { OrderStatus } from '@bellwether/exchange';
import type { PairOrder } from './trading-pair';

/** What an answer said about an order. */
export interface PlacedOrder {
  readonly seq: number;
  readonly orderId: number;
  readonly status: OrderStatus;
  /** In contracts. */
  readonly filled: number;
  readonly fills: number;
}

/** @throws Error if an order had another result than its pair planned */
export function requireAsMeant(order: PairOrder, placed: PlacedOrder): void {
  const meant = order.rests
    ? { status: 'resting', filled: 0, fills: 0 }
    : { status: 'filled', filled: order.terms.size, fills: 1 };
  const { status, filled, fills } = placed;
  if (status === meant.status && filled === meant.filled && fills === meant.fills) return;
  throw new Error(`order ${placed.orderId} should be ${show(meant)}, and is ${show(placed)}`);
}

const show = (value: object): string => JSON.stringify(value);
