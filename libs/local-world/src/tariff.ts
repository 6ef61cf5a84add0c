/** One transaction at 10,000 lamports and 150 USDC a native unit costs 1,500 micro-USDC, with the markup 1,650. */
export const TARIFF = {
  extPerTxLamports: 10_000,
  mainPerTxLamports: 10_000,
  extNativePriceMicroUsdc: 150_000_000,
  mainNativePriceMicroUsdc: 150_000_000,
  markupBps: 1_000,
};
