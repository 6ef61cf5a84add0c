import {
  DEPOSITS_CREDITED,
  GAS_REVENUE,
  PAYOUTS,
  USER_AVAILABLE,
  WITHDRAWING,
} from '../money/ledger';
import { AVAILABLE, GAS_DEBT, WITHDRAWING_AMOUNT } from './account-table';
import type { Accounts } from './accounts';

/**
 * Money that comes from the chains and goes there. Gas debt is what a user owes for chain transactions made on its
 * behalf: no money of anyone until it is settled, hence in no total.
 */
export class Funding {
  constructor(private readonly accounts: Accounts) {}

  /** The vault holds so much more for the user. */
  credit(account: number, amount: number): void {
    this.accounts.table.words[(account << 4) + AVAILABLE]! += amount;
    this.accounts.ledger.totals[USER_AVAILABLE]! += amount;
    this.accounts.ledger.totals[DEPOSITS_CREDITED]! += amount;
    this.accounts.dirty.account(account);
  }

  charge(account: number, amount: number): void {
    this.accounts.table.words[(account << 4) + GAS_DEBT]! += amount;
    this.accounts.dirty.account(account);
  }

  /** Pays as much of the debt as is available; answers how much that was. */
  settleDebt(account: number): number {
    const { words } = this.accounts.table;
    const at = account << 4;
    const paid = Math.min(words[at + GAS_DEBT]!, words[at + AVAILABLE]!);
    if (paid === 0) return 0;
    words[at + AVAILABLE]! -= paid;
    words[at + GAS_DEBT]! -= paid;
    this.accounts.ledger.totals[USER_AVAILABLE]! -= paid;
    this.accounts.ledger.totals[GAS_REVENUE]! += paid;
    this.accounts.dirty.account(account);
    return paid;
  }

  /** The amount is no longer the user's to trade with, and still the user's. */
  beginWithdrawal(account: number, amount: number): void {
    this.moveToWithdrawing(account, amount);
  }

  /** Nothing was paid out, nor will be: all of it is available again. */
  refundWithdrawal(account: number, amount: number): void {
    this.moveToWithdrawing(account, -amount);
  }

  /** Paid out on chain, less the fee, which is the exchange's. */
  settleWithdrawal(account: number, amount: number, gasFee: number): void {
    this.accounts.table.words[(account << 4) + WITHDRAWING_AMOUNT]! -= amount;
    this.accounts.ledger.totals[WITHDRAWING]! -= amount;
    this.accounts.ledger.totals[PAYOUTS]! += amount - gasFee;
    this.accounts.ledger.totals[GAS_REVENUE]! += gasFee;
    this.accounts.dirty.account(account);
  }

  private moveToWithdrawing(account: number, amount: number): void {
    const { words } = this.accounts.table;
    const at = account << 4;
    words[at + AVAILABLE]! -= amount;
    words[at + WITHDRAWING_AMOUNT]! += amount;
    this.accounts.ledger.totals[USER_AVAILABLE]! -= amount;
    this.accounts.ledger.totals[WITHDRAWING]! += amount;
    this.accounts.dirty.account(account);
  }
}
