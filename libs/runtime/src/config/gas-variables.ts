import {
  DEFAULT_GAS_MARKUP_BPS,
  DEFAULT_PER_SIGNATURE_LAMPORTS,
  DEFAULT_PER_TX_LAMPORTS,
  DEFAULT_RENT_PER_BYTE_LAMPORTS,
  MAX_GAS_MARKUP_BPS,
  MAX_NATIVE_PRICE_MICRO_USDC,
  MAX_PER_SIGNATURE_LAMPORTS,
  MAX_PER_TX_LAMPORTS,
  MAX_RENT_PER_BYTE_LAMPORTS,
  TEST_NATIVE_PRICE_MICRO_USDC,
} from '@bellwether/funding';
import type { GasTariff } from '@bellwether/funding';
import type { z } from 'zod';
import { integerVariable } from './config';

const lamports = () =>
  integerVariable({ min: 0, max: MAX_PER_TX_LAMPORTS }).default(DEFAULT_PER_TX_LAMPORTS);
const perSignature = () =>
  integerVariable({ min: 0, max: MAX_PER_SIGNATURE_LAMPORTS }).default(
    DEFAULT_PER_SIGNATURE_LAMPORTS,
  );
const rentPerByte = () =>
  integerVariable({ min: 0, max: MAX_RENT_PER_BYTE_LAMPORTS }).default(
    DEFAULT_RENT_PER_BYTE_LAMPORTS,
  );
/** By default the test network's rate; an operator sets the market's. */
const nativePrice = () =>
  integerVariable({ min: 1, max: MAX_NATIVE_PRICE_MICRO_USDC }).default(
    TEST_NATIVE_PRICE_MICRO_USDC,
  );

/**
 * The users' cost of transactions. All funding apps of an exchange need the same values, or prices contradict charges.
 */
export const gasVariables = () => ({
  EXT_PER_TX_LAMPORTS: lamports(),
  MAIN_PER_TX_LAMPORTS: lamports(),
  EXT_PER_SIGNATURE_LAMPORTS: perSignature(),
  MAIN_PER_SIGNATURE_LAMPORTS: perSignature(),
  EXT_RENT_PER_BYTE_LAMPORTS: rentPerByte(),
  MAIN_RENT_PER_BYTE_LAMPORTS: rentPerByte(),
  EXT_NATIVE_PRICE_MICRO_USDC: nativePrice(),
  MAIN_NATIVE_PRICE_MICRO_USDC: nativePrice(),
  GAS_MARKUP_BPS: integerVariable({ min: 0, max: MAX_GAS_MARKUP_BPS }).default(
    DEFAULT_GAS_MARKUP_BPS,
  ),
});

type GasEnvironment = {
  readonly [K in keyof ReturnType<typeof gasVariables>]: z.output<
    ReturnType<typeof gasVariables>[K]
  >;
};

export const gasTariffOf = (env: GasEnvironment): GasTariff => ({
  extPerTxLamports: env.EXT_PER_TX_LAMPORTS,
  mainPerTxLamports: env.MAIN_PER_TX_LAMPORTS,
  extPerSignatureLamports: env.EXT_PER_SIGNATURE_LAMPORTS,
  mainPerSignatureLamports: env.MAIN_PER_SIGNATURE_LAMPORTS,
  extRentPerByteLamports: env.EXT_RENT_PER_BYTE_LAMPORTS,
  mainRentPerByteLamports: env.MAIN_RENT_PER_BYTE_LAMPORTS,
  extNativePriceMicroUsdc: env.EXT_NATIVE_PRICE_MICRO_USDC,
  mainNativePriceMicroUsdc: env.MAIN_NATIVE_PRICE_MICRO_USDC,
  markupBps: env.GAS_MARKUP_BPS,
});
