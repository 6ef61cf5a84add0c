import type { Settlement } from '../accounts/settlement';
import type { Audit } from '../invariants/audit';
import type { MarketTable } from '../markets/market-table';
import type { PriceLadder } from '../markets/price-ladder';
import { OWN } from '../markets/walk';
import type { Walk } from '../markets/walk';
import {
  ACCOUNT,
  FILLED,
  MAKER_CURVE,
  NOTIONAL,
  OPEN,
  POSITION,
  SIZE,
  WORD,
} from '../orders/order-pool';
import type { OrderPool } from '../orders/order-pool';
import { yesPriceOf } from '../orders/order-word';
import type { FillPricing } from './fill-pricing';
import type { IncomingOrder } from './incoming-order';
import { reasonIndex } from './order-ends';
import type { OrderEnds } from './order-ends';
import { StepLog } from './step-log';

/** By the walk's reason of a step of quantity 0. */
export const stepReason = (reason: number): number => (reason === OWN ? SELF_TRADE : REDUCE_ONLY);
const SELF_TRADE = reasonIndex('self_trade');
const REDUCE_ONLY = reasonIndex('reduce_only');

/**
 * Executes a walk: each step is a fill at the maker's price or the cancel of an order: one of the user's own, or a
 * reduce-only order with nothing left to reduce. The log records each step. Cost: O(steps), without allocation.
 */
export class Matching {
  readonly log = new StepLog();
  lastTradeId = 0;

  constructor(
    private readonly orders: OrderPool,
    private readonly markets: MarketTable,
    private readonly ladder: PriceLadder,
    readonly pricing: FillPricing,
    private readonly settlement: Settlement,
    private readonly ends: OrderEnds,
    private readonly audit: Audit,
  ) {}

  /** @param order the record of `taker`, which is not in the book */
  run(taker: IncomingOrder, order: number, walk: Walk): void {
    this.log.begin(walk.steps);
    if (walk.steps === 0) return;
    const { pricing, orders } = this;
    pricing.begin(taker, orders.int(order, POSITION), orders.word(order, NOTIONAL));
    let filled = orders.int(order, FILLED);
    for (let step = 0; step < walk.steps; step++) {
      const maker = walk.makers[step]!;
      const quantity = walk.quantities[step]!;
      if (quantity === 0) this.cancel(maker, stepReason(walk.reasons[step]!));
      else this.fill(taker, maker, quantity);
      filled += quantity;
    }
    orders.setInt(order, FILLED, filled);
    orders.setWord(order, NOTIONAL, pricing.takerNotional);
  }

  private cancel(maker: number, reason: number): void {
    const { orders } = this;
    const word = orders.int(maker, WORD);
    const account = orders.int(maker, ACCOUNT);
    const open = orders.int(maker, OPEN);
    const filled = orders.int(maker, FILLED);
    const orderId = orders.idOf(maker);
    this.log.cancel({ orderId, account, reason }, this.ends.cancel(maker, reason));
    this.log.maker(word, filled, open);
  }

  private fill(taker: IncomingOrder, maker: number, quantity: number): void {
    const { orders, pricing } = this;
    const word = orders.int(maker, WORD);
    const message = pricing.fill(taker, maker, word, quantity);
    orders.setWord(maker, NOTIONAL, pricing.makerNotional);
    orders.setWord(maker, MAKER_CURVE, pricing.makerCurve);
    this.settlement.settle(message);
    this.markets.traded(taker.market, yesPriceOf(word), quantity);

    const filled = orders.int(maker, FILLED) + quantity;
    const open = orders.int(maker, OPEN) - quantity;
    this.log.fill(++this.lastTradeId, orders.idOf(maker), message);
    this.log.maker(word, filled, open);
    this.ladder.reduce(maker, quantity);
    orders.setInt(maker, FILLED, filled);
    orders.setInt(maker, OPEN, open);
    this.audit.sizes(taker.market, orders.int(maker, SIZE), filled, open);
    this.audit.account(message.maker.account);
    if (open === 0) this.ends.filled(maker);
  }
}
