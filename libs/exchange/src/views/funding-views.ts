import { CHARGE_SEQ, CREDIT_SEQ, GAS_DEBT } from '../accounts/account-table';
import { chainOf } from '../commands/withdraw';
import type { ExchangeState } from '../state';
import type { FundingView, WithdrawalView } from '../views';

/** Cost: O(1). An unknown user has zeros. */
export function fundingView({ accountTable }: ExchangeState, user: Uint8Array): FundingView {
  const account = accountTable.find(user);
  if (account === 0) return { lastCreditSeq: 0, lastChargeSeq: 0, gasDebt: 0 };
  return {
    lastCreditSeq: accountTable.int(account, CREDIT_SEQ),
    lastChargeSeq: accountTable.int(account, CHARGE_SEQ),
    gasDebt: accountTable.word(account, GAS_DEBT),
  };
}

/** An open withdrawal, or one that ended and is still remembered. Cost: O(1), and the user's open ones. */
export function withdrawalView(
  { withdrawals, endedWithdrawals, accountTable }: ExchangeState,
  withdrawalId: Uint8Array,
): WithdrawalView | null {
  const record = withdrawals.find(withdrawalId);
  const found = record === 0 ? endedWithdrawals.find(withdrawalId) : withdrawals.read(record);
  if (found === null) return null;
  const { account, endedSeq, endedMs, ...terms } = found;
  const isOpen = found.status === 'open';
  return {
    ...terms,
    user: accountTable.userOf(account),
    lowestOpenSeq: withdrawals.lowestSeqOf(account) || null,
    netAmount: found.amount - found.gasFee,
    chain: chainOf(found.recipientKind),
    endedSeq: isOpen ? null : endedSeq,
    endedMs: isOpen ? null : endedMs,
  };
}
