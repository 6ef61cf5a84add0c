import type { FundingChain } from './chain';
import { NO_GAS, gasCharge } from './gas';
import type { GasTariff, GasUse } from './gas';

/**
 * The transactions that a withdrawal takes. Main: the debit. Ext: debit and burn in one; then guardians' signatures verified
 * in two, the VAA posted, the transfer completed.
 */
const GAS_OF_WITHDRAWAL: Readonly<Record<FundingChain, GasUse>> = {
  main: { ...NO_GAS, mainTransactions: 1 },
  ext: { ...NO_GAS, mainTransactions: 1, extTransactions: 4 },
};

/** Micro-USDC, markup included: fixed when the withdrawal is accepted, and all it will be charged. */
export const withdrawalGasFee = (chain: FundingChain, tariff: GasTariff): number =>
  gasCharge(GAS_OF_WITHDRAWAL[chain], tariff);
