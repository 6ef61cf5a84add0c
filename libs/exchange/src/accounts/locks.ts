import { lockOfBuy } from '../money/fees';
import { USER_AVAILABLE, USER_LOCKED } from '../money/ledger';
import { ACCOUNT, MARKET, NOTIONAL, OPEN, POSITION, WORD } from '../orders/order-pool';
import type { OrderPool } from '../orders/order-pool';
import { BUY, feeBpsOf, outcomeOf, ownPriceOf, sideOf } from '../orders/order-word';
import { AVAILABLE, LOCKED } from './account-table';
import type { Accounts } from './accounts';
import type { KeyBudgets } from './key-budgets';
import { HELD_LOCKED } from './position-table';

/**
 * The locks of open orders: a buy locks its cost at the limit and the builder fee it may still owe, a sell its
 * contracts. The amount is not stored with the order; it follows from price, open contracts and fills so far.
 */
export class Locks {
  constructor(
    private readonly accounts: Accounts,
    private readonly orders: OrderPool,
    private readonly budgets: KeyBudgets,
  ) {}

  /** Micro-USDC that an open order locks: 0 for a sell. */
  cashOf(order: number): number {
    const { orders } = this;
    const word = orders.int(order, WORD);
    if (sideOf(word) !== BUY) return 0;
    const open = orders.int(order, OPEN);
    return lockOfBuy(ownPriceOf(word), open, feeBpsOf(word), orders.word(order, NOTIONAL));
  }

  /** Locks what an order needs as it begins to rest. */
  lock(order: number): void {
    const cash = this.cashOf(order);
    if (cash === 0) this.holdContracts(order, this.orders.int(order, OPEN));
    else this.holdCash(order, cash);
  }

  /** Releases what an ending order still locks. Returns its micro-USDC. */
  release(order: number): number {
    const cash = this.cashOf(order);
    if (cash === 0) this.holdContracts(order, -this.orders.int(order, OPEN));
    else this.holdCash(order, -cash);
    return cash;
  }

  private holdCash(order: number, amount: number): void {
    const account = this.orders.int(order, ACCOUNT);
    const { table, ledger, dirty } = this.accounts;
    table.words[(account << 4) + AVAILABLE]! -= amount;
    table.words[(account << 4) + LOCKED]! += amount;
    ledger.totals[USER_AVAILABLE]! -= amount;
    ledger.totals[USER_LOCKED]! += amount;
    dirty.account(account);
    this.budgets.locks(order, amount);
  }

  private holdContracts(order: number, quantity: number): void {
    const { orders } = this;
    const { positions, dirty } = this.accounts;
    const outcome = outcomeOf(orders.int(order, WORD));
    const position = orders.int(order, POSITION);
    positions.words[(position << 3) + HELD_LOCKED + outcome]! += quantity;
    dirty.holding(orders.int(order, ACCOUNT), orders.int(order, MARKET), position);
  }
}
