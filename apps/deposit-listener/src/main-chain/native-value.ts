import { LAMPORTS_PER_NATIVE_UNIT, TEST_NATIVE_PRICE_MICRO_USDC } from '@bellwether/funding';

/** The price of lamports for the test network's treasury. Rounded down: it gains less than a micro-USDC. */
export const nativeValueMicroUsdc = (lamports: bigint): number =>
  Number((lamports * BigInt(TEST_NATIVE_PRICE_MICRO_USDC)) / BigInt(LAMPORTS_PER_NATIVE_UNIT));
