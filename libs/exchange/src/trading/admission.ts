import type { Accounts, Funds } from '../accounts/accounts';
import type { KeyBudgets } from '../accounts/key-budgets';
import type { Locks } from '../accounts/locks';
import type { MoneyRules } from '../accounts/money-rules';
import { FEE_BPS } from '../markets/market-table';
import { MAX_REDUCE_ONLY_BUYS } from '../limits';
import type { MarketTable } from '../markets/market-table';
import type { PriceLadder } from '../markets/price-ladder';
import type { Walk } from '../markets/walk';
import { costOf, notionalOf, outlayAtLimit, outlayOfFills } from '../money/fees';
import { OPEN, POSITION } from '../orders/order-pool';
import type { OrderPool } from '../orders/order-pool';
import { BUY, FOK, GTC, POST_ONLY, isReduceOnly } from '../orders/order-word';
import type { RefusalCode } from '../reply';
import { NO_ROOM_FOR_BUILDER } from './incoming-order';
import type { IncomingOrder } from './incoming-order';
import type { KeyBounds } from './key-bounds';
import { restOf } from './rest-of-order';

/**
 * May this order be placed, as the book and the user's means stand? Nothing is changed here.
 * The checks stand in the order of their precedence.
 */
export class Admission {
  /** Of the last refusal for want of means: what the order needed, and what there was. */
  required = 0;
  funds: Funds = { available: 0, locked: 0 };
  /** Of the last refusal for too many open orders: how many there may be. */
  limit = 0;

  constructor(
    private readonly accounts: Accounts,
    private readonly markets: MarketTable,
    private readonly ladder: PriceLadder,
    private readonly orders: OrderPool,
    private readonly locks: Locks,
    private readonly money: MoneyRules,
    readonly keyBounds: KeyBounds,
    private readonly budgets: KeyBudgets,
  ) {}

  /**
   * @param walk of this very order
   * @param position of its account in its market, 0 where there is none
   */
  refusalOf(order: IncomingOrder, walk: Walk, position: number): RefusalCode | null {
    const terms = this.refusalOfTerms(order, walk);
    if (terms !== null) return terms;
    const resting = restOf(order, walk);
    const isBuy = order.side === BUY;
    if (resting > 0 && this.leavesDust(order, position)) return 'ORDER_TOO_SMALL';
    if (!this.keyBounds.allows(order, walk)) return 'TRADING_KEY_BOUND';
    if (isBuy && !this.canPay(order, walk, resting)) return 'INSUFFICIENT_BALANCE';
    if (!isBuy && !this.canGive(order, position)) return 'INSUFFICIENT_POSITION';
    if (isReduceOnlyBuy(order) && !this.reduces(order, position)) return 'REDUCE_ONLY_EXCEEDED';
    if (resting > 0 && this.hasTooManyOpen(order, position)) return 'TOO_MANY_OPEN_ORDERS';
    if (!this.hasRoom(order, resting, position)) return 'CAPACITY_REACHED';
    return null;
  }

  /**
   * Of a resting order that shall have these terms. What it holds now counts as free. It has a record, a position and a
   * place among its user's orders.
   */
  refusalOfAmend(order: IncomingOrder, walk: Walk, record: number): RefusalCode | null {
    const terms = this.refusalOfTerms(order, walk);
    if (terms !== null) return terms;
    const isBuy = order.side === BUY;
    const resting = restOf(order, walk);
    const held = this.locks.cashOf(record);
    const position = this.orders.int(record, POSITION);
    const open = this.orders.int(record, OPEN);
    if (resting > 0 && this.leavesDust(order, position, open)) return 'ORDER_TOO_SMALL';
    const ofSameKey = order.key !== null && this.budgets.signerOf(record) === order.key;
    if (!this.keyBounds.allows(order, walk, ofSameKey ? held : 0)) return 'TRADING_KEY_BOUND';
    if (isBuy && !this.canPay(order, walk, resting, held)) return 'INSUFFICIENT_BALANCE';
    if (!isBuy && !this.canGive(order, position, open)) return 'INSUFFICIENT_POSITION';
    if (isReduceOnlyBuy(order) && !this.reduces(order, position, open))
      return 'REDUCE_ONLY_EXCEEDED';
    return resting === 0 || this.hasPage(order) ? null : 'CAPACITY_REACHED';
  }

  /** Who places it. */
  refusalOfTerms(order: IncomingOrder, walk: Walk): RefusalCode | null {
    if (order.orderType === POST_ONLY && walk.meetsOrders) return 'POST_ONLY_WOULD_MATCH';
    if (order.orderType === FOK && walk.taken < order.size) return 'FOK_NOT_FILLED';
    const rests = restOf(order, walk) > 0 && order.side === BUY && !isReduceOnlyBuy(order);
    if (rests && this.isTooSmall(order)) return 'ORDER_TOO_SMALL';
    return null;
  }

  private hasTooManyOpen(order: IncomingOrder, position: number): boolean {
    const { openOrders } = this.accounts;
    this.limit = MAX_REDUCE_ONLY_BUYS;
    const ofReduceOnly = openOrders.reduceOnlyBuys.of(position).length;
    if (isReduceOnlyBuy(order) && ofReduceOnly >= this.limit) return true;
    this.limit = this.money.openOrderLimit(order.account);
    return openOrders.count(order.account) >= this.limit;
  }

  /** All of an order counts, also what it fills at once: a fill may leave as little as it likes, then or later. */
  private isTooSmall({ market, price, size }: IncomingOrder): boolean {
    return costOf(notionalOf(size, price)) < this.money.restingMinimum(market);
  }

  /**
   * A buy that never rests needs its exact outlay, one that may rest the outlay at its limit. None needs more than its
   * user allows it to cost, as its walk ends there (`Budget`).
   */
  private canPay(order: IncomingOrder, walk: Walk, resting: number, held = 0): boolean {
    const marketFeeBps = this.markets.int(order.market, FEE_BPS);
    const outlay =
      order.orderType === GTC || order.orderType === POST_ONLY
        ? outlayAtLimit(marketFeeBps, order.feeBps, order.price, walk.taken, resting)
        : outlayOfFills(marketFeeBps, order.feeBps, walk.notional, walk.curve);
    const required = order.maxCost === 0 ? outlay : Math.min(outlay, order.maxCost);
    if (required <= this.accounts.available(order.account) + held) return true;
    this.required = required;
    this.funds = freed(this.accounts.cash(order.account), held);
    return false;
  }

  /** A sell needs all its contracts unlocked, whatever its type. */
  private canGive(order: IncomingOrder, position: number, held = 0): boolean {
    if (order.size <= this.accounts.unlocked(position, order.outcome) + held) return true;
    this.required = order.size;
    this.funds = freed(this.accounts.contracts(position, order.outcome), held);
    return false;
  }

  /** A sell delivers what is held, so it always reduces. */
  private reduces(order: IncomingOrder, position: number, held = 0): boolean {
    const reducible = this.reducible(order, position, held);
    this.required = order.size;
    this.funds = { available: reducible, locked: 0 };
    return order.size <= reducible;
  }

  /**
   * Contracts that a reduce-only buy may have. What rests shares the position with the resting ones, apart from `held`
   * that its own record has; what is filled at once or never comes before them, and they give way (giving-way.ts).
   */
  private reducible({ outcome, orderType }: IncomingOrder, position: number, held: number): number {
    if (position === 0) return 0;
    const { positions, openOrders } = this.accounts;
    const reducible = positions.reducible(position, outcome);
    if (orderType !== GTC && orderType !== POST_ONLY) return reducible;
    return Math.max(0, reducible - (openOrders.reduceOnlyBuys.contracts(position) - held));
  }

  /** A reduce-only buy below the minimum may rest only as the one that closes what is left of its position. */
  private leavesDust(order: IncomingOrder, position: number, held = 0): boolean {
    return (
      isReduceOnlyBuy(order) &&
      this.isTooSmall(order) &&
      order.size < this.reducible(order, position, held)
    );
  }

  /** Every order takes a record, if only for its id, and a position; one that rests may need a page of the ladder. */
  private hasRoom(order: IncomingOrder, resting: number, position: number): boolean {
    const { account, builder } = order;
    const { openOrders, positions } = this.accounts;
    if (this.orders.full || builder === NO_ROOM_FOR_BUILDER) return false;
    if (position === 0 && !this.money.hasPlace(positions, positions.countOf(account))) return false;
    if (resting === 0) return true;
    const held = openOrders.count(account);
    return this.money.hasRestingPlace(this.orders, held) && this.hasPage(order);
  }

  private hasPage({ account, market, yesPrice }: IncomingOrder): boolean {
    const held = this.accounts.openOrders.count(account);
    return (
      this.ladder.hasPageFor(market, yesPrice) || this.money.hasPlace(this.ladder.pagePool, held)
    );
  }
}

const isReduceOnlyBuy = ({ word, side }: IncomingOrder): boolean =>
  side === BUY && isReduceOnly(word);

const freed = ({ available, locked }: Funds, held: number): Funds => ({
  available: available + held,
  locked: locked - held,
});
