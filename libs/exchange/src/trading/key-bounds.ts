import type { KeyBudgets } from '../accounts/key-budgets';
import type { Facts } from '../refusal';
import { MICRO_USDC_PER_BP, PRICE_SCALE_BPS } from '../limits';
import { FEE_BPS, LAST_PRICE } from '../markets/market-table';
import type { MarketTable } from '../markets/market-table';
import { NO_ASK, NO_BID } from '../markets/price-ladder';
import type { PriceLadder } from '../markets/price-ladder';
import type { Walk } from '../markets/walk';
import { notionalOf, outlayOfFills, protocolFee } from '../money/fees';
import { BUY, YES } from '../orders/order-word';
import { restOf } from './rest-of-order';
import type { IncomingOrder } from './incoming-order';

/**
 * What a trading key may do at most, in whose hands it may be: the bounds of its owner's text.
 *
 * - A buy counts with its cost and fees, and what rests of it with its lock.
 * - A sell counts with the market value that it gives up: what it gets, after the fee, less than at the market's price.
 * - A buy may not pay more than the band above the market's price, a sell may not take less than the band below it.
 *
 * The market's price is the middle of the best bid and ask, or the last trade. A thief can move it in an empty book, so
 * what a sell gives up is counted by the outcome's reference price, where that is higher: nobody lowers it quickly
 * (market-table.ts). It is not what the band is around: one trade raises it, and after a true fall it is far from the
 * market for days.
 * All prices here are doubled, as a middle has halves.
 */
export class KeyBounds {
  /** Of the last refusal. */
  facts: Facts = {};

  constructor(
    private readonly budgets: KeyBudgets,
    private readonly markets: MarketTable,
    private readonly ladder: PriceLadder,
    private readonly time: { readonly lastTimestampMs: number },
  ) {}

  /** @param held micro-USDC that a resting order of the same key locks, whose new terms these are */
  allows(order: IncomingOrder, walk: Walk, held = 0): boolean {
    const { key } = order;
    if (key === null) return true;
    const isBuy = order.side === BUY;
    const around = this.middle(order);
    if (around !== null) {
      const band = 2 * key.priceBand;
      const limit = isBuy ? Math.floor((around + band) / 2) : Math.ceil((around - band) / 2);
      if (isBuy ? order.price > limit : order.price < limit) {
        this.facts = { bound: 'price_band', price: order.price, limit, price_band: key.priceBand };
        return false;
      }
    }
    const used = this.budgets.usedOf(key) - held;
    const required = this.costOf(order, walk, restOf(order, walk));
    if (used + required <= key.atMost) return true;
    this.facts = { bound: 'at_most', limit: key.atMost, used, required };
    return false;
  }

  /** The fills of a placed order, and what it gives up with its rest, are spent; the lock of a resting buy is not. */
  spend(order: IncomingOrder, walk: Walk): void {
    if (order.key === null) return;
    const rest = order.side === BUY ? 0 : restOf(order, walk);
    this.budgets.spend(order.key, this.costOf(order, walk, rest));
  }

  private costOf(order: IncomingOrder, walk: Walk, rest: number): number {
    if (order.side !== BUY) return this.givenUp(order, walk, rest);
    const notional = walk.notional + notionalOf(rest, order.price);
    return outlayOfFills(
      this.markets.int(order.market, FEE_BPS),
      order.feeBps,
      notional,
      walk.curve,
    );
  }

  private givenUp(order: IncomingOrder, walk: Walk, rest: number): number {
    const worth = this.worth(order);
    const ofFills = Math.max(0, notionalOf(walk.taken, worth) - 2 * walk.notional);
    const ofRest = notionalOf(rest, Math.max(0, worth - 2 * order.price));
    const fee = protocolFee(this.markets.int(order.market, FEE_BPS), walk.curve);
    return Math.ceil(((ofFills + ofRest) * MICRO_USDC_PER_BP) / 2) + fee;
  }

  /** The market's price in the order's own terms; null: nobody has named one. */
  private middle({ market, outcome }: IncomingOrder): number | null {
    const { markets, ladder } = this;
    const bid = ladder.bestBid(market);
    const ask = ladder.bestAsk(market);
    const last = markets.int(market, LAST_PRICE);
    const isTwoSided = bid !== NO_BID && ask !== NO_ASK;
    if (!isTwoSided && last === 0) return null;
    return inOwnTerms(outcome, isTwoSided ? bid + ask : 2 * last);
  }

  /** What a contract is taken to be worth to who sells it: where nothing is known, all that it can become. */
  private worth(order: IncomingOrder): number {
    const { market, outcome } = order;
    const reference = this.markets.referencePrice(market, outcome, this.time.lastTimestampMs);
    const middle = this.middle(order);
    if (middle === null || reference === 0) return 2 * PRICE_SCALE_BPS;
    return Math.max(middle, 2 * reference);
  }
}

const inOwnTerms = (outcome: number, doubled: number): number =>
  outcome === YES ? doubled : 2 * PRICE_SCALE_BPS - doubled;
