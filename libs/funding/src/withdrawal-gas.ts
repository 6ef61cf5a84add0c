import type { FundingChain } from './chain';
import { partsOfWithdrawal } from './gas-actions';
import type { WithdrawalAction } from './gas-actions';
import { gasBill } from './gas-bill';
import type { GasBill, GasItem } from './gas-bill';
import type { GasTariff } from './gas';
import { MIN_WITHDRAWAL_MICRO_USDC } from './limits';

/** Micro-USDC, markup included: fixed when the withdrawal is accepted, and never exceeded. */
export const withdrawalBill = (action: WithdrawalAction, tariff: GasTariff): GasBill =>
  gasBill(partsOfWithdrawal(action), tariff);

/** The fee for a recipient whose token account exists. */
export const withdrawalGasFee = (chain: FundingChain, tariff: GasTariff): number =>
  withdrawalBill({ chain, makesAccount: false }, tariff).microUsdc;

/** The minimum withdrawal, in micro-USDC: more than the fee to an existing account. */
export const minWithdrawalMicroUsdc = (chain: FundingChain, tariff: GasTariff): number =>
  Math.max(MIN_WITHDRAWAL_MICRO_USDC, withdrawalGasFee(chain, tariff) + 1);

/** The items of a fee fixed earlier, if it matches this tariff. `null`: another tariff, only the sum is known. */
export function itemsOfFee(
  chain: FundingChain,
  gasFeeMicroUsdc: number,
  tariff: GasTariff,
): readonly GasItem[] | null {
  const bills = [false, true].map((makesAccount) =>
    withdrawalBill({ chain, makesAccount }, tariff),
  );
  return bills.find(({ microUsdc }) => microUsdc === gasFeeMicroUsdc)?.items ?? null;
}
