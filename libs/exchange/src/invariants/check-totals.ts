import { AVAILABLE, LOCKED, WITHDRAWING_AMOUNT } from '../accounts/account-table';
import {
  BUILDER_REVENUE,
  COLLATERAL,
  USER_AVAILABLE,
  USER_LOCKED,
  WITHDRAWING,
  TOTALS,
} from '../money/ledger';
import type { ExchangeState } from '../state';
import type { BreachList } from './breach';

/** I5, and with it I1: the totals are the sums of their tables, and liabilities equal what was credited. */
export function checkTotals(state: ExchangeState, found: BreachList): void {
  const { accountTable, markets, holdings, builders, ledger } = state;
  const sums = new Float64Array(TOTALS.length);
  for (let account = 1; account <= accountTable.count; account++) {
    sums[USER_AVAILABLE]! += accountTable.word(account, AVAILABLE);
    sums[USER_LOCKED]! += accountTable.word(account, LOCKED);
    sums[WITHDRAWING]! += accountTable.word(account, WITHDRAWING_AMOUNT);
  }
  for (let market = 1; market <= markets.used; market++) {
    sums[COLLATERAL]! += holdings.collateral(market);
  }
  for (let builder = 1; builder <= builders.count; builder++) {
    sums[BUILDER_REVENUE]! += builders.revenue(builder);
  }
  for (const total of [USER_AVAILABLE, USER_LOCKED, WITHDRAWING, COLLATERAL, BUILDER_REVENUE]) {
    const recorded = ledger.totals[total]!;
    found.expect(recorded === sums[total], 'I5', 0, () => {
      return `${TOTALS[total]} is ${recorded}, its parts sum to ${sums[total]}`;
    });
  }
  found.expect(ledger.difference === 0, 'I5', 0, () => {
    return `${ledger.liabilities} is owed, ${ledger.assets} was given`;
  });
}
