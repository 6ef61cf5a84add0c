import { PAYMENT_SEQ, WITHDRAWING_AMOUNT } from '../accounts/account-table';
import type { ExchangeState } from '../state';
import type { BreachList } from './breach';

/**
 * The second half of I3: an account's `withdrawing` is the sum of its open withdrawals. Also the basis of I12: each
 * withdrawal is found by its id, either among the open or among the ended ones, never both.
 */
export function checkWithdrawals(state: ExchangeState, found: BreachList): void {
  const { accountTable, withdrawals, endedWithdrawals } = state;
  const sums = new Float64Array(accountTable.count + 1);
  let open = 0;
  for (const record of withdrawals.all()) {
    const { withdrawalId, account, amount, gasFee, paymentSeq, status } = withdrawals.read(record);
    const isSound =
      withdrawals.find(withdrawalId) === record &&
      endedWithdrawals.find(withdrawalId) === null &&
      account <= accountTable.count &&
      paymentSeq <= accountTable.int(account, PAYMENT_SEQ) &&
      status === 'open' &&
      amount > gasFee;
    found.expect(isSound, 'I3', 0, () => `withdrawal ${record} of account ${account} lies wrong`);
    sums[account]! += amount;
    open++;
  }
  found.expect(open === withdrawals.live, 'I3', 0, () => {
    return `${withdrawals.live} withdrawals are open, ${open} are in the table`;
  });
  for (let account = 1; account <= accountTable.count; account++) {
    const recorded = accountTable.word(account, WITHDRAWING_AMOUNT);
    found.expect(recorded === sums[account], 'I3', 0, () => {
      return `account ${account} has ${recorded} withdrawing, its withdrawals ${sums[account]}`;
    });
  }
}
