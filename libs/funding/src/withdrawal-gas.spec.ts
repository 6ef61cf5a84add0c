import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { itemOf, sharedFee, withdrawalBill, withdrawalGasFee } from './index';
import { propertyRuns } from '../test/property-runs';

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

describe('the fee of a withdrawal that shares its message', () => {
  it('is its part of what all need, and its own account', () => {
    const real = { ...tariff, extRentPerByteLamports: 6_960, mainRentPerByteLamports: 6_960 };
    const lone = withdrawalBill({ chain: 'ext', makesAccount: true }, real);
    const { items, microUsdc } = sharedFee(lone.items, 5);
    const own = itemOf(lone.items, 'account_rent');
    expect(itemOf(items, 'account_rent')).toBe(own);
    expect(itemOf(items, 'attestation_rent')).toBe(
      Math.ceil(itemOf(lone.items, 'attestation_rent') / 5),
    );
    expect(microUsdc).toBeGreaterThanOrEqual(own + (lone.microUsdc - own) / 5);
  });

  it('covers what all cost, of nobody more than alone, and by few micro-USDC too much', () => {
    const lamports = fc.integer({ min: 0, max: 50_000 });
    const given = fc.record({
      fees: fc.tuple(lamports, lamports, lamports),
      markupBps: fc.integer({ min: 0, max: 5_000 }),
      makes: fc.array(fc.boolean(), { minLength: 2, maxLength: 10 }),
    });
    fc.assert(
      fc.property(given, ({ fees: [perTx, perByte, onMain], markupBps, makes }) => {
        const drawn = {
          ...tariff,
          extPerTxLamports: perTx,
          extRentPerByteLamports: perByte,
          mainPerTxLamports: onMain,
          markupBps,
        };
        const bills = makes.map((makesAccount) =>
          withdrawalBill({ chain: 'ext', makesAccount }, drawn),
        );
        const shares = bills.map(({ items }) => sharedFee(items, makes.length));
        const [common] = [withdrawalBill({ chain: 'ext', makesAccount: false }, drawn)];
        const rents = bills.reduce((sum, { items }) => sum + itemOf(items, 'account_rent'), 0);
        const cost = rents + common.microUsdc - itemOf(common.items, 'markup');
        const kept = shares.reduce((sum, { microUsdc }) => sum + microUsdc, 0);
        const markup = shares.reduce((sum, { items }) => sum + itemOf(items, 'markup'), 0);
        expect(kept - markup).toBeGreaterThanOrEqual(cost - makes.length);
        expect(kept - markup).toBeLessThanOrEqual(cost + 4 * makes.length);
        shares.forEach((share, at) => {
          expect(share.microUsdc).toBeLessThanOrEqual(bills[at]!.microUsdc);
          const sum = share.items.reduce((total, one) => total + one.microUsdc, 0);
          expect(share.microUsdc).toBe(sum);
        });
      }),
      propertyRuns(500),
    );
  });
});
