import type { FundingChain } from './chain';
import { partsOfWithdrawal } from './gas-actions';
import type { WithdrawalAction } from './gas-actions';
import { gasBill } from './gas-bill';
import type { GasBill, GasItem } from './gas-bill';
import type { GasTariff } from './gas';
import { MIN_WITHDRAWAL_COSTS, MIN_WITHDRAWAL_MICRO_USDC } from './limits';

/** Micro-USDC, markup included: fixed when the withdrawal is accepted, and all it will be charged. */
export const withdrawalBill = (action: WithdrawalAction, tariff: GasTariff): GasBill =>
  gasBill(partsOfWithdrawal(action), tariff);

/** Of one to an account that is there. */
export const withdrawalGasFee = (chain: FundingChain, tariff: GasTariff): number =>
  withdrawalBill({ chain, makesAccount: false }, tariff).microUsdc;

/**
 * The least that is taken, in micro-USDC: ten times what one to an account that is there costs, so that nobody is paid
 * less than ninety cents of a dollar.
 */
export const minWithdrawalMicroUsdc = (chain: FundingChain, tariff: GasTariff): number =>
  Math.max(MIN_WITHDRAWAL_MICRO_USDC, MIN_WITHDRAWAL_COSTS * withdrawalGasFee(chain, tariff));

/**
 * The items of a fee that was fixed before, where it is one of this tariff. `null`: it was fixed at another, and only
 * its sum is known.
 */
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
