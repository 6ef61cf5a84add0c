import type { InsertionOrderedSet } from '../state-deltas/insertion-ordered-set';
import { DueQueue } from '../tables/due-queue';
import type { AccountTable } from './account-table';
import type { MoneyRules } from './money-rules';
import type { OpenOrders } from './open-orders';

/**
 * Accounts with more open orders than they may have: their money has fallen since, or their limit. Ticks cancel the newest
 * of them; the account that was opened first comes first. Not in a snapshot: it follows from the accounts.
 */
export class ExcessOrders {
  private readonly queue = new DueQueue();

  constructor(
    private readonly accounts: AccountTable,
    private readonly openOrders: OpenOrders,
    private readonly money: MoneyRules,
  ) {}

  /** How many orders are too many. */
  of(account: number): number {
    return Math.max(0, this.openOrders.count(account) - this.money.openOrderLimit(account));
  }

  /** The account's money or limit has changed. */
  look(account: number): void {
    if (this.of(account) === 0) return;
    this.queue.remove(account);
    this.queue.add(account, 0, account);
  }

  /** The accounts that a command has changed. Cost: O(accounts changed). */
  lookAt(changed: InsertionOrderedSet): void {
    for (let i = 0; i < changed.count; i++) this.look(changed.first(i));
  }

  /** After new tiers, or a snapshot. Cost: O(accounts), so not for commands of users. */
  lookAtAll(): void {
    for (let account = 1; account <= this.accounts.count; account++) this.look(account);
  }

  /** The next account with too many, 0 if there is none. Those that have few enough by now are dropped. */
  next(): number {
    let account = this.queue.next;
    while (account !== 0 && this.of(account) === 0) {
      this.queue.remove(account);
      account = this.queue.next;
    }
    return account;
  }

  /** The rest of the account cannot be cancelled. */
  drop(account: number): void {
    this.queue.remove(account);
  }
}
