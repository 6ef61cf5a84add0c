import { DISPUTE_FUND, PROTOCOL_FEES_PAID, STAKES, USER_AVAILABLE } from '../money/ledger';
import { AVAILABLE } from './account-table';
import type { Accounts } from './accounts';

/** What users have staked on other results, and the fund that rewards are paid from. */
export class Stakes {
  private readonly byAccount = new Map<number, number>();

  constructor(private readonly accounts: Accounts) {}

  of(account: number): number {
    return this.byAccount.get(account) ?? 0;
  }

  get fund(): number {
    return this.accounts.ledger.totals[DISPUTE_FUND]!;
  }

  /** The user still owns the stake but can neither trade with it nor withdraw it. */
  take(account: number, amount: number): void {
    this.pay(account, -amount);
    this.count(account, amount);
  }

  giveBack(account: number, amount: number): void {
    this.count(account, -amount);
    this.pay(account, amount);
  }

  forfeit(account: number, amount: number): void {
    this.count(account, -amount);
    this.accounts.ledger.totals[DISPUTE_FUND]! += amount;
    this.accounts.dirty.account(account);
  }

  /** As far as the fund goes. Returns how much. */
  reward(account: number, most: number): number {
    const amount = Math.min(most, this.fund);
    this.accounts.ledger.totals[DISPUTE_FUND]! -= amount;
    this.pay(account, amount);
    return amount;
  }

  /** From protocol fees, of which callers check that there are enough. */
  fill(amount: number): void {
    this.accounts.ledger.totals[PROTOCOL_FEES_PAID]! += amount;
    this.accounts.ledger.totals[DISPUTE_FUND]! += amount;
  }

  /** From protocol fees, of which callers check that there are enough. */
  makeGood(account: number, amount: number): void {
    this.accounts.ledger.totals[PROTOCOL_FEES_PAID]! += amount;
    this.pay(account, amount);
  }

  /** While a snapshot is loaded, whose totals have it. */
  load(account: number, amount: number): void {
    this.byAccount.set(account, this.of(account) + amount);
  }

  private pay(account: number, amount: number): void {
    const { table, ledger, dirty } = this.accounts;
    table.words[(account << 4) + AVAILABLE]! += amount;
    ledger.totals[USER_AVAILABLE]! += amount;
    dirty.account(account);
  }

  private count(account: number, amount: number): void {
    const now = this.of(account) + amount;
    if (now === 0) this.byAccount.delete(account);
    else this.byAccount.set(account, now);
    this.accounts.ledger.totals[STAKES]! += amount;
  }
}
