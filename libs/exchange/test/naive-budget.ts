/** The walk and the budget in their plainest form: a look back over all steps, and a whole walk for each size. */
import { MAX_FILLS_PER_COMMAND, MAX_ORDER_SIZE } from '../src/limits';
import { reaches } from '../src/markets/walk';
import { FEE_BPS } from '../src/markets/market-table';
import { costOf, curveOf, notionalOf, outlayAtLimit, outlayOfFills } from '../src/money/fees';
import { ACCOUNT, NEXT, OPEN, POSITION, WORD } from '../src/orders/order-pool';
import {
  BID,
  CANCEL_MAKER,
  CANCEL_TAKER,
  GTC,
  POST_ONLY,
  SELL,
  inTermsOf,
  isReduceOnly,
  outcomeOf,
  sideOf,
} from '../src/orders/order-word';
import type { ExchangeState } from '../src/state';
import type { IncomingOrder } from '../src/trading/incoming-order';

export interface NaiveStep {
  readonly maker: number;
  readonly quantity: number;
}

export interface NaiveWalk {
  readonly steps: readonly NaiveStep[];
  readonly met: ReadonlySet<number>;
  readonly taken: number;
  readonly notional: number;
  readonly curve: number;
  readonly limited: boolean;
  readonly endsAtOwn: boolean;
}

export function naiveWalk(state: ExchangeState, order: IncomingOrder): NaiveWalk {
  const steps: NaiveStep[] = [];
  const met = new Set<number>();
  let [taken, notional, curve] = [0, 0, 0];
  const end = (how: Partial<NaiveWalk>): NaiveWalk => {
    const sums = { steps, met, taken, notional, curve };
    return { ...sums, limited: false, endsAtOwn: false, ...how };
  };
  for (const { maker, price } of opposite(state, order)) {
    const isOwn = state.orders.int(maker, ACCOUNT) === order.account;
    const most = isOwn ? 0 : reducibleBy(state, maker, steps);
    if (!isOwn && most === 0) continue;
    if (steps.length === MAX_FILLS_PER_COMMAND) return end({ limited: true });
    met.add(maker);
    if (isOwn) {
      if (order.selfTrade !== CANCEL_TAKER) steps.push({ maker, quantity: 0 });
      if (order.selfTrade !== CANCEL_MAKER) return end({ endsAtOwn: true });
      continue;
    }
    const quantity = Math.min(order.size - taken, most);
    steps.push({ maker, quantity });
    taken += quantity;
    notional += notionalOf(quantity, inTermsOf(order.outcome, price));
    curve += curveOf(quantity, price);
    if (taken === order.size) return end({});
  }
  return end({});
}

function* opposite({ ladder, orders }: ExchangeState, order: IncomingOrder) {
  const { market, bookSide } = order;
  const isBid = bookSide === BID;
  let price = isBid ? ladder.bestAsk(market) : ladder.bestBid(market);
  while (reaches(order, price)) {
    let maker = ladder.firstAt(market, price);
    for (; maker !== 0; maker = orders.int(maker, NEXT)) yield { maker, price };
    price = isBid ? ladder.nextAbove(market, price) : ladder.nextBelow(market, price);
  }
}

function reducibleBy(
  { orders, positions }: ExchangeState,
  maker: number,
  steps: readonly NaiveStep[],
): number {
  const [word, open] = [orders.int(maker, WORD), orders.int(maker, OPEN)];
  if (!isReduceOnly(word) || sideOf(word) === SELL) return open;
  const position = orders.int(maker, POSITION);
  let reducible = positions.reducible(position, outcomeOf(word));
  for (const step of steps) {
    if (orders.int(step.maker, POSITION) === position) reducible -= step.quantity;
  }
  return Math.max(0, Math.min(open, reducible));
}

/** The contracts that a budget pays for, 0 for none. */
export function naiveFit(state: ExchangeState, order: IncomingOrder, budget: number): number {
  const { ladder } = state;
  const { market } = order;
  const best = order.bookSide === BID ? ladder.bestAsk(market) : ladder.bestBid(market);
  const lowest = reaches(order, best) ? inTermsOf(order.outcome, best) : order.price;
  let least = 0;
  let most = Math.min(MAX_ORDER_SIZE, Math.floor(budget / costOf(lowest)));
  while (least < most) {
    const size = Math.ceil((least + most) / 2);
    if (naiveOutlay(state, order, size) <= budget) least = size;
    else most = size - 1;
  }
  return least;
}

export function naiveOutlay(state: ExchangeState, order: IncomingOrder, size: number): number {
  const { price, feeBps, orderType } = order;
  order.size = size;
  const { taken, notional, curve } = naiveWalk(state, order);
  const rest = size - taken;
  const marketFeeBps = state.markets.int(order.market, FEE_BPS);
  return orderType === GTC || orderType === POST_ONLY
    ? outlayAtLimit(marketFeeBps, feeBps, price, taken, rest)
    : outlayOfFills(
        marketFeeBps,
        feeBps,
        notional + notionalOf(rest, price),
        curve + curveOf(rest, price),
      );
}
