import { CANCEL_REASONS } from '../reply';
import type { CancelReason, OrderStatus, OrderView } from '../reply';
import { ORDER_TYPES, OUTCOMES, SIDES } from '../command';
import type { FinishedOrder } from '../orders/finished-orders';
import {
  ACCOUNT,
  BUILDER,
  CREATED_MS,
  FILLED,
  MARKET,
  NONCE,
  OPEN,
  SEQ,
  SIZE,
  WORD,
} from '../orders/order-pool';
import {
  feeBpsOf,
  fullTermsOf,
  isFullForm,
  orderTypeOf,
  outcomeOf,
  ownPriceOf,
  sideOf,
} from '../orders/order-word';
import type { ExchangeState } from '../state';

const FILLED_ORDER = -1;

const statusOf = (filled: number, open: number, reason: number): OrderStatus => {
  if (open > 0) return filled === 0 ? 'resting' : 'partially_filled';
  return reason === FILLED_ORDER ? 'filled' : 'cancelled';
};

/** Index -1 of an array is looked up as a property name, which is slow; so it is tested first. */
const cancelReasonOf = (reason: number): CancelReason | null =>
  reason === FILLED_ORDER ? null : CANCEL_REASONS[reason]!;

/** The numbers of an order's view. `reason`: index into `CANCEL_REASONS`, -1 for none. */
export interface OrderNumbers extends FinishedOrder {
  readonly open: number;
}

/** @param user the account's key, which the caller has already */
export function orderView(state: ExchangeState, user: Uint8Array, order: OrderNumbers): OrderView {
  const { word } = order;
  return {
    orderId: order.orderId,
    user,
    marketId: state.markets.idOf(order.market),
    outcome: OUTCOMES[outcomeOf(word)]!,
    side: SIDES[sideOf(word)]!,
    price: ownPriceOf(word),
    size: order.size,
    filled: order.filled,
    orderType: ORDER_TYPES[orderTypeOf(word)]!,
    feeBps: feeBpsOf(word),
    builder: state.builders.keyOf(order.builder),
    nonce: order.nonce,
    status: statusOf(order.filled, order.open, order.reason),
    cancelReason: cancelReasonOf(order.reason),
    seq: order.seq,
    createdMs: order.createdMs,
  };
}

export const finishedOrderView = (state: ExchangeState, order: FinishedOrder): OrderView =>
  orderView(state, state.accountTable.userOf(order.account), { ...order, open: 0 });

/** The view of an open order by its record, as replies and events have it: without the terms of the full form. */
export function restingOrderView(state: ExchangeState, record: number): OrderView {
  const { orders } = state;
  const account = orders.int(record, ACCOUNT);
  return orderView(state, state.accountTable.userOf(account), {
    orderId: orders.idOf(record),
    account,
    market: orders.int(record, MARKET),
    word: orders.int(record, WORD),
    size: orders.int(record, SIZE),
    filled: orders.int(record, FILLED),
    open: orders.int(record, OPEN),
    builder: orders.int(record, BUILDER),
    reason: FILLED_ORDER,
    nonce: orders.word(record, NONCE),
    seq: orders.word(record, SEQ),
    createdMs: orders.word(record, CREATED_MS),
  });
}

/** The same with its terms. */
export function openOrderView(state: ExchangeState, record: number): OrderView {
  const view = restingOrderView(state, record);
  const word = state.orders.int(record, WORD);
  if (!isFullForm(word)) return view;
  return { ...view, terms: fullTermsOf(word, state.expiries.timeOf(record) / 1000) };
}
