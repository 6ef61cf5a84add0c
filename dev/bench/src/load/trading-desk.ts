import { PRICE_SCALE_BPS } from '@bellwether/exchange';
import type { OrderType, Outcome, Side } from '@bellwether/exchange';

/** One order of a cycle; `price` in the terms of its own outcome, counted from the cycle's YES price. */
interface Step {
  readonly trader: 0 | 1;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly orderType: OrderType;
  /** The other steps fill: completely, and in one fill. */
  readonly rests: boolean;
}

/**
 * Eight orders, of all four types, that fill in all three ways and bring both traders back to where they began, less
 * the fees. In turn: a pair of contracts is made, both kinds change hands, the pair is destroyed.
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

/** Requests to a lane are counted in whole cycles, so that none ends with contracts in hand. */
export const CYCLE_ORDERS = CYCLE.length;

const LOWEST_PRICE_BPS = 1_000;
const PRICES = 8_000;
/** Of the lowest price so many are worth the dollar that may rest. */
const SMALLEST_SIZE = 10;
const SIZES = 50;
/** No divisors of the ranges, so that a desk goes through all of both. */
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

export interface DeskOrder {
  readonly terms: OrderTerms;
  /** Otherwise it fills. */
  readonly rests: boolean;
}

/**
 * Two users who trade with each other alone, in a market of their own, so that what must become of each order is known
 * before it is sent. They run out of neither money (only fees are lost) nor open orders (one rests at a time).
 */
export class TradingDesk {
  private orders = 0;
  private readonly nonces: [number, number];

  /** @param lastNonce of both users, where they have traded at another desk */
  constructor(
    private readonly marketId: Uint8Array,
    readonly users: readonly [Uint8Array, Uint8Array],
    lastNonce = 0,
  ) {
    this.nonces = [lastNonce, lastNonce];
  }

  /** The desk's next `count` orders, to be sent one after the other. */
  next(count: number): DeskOrder[] {
    return Array.from({ length: count }, () => this.nextOrder());
  }

  private nextOrder(): DeskOrder {
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
