import { LAMPORTS_PER_NATIVE_UNIT, TEST_NATIVE_PRICE_MICRO_USDC } from '@bellwether/funding';

/**
 * The price that the test network's treasury pays for lamports. Rounded down: the treasury gains less than a
 * micro-USDC.
 */
export const nativeValueMicroUsdc = (lamports: bigint): number =>
  Number((lamports * BigInt(TEST_NATIVE_PRICE_MICRO_USDC)) / BigInt(LAMPORTS_PER_NATIVE_UNIT));
