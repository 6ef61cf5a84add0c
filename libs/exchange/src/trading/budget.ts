import { reaches } from '../markets/walk';
import type { Walk } from '../markets/walk';
import { FEE_BPS } from '../markets/market-table';
import type { MarketTable } from '../markets/market-table';
import { MAX_FILLS_PER_COMMAND, MAX_ORDER_SIZE } from '../limits';
import { costOf, curveOf, notionalOf, outlayAtLimit, outlayOfFills } from '../money/fees';
import { WORD } from '../orders/order-pool';
import type { OrderPool } from '../orders/order-pool';
import { GTC, POST_ONLY, inTermsOf, yesPriceOf } from '../orders/order-word';
import { restOf } from './rest-of-order';
import type { IncomingOrder } from './incoming-order';

/**
 * Finds how many contracts a buy gets for an amount of money, fees included. It counts as admission does: what the
 * book does not fill at once is priced at the limit. So a user with that money is not refused for insufficient funds
 * and pays no more than the budget.
 *
 * It walks once, for the most contracts that the money could buy. The walk of any smaller size is the beginning of that
 * one, so sums over its steps give the outlay of each size.
 */
export class Budget {
  /** Sums over the first so many steps of the walk: contracts, notional, and curve (fees.ts). */
  private readonly taken = new Int32Array(MAX_FILLS_PER_COMMAND + 1);
  private readonly notional = new Float64Array(MAX_FILLS_PER_COMMAND + 1);
  private readonly curve = new Float64Array(MAX_FILLS_PER_COMMAND + 1);
  /** Of the last of these steps, in the taker's terms. */
  private readonly price = new Int32Array(MAX_FILLS_PER_COMMAND + 1);

  constructor(
    private readonly markets: MarketTable,
    private readonly orders: OrderPool,
    private readonly walk: Walk,
  ) {}

  /**
   * Sets the size of the order to the result, and to one contract if not even that fits. Cost: that of one walk.
   *
   * @returns null, or what one contract costs if that is more than the budget
   */
  fitTo(order: IncomingOrder, budgetMicroUsdc: number): number | null {
    let least = 0;
    let most = Math.min(
      MAX_ORDER_SIZE,
      Math.floor(budgetMicroUsdc / costOf(lowestPrice(order, this.walk))),
    );
    order.size = Math.max(1, most);
    this.walk.run(order);
    this.sumUp(order);
    while (least < most) {
      const size = Math.ceil((least + most) / 2);
      if (this.outlayOf(order, size) <= budgetMicroUsdc) least = size;
      else most = size - 1;
    }
    order.size = Math.max(1, least);
    return least > 0 ? null : this.outlayOf(order, 1);
  }

  /**
   * Ends the walk of a buy where its fills would cost more than its user allows, fees included. Where they do not, but
   * what is left might at its limit, nothing of it rests. Cost: O(steps) where there is such a bound.
   */
  bound(order: IncomingOrder): void {
    const { walk } = this;
    const { maxCost, price } = order;
    if (maxCost === 0) return;
    const rest = restOf(order, walk);
    const { taken } = walk;
    this.sumUp(order);
    if (this.outlayOfWalk(order, taken, notionalOf(rest, price)) <= maxCost) return;
    let [least, most] = [0, taken];
    while (least < most) {
      const contracts = Math.ceil((least + most) / 2);
      if (this.outlayOfWalk(order, contracts, 0) <= maxCost) least = contracts;
      else most = contracts - 1;
    }
    const steps = this.stepsThatTake(least);
    walk.endAtCost(steps, this.taken[steps]! - least, this.sumsOf(least));
  }

  private sumUp({ outcome }: IncomingOrder): void {
    const { walk, orders } = this;
    for (let step = 0; step < walk.steps; step++) {
      const quantity = walk.quantities[step]!;
      const price = inTermsOf(outcome, yesPriceOf(orders.int(walk.makers[step]!, WORD)));
      const steps = step + 1;
      this.price[steps] = price;
      this.taken[steps] = this.taken[step]! + quantity;
      this.notional[steps] = this.notional[step]! + notionalOf(quantity, price);
      this.curve[steps] = this.curve[step]! + curveOf(quantity, price);
    }
  }

  /** The most that a buy of so many contracts costs, in micro-USDC: at most as many as were walked. It rises with the size. */
  private outlayOf(order: IncomingOrder, size: number): number {
    const { price, feeBps } = order;
    const taken = Math.min(size, this.walk.taken);
    const rest = size - taken;
    const marketFeeBps = this.markets.int(order.market, FEE_BPS);
    if (order.orderType === GTC || order.orderType === POST_ONLY)
      return outlayAtLimit(marketFeeBps, feeBps, price, taken, rest);
    return this.outlayOfWalk(order, taken, notionalOf(rest, price), curveOf(rest, price));
  }

  /** What the first so many contracts of the walk cost, with others of this notional, and of this curve if they are taken. */
  private outlayOfWalk(order: IncomingOrder, taken: number, others: number, curve = 0): number {
    const sums = this.sumsOf(taken);
    const marketFeeBps = this.markets.int(order.market, FEE_BPS);
    return outlayOfFills(marketFeeBps, order.feeBps, sums.notional + others, sums.curve + curve);
  }

  private sumsOf(taken: number): { readonly notional: number; readonly curve: number } {
    const steps = this.stepsThatTake(taken);
    const over = this.taken[steps]! - taken;
    const lastPrice = this.price[steps]!;
    return {
      notional: this.notional[steps]! - notionalOf(over, lastPrice),
      curve: this.curve[steps]! - curveOf(over, lastPrice),
    };
  }

  /** The fewest steps that take `contracts`, at most as many as the walk took. */
  private stepsThatTake(contracts: number): number {
    let [least, most] = [0, this.walk.steps];
    while (least < most) {
      const steps = (least + most) >> 1;
      if (this.taken[steps]! >= contracts) most = steps;
      else least = steps + 1;
    }
    return least;
  }
}

/** A lower bound of the price of each contract. */
function lowestPrice(order: IncomingOrder, walk: Walk): number {
  const best = walk.bestOpposite(order);
  return reaches(order, best) ? inTermsOf(order.outcome, best) : order.price;
}
