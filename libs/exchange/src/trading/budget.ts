import { reaches } from '../markets/walk';
import type { Walk } from '../markets/walk';
import { FEE_BPS } from '../markets/market-table';
import type { MarketTable } from '../markets/market-table';
import { MAX_ORDER_SIZE } from '../limits';
import { costOf, curveOf, notionalOf, outlayAtLimit, outlayOfFills } from '../money/fees';
import { GTC, POST_ONLY, inTermsOf } from '../orders/order-word';
import type { IncomingOrder } from './incoming-order';

/**
 * Finds how many contracts a buy gets for an amount of money, fees included. It counts as admission does: what the
 * book does not fill at once is priced at the limit. So a user with that money is not refused for insufficient funds
 * and pays no more than the budget.
 */
export class Budget {
  constructor(
    private readonly markets: MarketTable,
    private readonly walk: Walk,
  ) {}

  /**
   * Sets the size of the order to the result. Cost: about two dozen walks (binary search).
   *
   * @returns contracts, 0 if one costs more than the budget
   */
  fit(order: IncomingOrder, budgetMicroUsdc: number): number {
    let least = 0;
    let most = Math.min(
      MAX_ORDER_SIZE,
      Math.floor(budgetMicroUsdc / costOf(lowestPrice(order, this.walk))),
    );
    while (least < most) {
      const size = Math.ceil((least + most) / 2);
      if (this.outlayOf(order, size) <= budgetMicroUsdc) least = size;
      else most = size - 1;
    }
    order.size = least;
    return least;
  }

  /** The most that a buy of `size` contracts costs, in micro-USDC. It rises with the size. */
  outlayOf(order: IncomingOrder, size: number): number {
    const { walk } = this;
    const { price, feeBps } = order;
    order.size = size;
    walk.run(order);
    const rest = size - walk.taken;
    const marketFeeBps = this.markets.int(order.market, FEE_BPS);
    return order.orderType === GTC || order.orderType === POST_ONLY
      ? outlayAtLimit(marketFeeBps, feeBps, price, walk.taken, rest)
      : outlayOfFills(
          marketFeeBps,
          feeBps,
          walk.notional + notionalOf(rest, price),
          walk.curve + curveOf(rest, price),
        );
  }
}

/** A lower bound of the price of each contract. */
function lowestPrice(order: IncomingOrder, walk: Walk): number {
  const best = walk.bestOpposite(order);
  return reaches(order, best) ? inTermsOf(order.outcome, best) : order.price;
}
