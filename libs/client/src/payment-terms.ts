/**
 * Withdrawals and recoveries as they are sent, and the most that their gas fee may be where the caller names none: what
 * the exchange quotes when the request is made.
 */
import type { GasPrice, WithdrawalQuote } from './generated/interface';
import type { RecoverRequest, WithdrawRequest } from './requests';
import { onlyRecover, onlyWithdraw, withdrawTerms } from './known-fields';

/** 0 would bind no fee. */
const LEAST = 1;

export async function withQuotedFee(
  withdraw: WithdrawRequest,
  quote: () => Promise<WithdrawalQuote>,
): Promise<WithdrawRequest> {
  if (onlyWithdraw(withdraw).max_gas_fee !== undefined) return withdraw;
  return { ...withdraw, max_gas_fee: Math.max(LEAST, (await quote()).gas_fee) };
}

/** A recovery has no quote of its own: the dearest one of the price list. */
export async function withListedFee(
  recover: RecoverRequest,
  price: () => Promise<GasPrice>,
): Promise<RecoverRequest> {
  if (onlyRecover(recover).max_gas_fee !== undefined) return recover;
  const { actions } = await price();
  const fees = actions.flatMap(({ action, gas_micro_usdc: fee }) =>
    action.startsWith('recover') ? [fee] : [],
  );
  return { ...recover, max_gas_fee: Math.max(LEAST, ...fees) };
}

/** The terms that decide the price of a withdrawal. */
export function quotedTermsOf(withdraw: WithdrawRequest) {
  const { max_gas_fee: _, ...terms } = withdrawTerms(onlyWithdraw(withdraw));
  return terms;
}
