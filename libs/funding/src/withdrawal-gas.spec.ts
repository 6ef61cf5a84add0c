import { describe, expect, it } from 'vitest';
import { withdrawalGasFee } from './index';

const tariff = {
  extPerTxLamports: 10_000,
  mainPerTxLamports: 20_000,
  extPerSignatureLamports: 0,
  mainPerSignatureLamports: 0,
  extRentPerByteLamports: 0,
  mainRentPerByteLamports: 0,
  extNativePriceMicroUsdc: 150_000_000,
  mainNativePriceMicroUsdc: 1_000_000,
  markupBps: 1_000,
};

describe('the gas fee of a withdrawal', () => {
  it.each([
    // 20,000 lamports at 1 USDC a native unit are 20 micro-USDC, and a tenth on top.
    ['main', 22],
    // The same, and four times 1,500 on ext: 6,020, and a tenth on top.
    ['ext', 6_622],
  ] as const)('to %s is %d micro-USDC', (chain, fee) => {
    expect(withdrawalGasFee(chain, tariff)).toBe(fee);
  });

  it('is never less than a started micro-USDC', () => {
    const cheap = { ...tariff, mainPerTxLamports: 1, markupBps: 0 };
    expect(withdrawalGasFee('main', cheap)).toBe(1);
    expect(withdrawalGasFee('main', { ...cheap, mainPerTxLamports: 0 })).toBe(0);
  });
});
