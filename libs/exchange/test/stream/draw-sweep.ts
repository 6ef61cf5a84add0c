/** Sides of a book with about as many orders as one command may reach, and orders that walk through them. */
import type { Outcome } from '../../src/command';
import { MAX_FILLS_PER_COMMAND, MAX_ORDER_SIZE } from '../../src/limits';
import { type BookSide, bookSideOf, sideOfBook, walk } from '../oracle/book';
import { type Market, openSizeOf } from '../oracle/state';
import { completeOrder, drawMarket } from './draw-order';
import { type Drawing, accountOrNone, anyUser, isSameKey } from './drawing';
import type { Draft } from './step';

/** A sweep as soon as a side is long enough for it, until then more orders for the longer side. */
export function drawSweep(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const market = drawMarket(drawing);
  if (market === null) return [];
  const isBid = ({ terms }: Market['openOrders'][number]) => bookSideOf(terms) === 'bid';
  const bids = market.openOrders.filter(isBid).length;
  const asks = market.openOrders.length - bids;
  const side: BookSide = bids === asks ? random.pick(['bid', 'ask']) : bids > asks ? 'bid' : 'ask';
  const isLong = Math.max(bids, asks) >= MAX_FILLS_PER_COMMAND + random.between(-2, 30);
  return isLong || random.chance(0.02)
    ? sweep(drawing, market, side)
    : stack(drawing, market, side);
}

/** A stack of small orders of one user, who gets the money for them. */
function stack(drawing: Drawing, market: Market, side: BookSide): Draft[] {
  const { random, profile } = drawing;
  const user = anyUser(drawing);
  const last = accountOrNone(drawing, user)?.nonces.order.last ?? 0;
  const outcome: Outcome = side === 'bid' ? 'yes' : 'no';
  const middle = (Math.min(...profile.prices) + Math.max(...profile.prices)) / 2;
  const prices = profile.prices.filter((price) => price < middle === (side === 'bid'));
  const orders = Array.from({ length: random.between(50, 150) }, (_, index): Draft => {
    const price = random.pick(prices);
    const draft = completeOrder(drawing, {
      user,
      marketId: market.marketId,
      outcome,
      side: 'buy',
      price: outcome === 'yes' ? price : 10_000 - price,
      size: random.pick(profile.sizes),
      orderType: 'gtc',
    });
    return { ...draft, command: { ...draft.command, nonce: last + 1 + index } };
  });
  return [credit(drawing, user), ...orders];
}

/** Walks through one side, with each order type in turn: to just before, to, or past its end or the fill limit. */
function sweep(drawing: Drawing, market: Market, side: BookSide): Draft[] {
  const { random } = drawing;
  const outcome: Outcome = side === 'ask' ? 'yes' : 'no';
  const user = anyUser(drawing);
  const draft = completeOrder(drawing, {
    user,
    marketId: market.marketId,
    outcome,
    side: 'buy',
    price: random.pick([5_002, 9_999]),
    size: MAX_ORDER_SIZE,
    orderType: 'gtc',
  });
  const isOwn = ({ account }: { account: { user: Uint8Array } }) => isSameKey(account.user, user);
  const fillable = Number(walk(market, draft.command, isOwn).filled);
  const onSide = sideOfBook(market, side).reduce((sum, order) => sum + openSizeOf(order), 0n);
  const beyond = [fillable + 1, fillable + 1, Number(onSide) + 1];
  const sizes = [fillable - 1, fillable, ...beyond, ...beyond];
  const types = ['post_only', 'fok', random.pick(['gtc', 'ioc'] as const)] as const;
  const orders = types.map((orderType, index): Draft => {
    const size = Math.max(1, random.pick(sizes));
    const nonce = draft.command.nonce + index;
    return { ...draft, command: { ...draft.command, orderType, size, nonce } };
  });
  return [credit(drawing, user), ...orders];
}

function credit(drawing: Drawing, user: Uint8Array): Draft {
  const amount = drawing.random.pick(drawing.profile.credits);
  const reference = `credit-${drawing.nextName()}`;
  return { lane: 'admin', command: { kind: 'test_credit', user, amount, reference } };
}
