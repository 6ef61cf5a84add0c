/** Changing a resting order: a smaller size at the same price does not change its place. */
import { toHex } from '@bellwether/codec';
import type { CommandOf } from '../../src/command';
import { MAX_ORDER_SIZE } from '../../src/limits';
import type { OrderView, ReplyBody } from '../../src/reply';
import { accountOf } from './accounts';
import { walk } from './book';
import { cancelOrder } from './cancels';
import { orderViewOf } from './order-view';
import { costOfKey, keyOf, pricesOf, spend } from './key-bounds';
import { makersOf, refuseAmended, restOf } from './orders';
import { keepReduceOnly } from './reduce-only';
import { refuse, refused } from './refusals';
import { TakerFills, finish } from './settlement';
import type { Order, State, Terms } from './state';
import { isOpen, openSizeOf } from './state';

type Amend = CommandOf<'amend'>;

/** All signed fields. */
export const bodyOfAmend = (amend: Amend): string => {
  const { user, marketId, orderId, price, size, nonce, filled = 'any' } = amend;
  return JSON.stringify([
    'amend',
    toHex(user),
    toHex(marketId),
    orderId,
    price,
    size,
    nonce,
    filled,
  ]);
};

/** Applies a change whose nonce is valid and now used. */
export function amend(state: State, command: Amend): ReplyBody {
  const account = accountOf(state, command.user);
  const order = state.orders.get(command.orderId);
  const isTheirs =
    order !== undefined &&
    order.account === account &&
    toHex(order.market.marketId) === toHex(command.marketId);
  if (!isTheirs) return refused(refuse('ORDER_NOT_FOUND'));
  if (!isOpen(order)) return refused(refuse('ORDER_NOT_OPEN', {}, orderViewOf(order)));
  const { market } = order;
  if (market.status !== 'active')
    return refused(refuse('MARKET_NOT_ACTIVE', { status: market.status }));
  if (command.filled !== undefined && BigInt(command.filled) !== order.filled) {
    const filled = Number(order.filled);
    return refused(refuse('FILLED_MEANWHILE', { expected: command.filled, filled }));
  }
  if (order.filled + BigInt(command.size) > BigInt(MAX_ORDER_SIZE))
    return refused(refuse('VALIDATION_FAILED', { field: 'size', value: command.size }));

  // As if it were not there: what it holds is free, and it is not in its own way.
  const openSize = openSizeOf(order);
  const { maxCost: _, ...others } = order.terms;
  const terms: Terms = { ...others, price: command.price, size: command.size };
  // The market's price is still that of the book with it.
  const prices = pricesOf(state, market, terms);
  const places = [account.openOrders, market.openOrders] as const;
  const [ofAccount, ofMarket] = places.map((orders) => orders.indexOf(order)) as [number, number];
  for (const orders of places) orders.splice(orders.indexOf(order), 1);
  const path = walk(market, terms, (maker) => maker.account === account);
  const key = keyOf(account, command);
  const placing = { account, market, terms, path, rest: restOf(terms, path), prices };
  const refusal = refuseAmended(state, placing, key);
  account.openOrders.splice(ofAccount, 0, order);
  market.openOrders.splice(ofMarket, 0, order);
  if (refusal !== null) return refused(refusal);

  const keptPlace = command.price === order.terms.price && BigInt(command.size) <= openSize;
  order.terms = { ...terms, size: Number(order.filled) + command.size };
  const placeOfEvent = state.emitted.length;
  const fills = new TakerFills(state, order);
  const selfTradeCancelled: number[] = [];
  if (!keptPlace) {
    if (key !== null)
      spend(state, key, costOfKey(placing, terms.side === 'buy' ? 0n : placing.rest));
    order.by = key;
    // Last in its queue.
    market.openOrders.push(...market.openOrders.splice(ofMarket, 1));
    for (const { maker, quantity, cancelled } of path.steps) {
      if (cancelled === null) fills.add(maker, quantity);
      else cancelOrder(state, maker, cancelled);
      if (cancelled === 'self_trade') selfTradeCancelled.push(maker.id);
    }
    keepReduceOnly(state, market, [account, ...makersOf(path)]);
    endUnlessResting(state, order, { ...terms }, path);
  }
  const view: OrderView = orderViewOf(order);
  state.emitted.splice(placeOfEvent, 0, {
    kind: 'order_amended',
    order: view,
    keptPlace,
    nonce: command.nonce,
  });
  return { kind: 'amend', order: view, selfTradeCancelled, fills: fills.made };
}

function endUnlessResting(
  state: State,
  order: Order,
  terms: Terms,
  path: ReturnType<typeof walk>,
): void {
  if (path.remaining === 0n) finish(state, order, 'filled');
  else if (path.stoppedByOwn) finish(state, order, 'self_trade');
  else if (path.stoppedByFillLimit) finish(state, order, 'fill_limit');
  else if (restOf(terms, path) === 0n) finish(state, order, 'ioc_remainder');
}
