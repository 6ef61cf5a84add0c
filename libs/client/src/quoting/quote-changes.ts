/** The operations by which the open orders of a market become a quote. */
import type { Order } from '../generated/interface';
import type { BatchOperation } from '../requests';
import type { Quote } from './quote';
import { bookSideOf, quoteOrders, yesPriceOf } from './quote-orders';
import type { BookSideName, Held, QuoteOrder } from './quote-orders';

/** Refusals of the exchange in this call: they are not requested again. */
export interface Refused {
  /** Orders wanted by `keyOf`. */
  readonly wanted: ReadonlySet<string>;
  /** Open orders that could not be changed. */
  readonly changes: ReadonlySet<number>;
}

export const keyOf = (marketId: string, { side, outcome, price, size }: Terms): string =>
  `${marketId} ${side} ${outcome} ${price} ${size}`;
type Terms = Omit<QuoteOrder, 'bookSide'>;

/**
 * In the order in which they have to be carried out: cancels, then the side that moves away from the other, so that a
 * quote never meets its own other side.
 *
 * @param open all open orders of the user in the market: one that the quote does not need is cancelled
 */
export function changesOf(
  quote: Quote,
  { open, held, refused }: { open: readonly Order[]; held: Held; refused: Refused },
): readonly BatchOperation[] {
  const wanted = quoteOrders(quote, held);
  const cancels: BatchOperation[] = [];
  const changes: Record<BookSideName, BatchOperation[]> = { bid: [], ask: [] };
  for (const [side, outcome] of KINDS) {
    const there = open.filter((order) => order.side === side && order.outcome === outcome);
    const order = wanted.find((one) => one.side === side && one.outcome === outcome);
    const kept = order === undefined ? undefined : keptFor(order, there);
    const ended = there.filter((one) => one !== kept);
    if (order !== undefined) {
      const change = changeTo(order, kept, quote.market_id, refused);
      if (change === 'cancel' && kept !== undefined) ended.push(kept);
      else if (change !== 'none' && change !== 'cancel') changes[order.bookSide].push(change);
    }
    cancels.push(...ended.map((one) => cancelOf(one)));
  }
  return [
    ...cancels,
    ...(asksMoveFirst(quote, open)
      ? [...changes.ask, ...changes.bid]
      : [...changes.bid, ...changes.ask]),
  ];
}

const KINDS = [
  ['sell', 'yes'],
  ['buy', 'no'],
  ['sell', 'no'],
  ['buy', 'yes'],
] as const;

const cancelOf = ({ market_id, order_id }: Order): BatchOperation => ({
  cancel: { market_id, order_id },
});

/** An order that may take cannot become a quote; of the others the one at the price has the best place. */
function keptFor({ price }: QuoteOrder, there: readonly Order[]): Order | undefined {
  const makers = there.filter((one) => one.order_type === 'post_only');
  return makers.find((one) => one.price === price) ?? makers[0];
}

function changeTo(
  wanted: QuoteOrder,
  kept: Order | undefined,
  marketId: string,
  refused: Refused,
): BatchOperation | 'none' | 'cancel' {
  const { side, outcome, price, size } = wanted;
  const isRefused = refused.wanted.has(keyOf(marketId, wanted));
  if (kept === undefined) {
    if (isRefused) return 'none';
    const terms = { market_id: marketId, side, outcome, price, size };
    return { place: { ...terms, order_type: 'post_only' } };
  }
  if (kept.price === price && kept.remaining === size) return 'none';
  if (!isRefused && !refused.changes.has(kept.order_id)) {
    const { order_id, filled } = kept;
    return { amend: { market_id: marketId, order_id, price, size, filled } };
  }
  return offersMore(kept, wanted) ? 'cancel' : 'none';
}

/** It would trade at a price or in a number that is no longer wanted. */
function offersMore(kept: Order, wanted: QuoteOrder): boolean {
  const difference = yesPriceOf(kept) - yesPriceOf(wanted);
  const isBetter = wanted.bookSide === 'bid' ? difference > 0 : difference < 0;
  return isBetter || kept.remaining > wanted.size;
}

/**
 * One of the two orders is always possible: if the new ask reached the old bid and the new bid the old ask, one of the
 * quotes would be crossed in itself.
 */
function asksMoveFirst({ ask }: Quote, open: readonly Order[]): boolean {
  const bids = open.filter((order) => bookSideOf(order) === 'bid').map(yesPriceOf);
  return ask === null || ask > Math.max(0, ...bids);
}
