import { MAX_FILLS_PER_COMMAND } from '../limits';
import { curveOf, notionalOf } from '../money/fees';
import { BID, inTermsOf } from '../orders/order-word';
import { ACCOUNT, INTS_PER_ORDER, NEXT, OPEN } from '../orders/order-pool';
import type { OrderPool } from '../orders/order-pool';
import type { PriceLadder } from './price-ladder';

/** The part of an incoming order that a walk reads; `yesPrice` is its limit. */
export interface Taker {
  readonly account: number;
  readonly market: number;
  readonly outcome: number;
  readonly bookSide: number;
  readonly yesPrice: number;
  readonly size: number;
}

/**
 * The walk of an incoming order over the opposite side of the book, before anything changes: best price first up to
 * the order's limit, by arrival within a level, at most 1,000 steps. Each resting order reached is a step: the user's
 * own orders will be cancelled (quantity 0), all others filled.
 *
 * One object is reused; the fields are those of the last run. Cost: O(steps).
 */
export class Walk {
  readonly makers = new Int32Array(MAX_FILLS_PER_COMMAND);
  readonly quantities = new Int32Array(MAX_FILLS_PER_COMMAND);
  steps = 0;
  /** Contracts that would be filled. */
  taken = 0;
  /** The fills' notional in the taker's terms, and their fee curve (fees.ts). */
  notional = 0;
  curve = 0;
  /** Contracts remain and another crossing order exists, but the limit of steps is reached. */
  limited = false;

  constructor(
    private readonly ladder: PriceLadder,
    private readonly orders: OrderPool,
  ) {}

  /** The best opposite price, even if the order does not reach it: `NO_BID` or `NO_ASK` if there is none. */
  bestOpposite(taker: Taker): number {
    return taker.bookSide === BID
      ? this.ladder.bestAsk(taker.market)
      : this.ladder.bestBid(taker.market);
  }

  run(taker: Taker): void {
    this.steps = 0;
    this.taken = 0;
    this.notional = 0;
    this.curve = 0;
    this.limited = false;
    let price = this.bestOpposite(taker);
    while (reaches(taker, price)) {
      if (!this.walkLevel(taker, price)) return;
      price =
        taker.bookSide === BID
          ? this.ladder.nextAbove(taker.market, price)
          : this.ladder.nextBelow(taker.market, price);
    }
  }

  /** Returns whether the walk continues after this level. */
  private walkLevel(taker: Taker, price: number): boolean {
    const { ints } = this.orders;
    let taken = 0;
    let goesOn = true;
    for (let order = this.ladder.firstAt(taker.market, price); order !== 0;) {
      if (this.steps === MAX_FILLS_PER_COMMAND) {
        this.limited = true;
        goesOn = false;
        break;
      }
      const at = order * INTS_PER_ORDER;
      const remaining = taker.size - this.taken - taken;
      const own = ints[at + ACCOUNT] === taker.account;
      const quantity = own ? 0 : Math.min(remaining, ints[at + OPEN]!);
      this.makers[this.steps] = order;
      this.quantities[this.steps] = quantity;
      this.steps++;
      taken += quantity;
      if (quantity === remaining) {
        goesOn = false;
        break;
      }
      order = ints[at + NEXT]!;
    }
    this.taken += taken;
    this.notional += notionalOf(taken, inTermsOf(taker.outcome, price));
    this.curve += curveOf(taken, price);
    return goesOn;
  }
}

/** Whether an order crosses an opposite price. `NO_ASK` and `NO_BID` are beyond every limit. */
export const reaches = (taker: Taker, oppositePrice: number): boolean =>
  taker.bookSide === BID ? oppositePrice <= taker.yesPrice : oppositePrice >= taker.yesPrice;
