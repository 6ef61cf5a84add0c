import type { KeyBudgets } from '../accounts/key-budgets';
import type { Settlement } from '../accounts/settlement';
import type { ReduceOnlyBuys } from '../accounts/reduce-only-buys';
import type { Audit } from '../invariants/audit';
import type { MarketTable } from '../markets/market-table';
import type { PriceLadder } from '../markets/price-ladder';
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
import { costOf, notionalOf } from '../money/fees';
import { BUY, yesPriceOf } from '../orders/order-word';
import type { FillPricing } from './fill-pricing';
import type { IncomingOrder } from './incoming-order';
import { reasonIndex } from './order-ends';
import type { OrderEnds } from './order-ends';
import { StepLog } from './step-log';

const SELF_TRADE = reasonIndex('self_trade');

/**
 * Executes a walk: each step is a fill at the maker's price, or the cancel of an order of the user's own. The log records
 * each step. Cost: O(steps), without allocation.
 */
export class Matching {
  readonly log = new StepLog();
  /** Positions with reduce-only buys that the last walk filled: they may hold less to reduce now. */
  readonly reduced = new Set<number>();
  lastTradeId = 0;

  constructor(
    private readonly orders: OrderPool,
    private readonly markets: MarketTable,
    private readonly ladder: PriceLadder,
    readonly pricing: FillPricing,
    private readonly reduceOnlyBuys: ReduceOnlyBuys,
    private readonly settlement: Settlement,
    private readonly ends: OrderEnds,
    private readonly budgets: KeyBudgets,
    private readonly audit: Audit,
  ) {}

  /** Forgets the last walk, and makes room for one of `steps`. */
  begin(steps = 0): void {
    this.log.begin(steps);
    // Clearing allocates, even what is empty.
    if (this.reduced.size > 0) this.reduced.clear();
  }

  /** @param order the record of `taker`, which is not in the book */
  run(taker: IncomingOrder, order: number, walk: Walk): void {
    this.begin(walk.steps);
    if (walk.steps === 0) return;
    const { pricing, orders } = this;
    this.noteReduced(orders.int(order, POSITION));
    pricing.begin(taker, orders.int(order, POSITION), orders.word(order, NOTIONAL));
    let filled = orders.int(order, FILLED);
    for (let step = 0; step < walk.steps; step++) {
      const maker = walk.makers[step]!;
      const quantity = walk.quantities[step]!;
      if (quantity === 0) this.cancel(maker);
      else this.fill(taker, maker, quantity);
      filled += quantity;
    }
    orders.setInt(order, FILLED, filled);
    orders.setWord(order, NOTIONAL, pricing.takerNotional);
  }

  private noteReduced(position: number): void {
    if (this.reduceOnlyBuys.isOf(position)) this.reduced.add(position);
  }

  private cancel(maker: number): void {
    const { orders } = this;
    const word = orders.int(maker, WORD);
    const account = orders.int(maker, ACCOUNT);
    const open = orders.int(maker, OPEN);
    const filled = orders.int(maker, FILLED);
    const orderId = orders.idOf(maker);
    this.log.cancel({ orderId, account }, this.ends.cancel(maker, SELF_TRADE));
    this.log.maker(word, filled, open);
  }

  private fill(taker: IncomingOrder, maker: number, quantity: number): void {
    const { orders, pricing } = this;
    const word = orders.int(maker, WORD);
    const message = pricing.fill(taker, maker, word, quantity);
    orders.setWord(maker, NOTIONAL, pricing.makerNotional);
    orders.setWord(maker, MAKER_CURVE, pricing.makerCurve);
    this.noteReduced(message.maker.position);
    this.settlement.settle(message);
    const { side, price, builderFee } = message.maker;
    if (side === BUY) this.budgets.filled(maker, costOf(notionalOf(quantity, price)) + builderFee);
    this.markets.traded(taker.market, yesPriceOf(word), quantity, taker.nowMs);

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
