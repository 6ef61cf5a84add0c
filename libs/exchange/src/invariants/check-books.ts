import { NO_ASK, NO_BID } from '../markets/price-ladder';
import { LEVEL, MARKET, NEXT, OPEN, PREVIOUS, WORD } from '../orders/order-pool';
import { ASK, BID, bookSideOf, yesPriceOf } from '../orders/order-word';
import type { ExchangeState } from '../state';
import type { BreachList } from './breach';

/** I7: no book is crossed, and each book holds exactly the open orders of its market, at their prices. */
export function checkBooks(state: ExchangeState, found: BreachList): void {
  const { ladder, orders, markets } = state;
  let listed = 0;
  for (let market = 1; market <= markets.used; market++) {
    const bid = ladder.bestBid(market);
    const ask = ladder.bestAsk(market);
    found.expect(bid < ask, 'I7', market, () => `best bid ${bid}, best ask ${ask}`);
    const above = bid === NO_BID ? NO_BID : ladder.nextAbove(market, bid);
    found.expect(bid === NO_BID || above === ask, 'I7', market, () => {
      return `the price after the best bid is ${above}, the best ask ${ask}`;
    });
    listed += checkSide(state, market, BID, found) + checkSide(state, market, ASK, found);
  }
  found.expect(listed === orders.live, 'I7', 0, () => {
    return `${orders.live} orders are open, ${listed} are in the books`;
  });
}

/** Returns the number of orders on the side. */
function checkSide(state: ExchangeState, market: number, side: number, found: BreachList): number {
  const { ladder } = state;
  const isBid = side === BID;
  const end = isBid ? NO_BID : NO_ASK;
  let listed = 0;
  let price = isBid ? ladder.bestBid(market) : ladder.bestAsk(market);
  while (price !== end) {
    const orders = checkLevel(state, market, side, price, found);
    found.expect(orders > 0, 'I7', market, () => `nothing rests at ${price}`);
    listed += orders;
    const next = isBid ? ladder.nextBelow(market, price) : ladder.nextAbove(market, price);
    // A ladder that runs backwards would loop; stopping here makes the sums below mismatch.
    if (isBid ? next >= price : next <= price) break;
    price = next;
  }
  return listed;
}

function checkLevel(
  { ladder, orders }: ExchangeState,
  market: number,
  side: number,
  price: number,
  found: BreachList,
): number {
  let listed = 0;
  let size = 0;
  let previous = 0;
  let level = 0;
  for (let order = ladder.firstAt(market, price); order !== 0 && listed <= orders.live; listed++) {
    const word = orders.int(order, WORD);
    level = listed === 0 ? orders.int(order, LEVEL) : level;
    const belongs =
      orders.int(order, MARKET) === market &&
      orders.int(order, PREVIOUS) === previous &&
      orders.int(order, LEVEL) === level &&
      yesPriceOf(word) === price &&
      bookSideOf(word) === side;
    found.expect(belongs, 'I7', market, () => `order ${order} does not belong at ${price}`);
    size += orders.int(order, OPEN);
    previous = order;
    order = orders.int(order, NEXT);
  }
  const isSummed =
    ladder.ordersAt(market, price) === listed && ladder.sizeAt(market, price) === size;
  found.expect(isSummed, 'I7', market, () => `${listed} orders of ${size} in all rest at ${price}`);
  return listed;
}
