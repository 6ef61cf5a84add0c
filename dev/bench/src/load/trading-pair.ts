import { PRICE_SCALE_BPS } from '@bellwether/exchange';
import type { OrderType, Outcome, Side } from '@bellwether/exchange';

/** One order of a cycle. `price` is in the terms of its own outcome, relative to the cycle's YES price. */
interface Step {
  readonly trader: 0 | 1;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly orderType: OrderType;
  /** The other steps fill: completely, and in one fill. */
  readonly rests: boolean;
}

/**
 * Eight orders, of all four types, that fill in all three ways and return both traders to where they began, less the
 * fees. A pair of contracts is made, both kinds change hands, the pair is destroyed.
 */
const CYCLE: readonly Step[] = [
  { trader: 0, side: 'buy', outcome: 'yes', orderType: 'gtc', rests: true },
  { trader: 1, side: 'buy', outcome: 'no', orderType: 'gtc', rests: false }, // mint
  { trader: 1, side: 'sell', outcome: 'no', orderType: 'post_only', rests: true },
  { trader: 0, side: 'buy', outcome: 'no', orderType: 'ioc', rests: false }, // transfer
  { trader: 0, side: 'sell', outcome: 'yes', orderType: 'gtc', rests: true },
  { trader: 1, side: 'buy', outcome: 'yes', orderType: 'fok', rests: false }, // transfer
  { trader: 0, side: 'sell', outcome: 'no', orderType: 'gtc', rests: true },
  { trader: 1, side: 'sell', outcome: 'yes', orderType: 'ioc', rests: false }, // merge
];

/** A lane has whole cycles of requests, so that no trader is left with contracts. */
export const CYCLE_ORDERS = CYCLE.length;

const LOWEST_PRICE_BPS = 1_000;
const PRICES = 8_000;
/** At the lowest price, this many contracts are worth the dollar that the resting minimum asks for. */
const SMALLEST_SIZE = 10;
const SIZES = 50;
/** Not divisors of the ranges, so that a pair uses all values of both. */
const PRICE_STRIDE = 611;
const SIZE_STRIDE = 7;

export interface OrderTerms {
  readonly user: Uint8Array;
  readonly marketId: Uint8Array;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly orderType: OrderType;
  /** In bp of the order's own outcome. */
  readonly price: number;
  /** In contracts. */
  readonly size: number;
  readonly nonce: number;
}

export interface PairOrder {
  readonly terms: OrderTerms;
  /** Otherwise it fills. */
  readonly rests: boolean;
}

/**
 * Two users who only trade with each other, in a market of their own, so that each order's result is known before it is
 * sent. They run out of neither money (they lose only fees) nor open orders (one rests at a time).
 */
export class TradingPair {
  private orders = 0;
  private readonly nonces: [number, number];

  /** @param lastNonce of both users, if they have traded in another pair */
  constructor(
    private readonly marketId: Uint8Array,
    readonly users: readonly [Uint8Array, Uint8Array],
    lastNonce = 0,
  ) {
    this.nonces = [lastNonce, lastNonce];
  }

  /** The pair's next `count` orders, to be sent one after the other. */
  next(count: number): PairOrder[] {
    return Array.from({ length: count }, () => this.nextOrder());
  }

  private nextOrder(): PairOrder {
    const cycle = Math.floor(this.orders / CYCLE_ORDERS);
    const { trader, side, outcome, orderType, rests } = CYCLE[this.orders % CYCLE_ORDERS]!;
    this.orders++;
    const yesPrice = LOWEST_PRICE_BPS + ((cycle * PRICE_STRIDE) % PRICES);
    const terms = {
      user: this.users[trader],
      marketId: this.marketId,
      side,
      outcome,
      orderType,
      price: outcome === 'yes' ? yesPrice : PRICE_SCALE_BPS - yesPrice,
      size: SMALLEST_SIZE + ((cycle * SIZE_STRIDE) % SIZES),
      nonce: ++this.nonces[trader],
    };
    return { terms, rests };
  }
}
