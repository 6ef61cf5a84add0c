import type { SolvencyView } from '../views';
import type { LedgerAccount } from './postings';

/** Sums of a ledger by kind of account, in micro-USDC. */
export type LedgerSums = Readonly<Record<LedgerAccount, number>>;

/** The sums that a ledger of the same commands must have. What was credited is negative, so the sums add up to 0. */
export const ledgerOfBooks = (books: SolvencyView): LedgerSums => ({
  user: books.userAvailable + books.userLocked,
  withdrawing: books.withdrawing,
  collateral: books.collateral,
  builder_revenue: books.builderRevenue,
  protocol_fees: books.protocolFees,
  gas_revenue: books.gasRevenue,
  stakes: books.stakes,
  dispute_fund: books.disputeFund,
  deposits_credited: 0 - books.depositsCredited,
  test_credits: 0 - books.testCredits,
  payouts: books.payouts,
});
