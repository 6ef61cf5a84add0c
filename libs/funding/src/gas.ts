/** What chain transactions cost, and what users are charged for them. */
import { assert } from '@bellwether/errors';
import { LAMPORTS_PER_NATIVE_UNIT, MAX_GAS_MARKUP_BPS } from './limits';

export interface GasTariff {
  /** Of one transaction with at most two signatures, in lamports: fee and what priority costs. */
  readonly extPerTxLamports: number;
  readonly mainPerTxLamports: number;
  /** Of each signature beyond two, also of those that the chain's own programs check. */
  readonly extPerSignatureLamports: number;
  readonly mainPerSignatureLamports: number;
  /** What an account lays down for each of its bytes, and for the 128 that every account has. */
  readonly extRentPerByteLamports: number;
  readonly mainRentPerByteLamports: number;
  /** Micro-USDC for one native unit (10^9 lamports) of each chain. */
  readonly extNativePriceMicroUsdc: number;
  readonly mainNativePriceMicroUsdc: number;
  readonly markupBps: number;
}

/** As `GET /v1/gas/price` tells it. The prices in micro-USDC have the markup in them: they are what is charged. */
export interface GasPrice {
  readonly extPerTxLamports: number;
  readonly extPerTxMicroUsdc: number;
  readonly mainPerTxMicroUsdc: number;
  readonly markupBps: number;
}

/** The transactions made for a user at one time, and the rent of accounts that were made with them. */
export interface GasUse {
  readonly extTransactions: number;
  readonly mainTransactions: number;
  readonly extRentLamports: number;
  readonly mainRentLamports: number;
}

export const NO_GAS: GasUse = {
  extTransactions: 0,
  mainTransactions: 0,
  extRentLamports: 0,
  mainRentLamports: 0,
};

/**
 * The charge, in micro-USDC, with the markup. The exact sum over both chains is rounded up once, in the operator's
 * favour: a user pays at most one micro-USDC more than the cost and its markup, however many transactions there were.
 */
export function gasCharge(use: GasUse, tariff: GasTariff): number {
  const ext = lamportsOf(use.extTransactions, tariff.extPerTxLamports, use.extRentLamports);
  const main = lamportsOf(use.mainTransactions, tariff.mainPerTxLamports, use.mainRentLamports);
  return chargeOf(exactCost({ ext, main }, tariff), tariff.markupBps);
}

/** Lamports of both chains in micro-USDC times 10^9, without the markup: exact. */
export const exactCost = (
  lamports: { readonly ext: bigint; readonly main: bigint },
  tariff: GasTariff,
): bigint =>
  lamports.ext * BigInt(tariff.extNativePriceMicroUsdc) +
  lamports.main * BigInt(tariff.mainNativePriceMicroUsdc);

/** Whole micro-USDC for an exact cost, with the markup, rounded up. */
export function chargeOf(exact: bigint, markupBps: number): number {
  assert(markupBps >= 0 && markupBps <= MAX_GAS_MARKUP_BPS, 'the markup is within its limit');
  const scale = BigInt(LAMPORTS_PER_NATIVE_UNIT) * 10_000n;
  const charge = (exact * BigInt(10_000 + markupBps) + scale - 1n) / scale;
  assert(charge <= Number.MAX_SAFE_INTEGER, 'a charge is a safe integer');
  return Number(charge);
}

export const gasPriceOf = (tariff: GasTariff): GasPrice => ({
  extPerTxLamports: tariff.extPerTxLamports,
  extPerTxMicroUsdc: gasCharge({ ...NO_GAS, extTransactions: 1 }, tariff),
  mainPerTxMicroUsdc: gasCharge({ ...NO_GAS, mainTransactions: 1 }, tariff),
  markupBps: tariff.markupBps,
});

const lamportsOf = (transactions: number, perTransaction: number, rent: number): bigint =>
  BigInt(transactions) * BigInt(perTransaction) + BigInt(rent);
