import type { SolvencyView } from '../views';
import type { LedgerAccount } from './postings';

/** Sums of a ledger by kind of account, in micro-USDC. */
export type LedgerSums = Readonly<Record<LedgerAccount, number>>;

/** What a ledger of the same commands comes to: what was given stands below zero, so all together are 0. */
export const ledgerOfBooks = (books: SolvencyView): LedgerSums => ({
  user: books.userAvailable + books.userLocked,
  withdrawing: books.withdrawing,
  collateral: books.collateral,
  builder_revenue: books.builderRevenue,
  protocol_fees: books.protocolFees,
  gas_revenue: books.gasRevenue,
  deposits_credited: 0 - books.depositsCredited,
  test_credits: 0 - books.testCredits,
  payouts: books.payouts,
});
