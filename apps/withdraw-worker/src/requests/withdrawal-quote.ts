import type { WithdrawQuote, WithdrawQuoteRequest } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { minWithdrawalMicroUsdc, withdrawalBill } from '@bellwether/funding';
import { requireWallet } from '@bellwether/funding-runtime';
import type { WorkerParts } from '../parts';
import { payeeOf } from '../payout/recipient';
import { depositAddressOf } from './deposit-address';

type Parts = Pick<
  WorkerParts,
  'chains' | 'funding' | 'sides' | 'stores' | 'tariff' | 'usdc' | 'vault'
>;

const NO_WITHDRAWAL = new Uint8Array(32);

/**
 * The cost of a withdrawal that is accepted now. Whether the recipient is a wallet, and its token account must be
 * created, is looked up on its chain. An account that another withdrawal under way pays for is paid for.
 * @throws CodedError AMOUNT_BELOW_MINIMUM, AMOUNT_BELOW_GAS, RECIPIENT_NOT_A_WALLET; FUNDING_UNAVAILABLE,
 *   HISTORY_UNAVAILABLE, CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT
 */
export async function quoteWithdrawal(
  request: WithdrawQuoteRequest,
  requestId: string,
  parts: Parts,
  withdrawalId: Uint8Array = NO_WITHDRAWAL,
): Promise<WithdrawQuote> {
  const { user, amountMicroUsdc: amount, recipientKind, allowProgramAddress } = request;
  const chain = recipientKind === 'recipient_main' ? 'main' : 'ext';
  const minimumMicroUsdc = minWithdrawalMicroUsdc(chain, parts.tariff);
  if (amount < minimumMicroUsdc) {
    throw new CodedError('AMOUNT_BELOW_MINIMUM', {
      field: 'amount',
      value: amount,
      minimum: minimumMicroUsdc,
    });
  }
  // Before anything is done: a withdrawal without a known recipient could not be paid.
  const recipient = request.recipient ?? (await depositAddressOf(user, requestId, parts));
  const payee = payeeOf({ chain, recipient, recipientKind, allowProgramAddress }, parts);
  const makesAccount =
    (await requireWallet(payee, parts)) === 'missing' &&
    !(await parts.stores.withdrawals.isAccountPaidFor({ withdrawalId, chain, recipient }));
  const { microUsdc: gasFee, items } = withdrawalBill({ chain, makesAccount }, parts.tariff);
  if (amount <= gasFee) throw new CodedError('AMOUNT_BELOW_GAS', { amount, gas_fee: gasFee });
  return {
    user,
    amountMicroUsdc: amount,
    gasFeeMicroUsdc: gasFee,
    gasItems: items,
    netAmountMicroUsdc: amount - gasFee,
    minimumMicroUsdc,
    chain,
    recipientKind,
    recipient,
  };
}
