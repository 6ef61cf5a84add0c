import { MAX_FILLS_PER_COMMAND } from '../limits';
import { curveOf, notionalOf } from '../money/fees';
import {
  BID,
  CANCEL_MAKER,
  CANCEL_TAKER,
  SELL,
  inTermsOf,
  isReduceOnly,
  outcomeOf,
  sideOf,
} from '../orders/order-word';
import { ACCOUNT, INTS_PER_ORDER, NEXT, OPEN, POSITION, WORD } from '../orders/order-pool';
import type { OrderPool } from '../orders/order-pool';
import type { PositionTable } from '../accounts/position-table';
import type { PriceLadder } from './price-ladder';

/** The part of an incoming order that a walk reads; `yesPrice` is its limit. */
export interface Taker {
  readonly account: number;
  readonly market: number;
  readonly outcome: number;
  readonly bookSide: number;
  readonly yesPrice: number;
  readonly size: number;
  /** The self-trade mode: see order-word.ts. */
  readonly selfTrade: number;
}

/**
 * The walk of an incoming order over the opposite side of the book, before anything changes: best price first up to
 * the order's limit, by arrival within a level, at most 1,000 steps. Each resting order reached is a step: the user's
 * own orders will be cancelled (quantity 0), all others filled. A reduce-only order is filled by no more than its
 * holder still has to reduce after the steps before; where that is nothing, it is no step.
 *
 * A walk of a smaller size is the beginning of this one: what a step takes depends on the steps before it, and only
 * the last fill on the size. Budgets rely on it (budget.ts).
 *
 * One object is reused; the fields are those of the last run. Cost: O(steps).
 */
export class Walk {
  readonly makers = new Int32Array(MAX_FILLS_PER_COMMAND);
  readonly quantities = new Int32Array(MAX_FILLS_PER_COMMAND);
  steps = 0;
  /** Resting orders reached: one that ends the walk may take no step. */
  ordersMet = 0;
  /** Contracts that would be filled. */
  taken = 0;
  /** The fills' notional in the taker's terms, and their fee curve (fees.ts). */
  notional = 0;
  curve = 0;
  /** Contracts remain and another crossing order exists, but the limit of steps is reached. */
  limited = false;
  /** The order met one of its own user, and its mode ends it there. */
  endsAtOwn = false;
  /** What is left would cost more than the order's user allows. */
  endsAtCost = false;
  /** Contracts taken so far, by the maker's position, from a walk's first reduce-only buy on: most have none. */
  private readonly takenOf = new Map<number, number>();
  private keepsTaken = false;

  constructor(
    private readonly ladder: PriceLadder,
    private readonly orders: OrderPool,
    private readonly positions: PositionTable,
  ) {}

  /** Whether the order meets any resting order. */
  get meetsOrders(): boolean {
    return this.ordersMet > 0;
  }

  /** The best opposite price, even if the order does not reach it: `NO_BID` or `NO_ASK` if there is none. */
  bestOpposite(taker: Taker): number {
    return taker.bookSide === BID
      ? this.ladder.bestAsk(taker.market)
      : this.ladder.bestBid(taker.market);
  }

  run(taker: Taker): void {
    this.steps = 0;
    this.ordersMet = 0;
    this.taken = 0;
    this.notional = 0;
    this.curve = 0;
    this.limited = false;
    this.endsAtOwn = false;
    this.endsAtCost = false;
    if (this.keepsTaken) {
      this.keepsTaken = false;
      this.takenOf.clear();
    }
    let price = this.bestOpposite(taker);
    while (reaches(taker, price)) {
      if (!this.walkLevel(taker, price)) return;
      price =
        taker.bookSide === BID
          ? this.ladder.nextAbove(taker.market, price)
          : this.ladder.nextBelow(taker.market, price);
    }
  }

  /** Ends the last walk after so many steps, with `less` contracts of the last one, as its user allows no higher cost. */
  endAtCost(steps: number, less: number, sums: { notional: number; curve: number }): void {
    this.steps = steps;
    this.taken = 0;
    if (steps > 0) this.quantities[steps - 1]! -= less;
    for (let step = 0; step < steps; step++) this.taken += this.quantities[step]!;
    this.notional = sums.notional;
    this.curve = sums.curve;
    this.limited = false;
    this.endsAtOwn = false;
    this.endsAtCost = true;
  }

  /** Returns whether the walk continues after this level. */
  private walkLevel(taker: Taker, price: number): boolean {
    const { ints } = this.orders;
    let taken = 0;
    let goesOn = true;
    for (let order = this.ladder.firstAt(taker.market, price); order !== 0;) {
      const at = order * INTS_PER_ORDER;
      const isOwn = ints[at + ACCOUNT] === taker.account;
      const open = ints[at + OPEN]!;
      const most = !isOwn && isReduceOnly(ints[at + WORD]!) ? this.reducibleBy(order, open) : open;
      if (most > 0) {
        if (this.steps === MAX_FILLS_PER_COMMAND) {
          this.limited = true;
          goesOn = false;
          break;
        }
        this.ordersMet++;
        if (isOwn) {
          if (taker.selfTrade !== CANCEL_TAKER) this.step(order, 0);
          if (taker.selfTrade !== CANCEL_MAKER) {
            this.endsAtOwn = true;
            goesOn = false;
            break;
          }
        } else {
          const quantity = Math.min(taker.size - this.taken - taken, most);
          this.step(order, quantity);
          taken += quantity;
          if (this.taken + taken === taker.size) {
            goesOn = false;
            break;
          }
        }
      }
      order = ints[at + NEXT]!;
    }
    this.taken += taken;
    this.notional += notionalOf(taken, inTermsOf(taker.outcome, price));
    this.curve += curveOf(taken, price);
    return goesOn;
  }

  private step(maker: number, quantity: number): void {
    this.makers[this.steps] = maker;
    this.quantities[this.steps] = quantity;
    this.steps++;
    if (this.keepsTaken) this.keepTaken(maker, quantity);
  }

  /**
   * How much of a resting reduce-only order may be filled, at most `open`. What this walk takes of the same holder
   * counts: all of it is on one side of the book, so it moves the position the same way. Cost: O(1); of a walk's first
   * such order O(steps so far).
   */
  private reducibleBy(order: number, open: number): number {
    const { orders } = this;
    const word = orders.int(order, WORD);
    if (sideOf(word) === SELL) return open;
    if (!this.keepsTaken) this.beginKeepingTaken();
    const position = orders.int(order, POSITION);
    const reducible =
      this.positions.reducible(position, outcomeOf(word)) - (this.takenOf.get(position) ?? 0);
    return Math.max(0, Math.min(open, reducible));
  }

  private beginKeepingTaken(): void {
    this.keepsTaken = true;
    for (let step = 0; step < this.steps; step++) {
      this.keepTaken(this.makers[step]!, this.quantities[step]!);
    }
  }

  private keepTaken(maker: number, quantity: number): void {
    if (quantity === 0) return;
    const position = this.orders.int(maker, POSITION);
    this.takenOf.set(position, (this.takenOf.get(position) ?? 0) + quantity);
  }
}

/** Whether an order crosses an opposite price. `NO_ASK` and `NO_BID` are beyond every limit. */
export const reaches = (taker: Taker, oppositePrice: number): boolean =>
  taker.bookSide === BID ? oppositePrice <= taker.yesPrice : oppositePrice >= taker.yesPrice;
