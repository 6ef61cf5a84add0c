/** The charge of an action, item by item, and who pays for a payout's account. */
import { describe, expect, it } from 'vitest';
import {
  GAS_ACTIONS,
  MIN_WITHDRAWAL_MICRO_USDC,
  collectedOf,
  costMicroUsdc,
  gasBill,
  itemsOfFee,
  minWithdrawalMicroUsdc,
  partsOfBridging,
  payoutAccountOf,
  pricedActions,
  reserveLeft,
  withdrawalBill,
} from './index';

/** At 1,000 USDC a unit a lamport is a micro-USDC. */
const TARIFF = {
  extPerTxLamports: 10,
  mainPerTxLamports: 20,
  extPerSignatureLamports: 5,
  mainPerSignatureLamports: 6,
  extRentPerByteLamports: 2,
  mainRentPerByteLamports: 3,
  extNativePriceMicroUsdc: 1_000_000_000,
  mainNativePriceMicroUsdc: 1_000_000_000,
  markupBps: 1_000,
};

describe('a bill', () => {
  it('has transactions, signatures beyond two, accounts with their 128 bytes, and the markup', () => {
    const bill = gasBill(
      [
        { kind: 'transaction_fees', chain: 'ext', transactions: 2, signatures: 3 },
        { kind: 'account_rent', chain: 'ext', accountBytes: [165] },
        { kind: 'attestation_rent', chain: 'main', accountBytes: [112] },
        { kind: 'message_rent', chain: 'main', lamports: 40 },
      ],
      TARIFF,
    );
    expect(bill).toEqual({
      microUsdc: 1_520,
      items: [
        { kind: 'transaction_fees', microUsdc: 35 },
        { kind: 'account_rent', microUsdc: 586 },
        { kind: 'message_rent', microUsdc: 40 },
        { kind: 'attestation_rent', microUsdc: 720 },
        { kind: 'markup', microUsdc: 139 },
      ],
    });
  });

  it('of one of several that share divides each part, and is what the reserve cannot lose by', () => {
    const whole = costMicroUsdc(partsOfBridging(), TARIFF);
    for (let sharers = 1; sharers <= 10; sharers++) {
      const { microUsdc, items } = gasBill(partsOfBridging(sharers), { ...TARIFF, markupBps: 0 });
      expect(items.reduce((sum, one) => sum + one.microUsdc, 0)).toBe(microUsdc);
      expect(microUsdc * sharers).toBeGreaterThanOrEqual(whole);
      // A lamport is a micro-USDC here: each part is rounded up by less than one.
      expect(microUsdc * sharers).toBeLessThan(whole + sharers * (partsOfBridging().length + 1));
    }
  });

  it('is rounded up once, and its items add up to it', () => {
    for (const price of [1, 7, 333_333, 150_000_000]) {
      const tariff = {
        ...TARIFF,
        extNativePriceMicroUsdc: price,
        mainNativePriceMicroUsdc: price + 1,
      };
      for (const { microUsdc, items } of pricedActions(tariff)) {
        expect(items.reduce((sum, item) => sum + item.microUsdc, 0)).toBe(microUsdc);
        expect(items.every((item) => item.microUsdc > 0)).toBe(true);
      }
    }
    expect(pricedActions(TARIFF).map(({ action }) => action)).toEqual(GAS_ACTIONS);
  });

  it('of an account that has to be made is more, by its rent with the markup', () => {
    for (const chain of ['ext', 'main'] as const) {
      const [there, made] = [false, true].map((makesAccount) =>
        withdrawalBill({ chain, makesAccount }, { ...TARIFF, markupBps: 0 }),
      );
      const rent = (165 + 128) * (chain === 'ext' ? 2 : 3);
      expect(made!.microUsdc - there!.microUsdc).toBe(rent);
    }
  });

  it('is told again of a fee of the same tariff, and of no other', () => {
    const made = withdrawalBill({ chain: 'ext', makesAccount: true }, TARIFF);
    expect(itemsOfFee('ext', made.microUsdc, TARIFF)).toEqual(made.items);
    expect(itemsOfFee('ext', made.microUsdc + 1, TARIFF)).toBeNull();
    expect(itemsOfFee('main', made.microUsdc, TARIFF)).toBeNull();
  });
});

describe('the least', () => {
  it('withdrawal is 1 USD, and more than it costs', () => {
    const costly = { ...TARIFF, mainNativePriceMicroUsdc: 100_000_000_000_000 };
    const { microUsdc } = withdrawalBill({ chain: 'main', makesAccount: false }, costly);
    expect(minWithdrawalMicroUsdc('main', costly)).toBe(microUsdc + 1);
    expect(minWithdrawalMicroUsdc('main', TARIFF)).toBe(MIN_WITHDRAWAL_MICRO_USDC);
  });
});

describe('a payout’s account', () => {
  const rent = [{ kind: 'account_rent', microUsdc: 300 }] as const;
  const fees = [{ kind: 'transaction_fees', microUsdc: 300 }] as const;
  it.each([
    [true, fees, 'there'],
    [true, null, 'there'],
    [true, rent, 'paid_for'],
    [false, rent, 'paid_for'],
    [false, fees, 'uncovered'],
    [false, null, 'uncovered'],
  ] as const)('there %s, items %j: %s', (isThere, gasItems, expected) => {
    expect(payoutAccountOf({ isThere, gasItems })).toBe(expected);
  });

  it('costs its rent, and the reserve is what the markup brought less what was spent', () => {
    const reserve = {
      collectedMicroUsdc: collectedOf([{ kind: 'markup', microUsdc: 9 }]),
      spentMicroUsdc: 2,
    };
    expect(collectedOf(null)).toBe(0);
    expect(reserveLeft(reserve)).toBe(7);
    expect(
      costMicroUsdc([{ kind: 'account_rent', chain: 'ext', accountBytes: [165] }], TARIFF),
    ).toBe(586);
  });
});
