/**
 * One transaction at 10,000 lamports and 150 USDC a native unit costs 1,500 micro-USDC, with the markup 1,650; nothing else
 * costs anything, so that sums are easy to follow.
 */
export const TARIFF = {
  extPerTxLamports: 10_000,
  mainPerTxLamports: 10_000,
  extPerSignatureLamports: 0,
  mainPerSignatureLamports: 0,
  extRentPerByteLamports: 0,
  mainRentPerByteLamports: 0,
  extNativePriceMicroUsdc: 150_000_000,
  mainNativePriceMicroUsdc: 150_000_000,
  markupBps: 1_000,
};

/** What the local chains really take. */
export const TRUE_TARIFF = {
  ...TARIFF,
  extPerSignatureLamports: 5_000,
  mainPerSignatureLamports: 5_000,
  extRentPerByteLamports: 6_960,
  mainRentPerByteLamports: 6_960,
};
