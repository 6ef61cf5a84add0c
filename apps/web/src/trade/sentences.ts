/**
 * The one builder of sentences about money in a market: ticket, button, dialog, receipt, portfolio and phone show the
 * same. Each names the outcome, and its label if an event has several.
 */
import type { OrderRequest, OutcomeSide, Side, SubmittedOrder } from '@bellwether/client';
import { cents, count, usdExact } from '../money/format';
import { WORDS } from './words/everywhere';
import { ORDER_WORDS as words } from './words/order';

/** The market, as people know it. */
export interface Traded {
  readonly outcome: OutcomeSide;
  /** Empty: the question has one outcome. */
  readonly label: string;
}

/** A question with one outcome calls it so. */
export const labelOf = ({ label }: { readonly label: string }): string =>
  label === 'Yes' ? '' : label;

/** `Yes`, or `Yes of Riverside FC`. */
export const whatOf = ({ outcome, label }: Traded): string =>
  label === '' ? WORDS.outcome[outcome] : words.of(WORDS.outcome[outcome], label);

/** A market by its question, and which of its outcomes. */
export const titleOf = (question: string, label: string): string =>
  label === '' ? question : `${question} · ${label}`;

interface Effect {
  /** The maximum that the order's own bytes allow, with the fee: it is said to the last digit. */
  readonly paysAtMost: bigint;
  /** As things are now. */
  readonly filled: number;
}

/** The maximum effect of an order's bytes: `Buy 10 Yes of Riverside FC, at most $6.93`. */
export function sayOrder(order: OrderRequest, label: string, effect: Effect): string {
  const { side, size, price, order_type: type } = order;
  const what = whatOf({ outcome: order.outcome, label });
  const most = usdExact(effect.paysAtMost);
  const isWhole = type === 'gtc' || effect.filled >= size;
  const many = isWhole ? count(size) : words.upTo(count(size));
  if (type === 'gtc' && effect.filled === 0) {
    return side === 'buy'
      ? words.bid(many, what, cents(price), most)
      : words.offer(many, what, cents(price));
  }
  return side === 'buy' ? words.buy(many, what, most) : words.sell(many, what, cents(price));
}

/** The outcome. */
export function sayDone(
  order: Pick<SubmittedOrder, 'side' | 'outcome' | 'status' | 'filled' | 'remaining' | 'price'>,
  label: string,
  averagePrice: bigint | null,
): string {
  const what = whatOf({ outcome: order.outcome, label });
  const said = order.side === 'buy' ? words.bought : words.sold;
  const rests = order.status === 'resting' || order.status === 'partially_filled';
  const parts = [
    ...(averagePrice === null ? [] : [said(count(order.filled), what, cents(averagePrice))]),
    ...(rests ? [words.rests(count(order.remaining), what, cents(order.price))] : []),
  ];
  return parts.length === 0 ? words.nothing[order.side](what) : parts.join(', ');
}

export const sayIfRight = (traded: Traded): string => words.ifRight(whatOf(traded));
export const sayIfWrong = (traded: Traded, most: bigint): string =>
  words.ifWrong(whatOf(traded), usdExact(most));

/** `Buy Yes of Riverside FC`: of a row that has its numbers beside it. */
export const saySide = (side: Side, traded: Traded): string => words.side[side](whatOf(traded));

export const sayResting = (side: Side, traded: Traded, size: number, price: number): string =>
  words.resting(saySide(side, traded), count(size), cents(price));

export const sayHeld = (size: number, traded: Traded): string =>
  words.held(count(size), whatOf(traded));
