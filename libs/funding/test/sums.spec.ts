/** Sums and rounding: gas, the daily cap's bucket, solvency, retry delays. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { advanceDeposit } from '../src/advance-deposit';
import { correct, reserve, reserveFor, utcDayOf } from '../src/daily-cap';
import { NO_GAS, gasCharge, gasPriceOf } from '../src/gas';
import * as limits from '../src/limits';
import { RETRY_SCHEDULES, nextRetryAtMs, retryDelayMs } from '../src/retry';
import type { RetryKind, RetrySchedule } from '../src/retry';
import { donatedMicroUsdc, isSolvencyAlarm, solvencyRound } from '../src/solvency';
import type { SolvencyInput } from '../src/solvency';
import { tierCapMicroUsdc } from '../src/tier';
import { FACT, NOW_MS, after, found } from './deposits-under-test';
import { propertyRuns } from './property-runs';

describe("the interface's limits", () => {
  it('Service-side deposit fee, 0 %: what was sent is credited to the last micro-USDC, and no less is', () => {
    const amountMicroUsdc = 1_234_567;
    const { accepted, transfer_signed, transfer_sent, credited } = FACT;
    const sent = after(
      found('ext_usdc', BigInt(amountMicroUsdc)),
      { ...accepted, valueMicroUsdc: amountMicroUsdc },
      transfer_signed,
      transfer_sent,
    );
    expect(after(sent, { ...credited, amountMicroUsdc })).toMatchObject({
      phase: 'credited',
      creditedMicroUsdc: amountMicroUsdc,
    });
    const less = { ...credited, amountMicroUsdc: amountMicroUsdc - 1 };
    expect(advanceDeposit(sent, less, NOW_MS).kind).toBe('contradiction');
  });

  // Each limit is tested where it applies: this only guards the values against accidental changes.
  it.each([
    ['Minimum deposit, USDC', limits.MIN_DEPOSIT_MICRO_USDC, 1_000_000],
    ['Minimum deposit, native external token', Number(limits.MIN_DEPOSIT_LAMPORTS), 50_000_000],
    ['Per-transaction cap, tier 0', tierCapMicroUsdc(0), 10_000_000_000],
    ['Per-transaction cap, tier 1', tierCapMicroUsdc(1), 1_000_000_000_000],
    ['Per-transaction cap, tier 2', tierCapMicroUsdc(2), 10_000_000_000_000],
    ['Default when no tier is assigned', limits.DEFAULT_TIER, 0],
    ['Global daily bridge cap', limits.DEFAULT_DAILY_CAP_MICRO_USDC, 100_000_000_000],
    ['Tier cache lifetime', limits.TIER_CACHE_MS, 60_000],
    ['Swap slippage', limits.MAX_SWAP_SLIPPAGE_BPS, 100],
    ['Deposit status list length', limits.DEPOSIT_STATUS_LENGTH, 10],
    ['Gas markup', limits.DEFAULT_GAS_MARKUP_BPS, 1_000],
    ['Native-token rate in the test environment', limits.TEST_NATIVE_PRICE_MICRO_USDC, 150_000_000],
  ])('%s: the rules have the number of the table', (_row, value, expected) => {
    expect(value).toBe(expected);
  });
});

describe('gas', () => {
  const tariff = {
    extPerTxLamports: 5_000,
    mainPerTxLamports: 7_000,
    extPerSignatureLamports: 0,
    mainPerSignatureLamports: 0,
    extRentPerByteLamports: 0,
    mainRentPerByteLamports: 0,
    extNativePriceMicroUsdc: 150_000_000,
    mainNativePriceMicroUsdc: 150_000_000,
    markupBps: 1_000,
  };
  it('is the cost with its markup: 5,000 lamports at 150 USDC and 10 % are 825 micro-USDC', () => {
    expect(gasPriceOf(tariff)).toEqual({
      extPerTxLamports: 5_000,
      extPerTxMicroUsdc: 825,
      mainPerTxMicroUsdc: 1_155,
      markupBps: 1_000,
    });
    const rent = { ...NO_GAS, mainTransactions: 1, extRentLamports: 2_039_280 };
    expect(gasCharge(rent, tariff)).toBe(1_155 + 336_482); // 336,481.2, rounded up with the rest
  });

  it('is rounded up once a charge: never below the exact cost, never a micro-USDC above it', () => {
    const use = fc.record({
      extTransactions: fc.nat(50),
      mainTransactions: fc.nat(50),
      extRentLamports: fc.nat(10_000_000),
      mainRentLamports: fc.nat(10_000_000),
    });
    fc.assert(
      fc.property(use, fc.nat(1_000_000_000), fc.nat(100_000), (some, price, markupBps) => {
        const of = { ...tariff, extNativePriceMicroUsdc: price, markupBps };
        const ext = BigInt(some.extTransactions) * 5_000n + BigInt(some.extRentLamports);
        const main = BigInt(some.mainTransactions) * 7_000n + BigInt(some.mainRentLamports);
        const exact = (ext * BigInt(price) + main * 150_000_000n) * BigInt(10_000 + markupBps);
        const scale = 10n ** 13n;
        const charged = BigInt(gasCharge(some, of)) * scale;
        expect(charged >= exact && charged - exact < scale).toBe(true);
      }),
      propertyRuns(300),
    );
  });

  it('of nothing is nothing', () => {
    expect(gasCharge(NO_GAS, tariff)).toBe(0);
  });
});

describe("the daily cap's bucket", () => {
  it('holds what its reservations are now, and never takes one that does not fit', () => {
    const day = utcDayOf(NOW_MS);
    const op = fc.record({ amount: fc.nat(400), became: fc.nat(400), swapped: fc.boolean() });
    fc.assert(
      fc.property(fc.array(op, { maxLength: 30 }), (ops) => {
        let bucket = { day, capMicroUsdc: 1_000, usedMicroUsdc: 0 };
        let held = 0;
        for (const { amount, became, swapped } of ops) {
          const taken = reserveFor(amount, swapped);
          const next = reserve(bucket, taken, NOW_MS);
          expect(next === null).toBe(bucket.usedMicroUsdc + taken > 1_000);
          if (next === null) continue;
          bucket = correct(next, { day, fromMicroUsdc: taken, toMicroUsdc: became });
          held += became;
        }
        expect(bucket.usedMicroUsdc).toBe(held);
      }),
      propertyRuns(300),
    );
  });

  it("frees nothing of today with yesterday's reservations", () => {
    const bucket = { day: 5, capMicroUsdc: 10, usedMicroUsdc: 3 };
    expect(correct(bucket, { day: 4, fromMicroUsdc: 3, toMicroUsdc: 0 })).toBe(bucket);
  });
});

describe('solvency', () => {
  const flights = (...amounts: number[]) =>
    amounts.map((microUsdc, index) => ({ id: `f${index}`, microUsdc }));
  const even: SolvencyInput = {
    vaultMicroUsdc: 1_013,
    creditedLessDebitedMicroUsdc: 920,
    backingsMicroUsdc: 100,
    proxiesMicroUsdc: 12,
    ledgerMicroUsdc: 1_000,
    creditsUnderWay: flights(20, 30),
    debitsUnderWay: flights(30),
    backingsUnderWay: flights(7),
    arrivalsUnswept: flights(12),
    depositAddresses: [
      { heldMicroUsdc: 60, deposits: flights(30, 20) },
      { heldMicroUsdc: 30, deposits: flights(30) },
    ],
  };
  const addresses = (...held: readonly [number, number]) => ({
    depositAddresses: even.depositAddresses.map(({ deposits }, at) => ({
      heldMicroUsdc: held[at]!,
      deposits,
    })),
  });
  const explained = [
    'credited less debited 920; backings paid +93; donated 0',
    'ledger 1000; credits under way +50 (2); debits under way -30 (1); backings under way -7 (1)',
    'arrivals unswept 12 (1)',
    'accepted deposits 80 (3); recoverable 10',
  ];
  it('explains each line', () => {
    const { lines } = solvencyRound(even);
    expect(lines.map(({ explanation }) => explanation)).toEqual(explained);
  });

  it.each<[string, Partial<SolvencyInput>, number, string]>([
    ['even', {}, 0, ''],
    ['a micro-USDC too little in the vault', { vaultMicroUsdc: 1_012 }, -1, 'vault'],
    ['a credit that the ledger lacks', { ledgerMicroUsdc: 999 }, 1, 'accounted'],
    ['a credit that the vault lacks', { ledgerMicroUsdc: 1_001 }, -1, 'accounted'],
    [
      'a debit that nobody asked for',
      { creditedLessDebitedMicroUsdc: 919, vaultMicroUsdc: 1_012 },
      -1,
      'accounted',
    ],
    [
      'a debit that nobody asked for, under a donation',
      { creditedLessDebitedMicroUsdc: 919, vaultMicroUsdc: 5_000 },
      -1,
      'accounted',
    ],
    ['a backing that was not written down', { backingsMicroUsdc: 99 }, -1, 'accounted'],
    [
      'money that is missing, and as much booked too much',
      { vaultMicroUsdc: 1_013, creditedLessDebitedMicroUsdc: 925 },
      -5,
      'vault',
    ],
    ['an arrival that nobody saw', { proxiesMicroUsdc: 13 }, 1, 'proxies'],
    ['recoverable money at deposit addresses', addresses(5_000, 30), 0, ''],
    [
      'more than a number holds, where anybody may pay',
      addresses(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      0,
      '',
    ],
    [
      'more than a number holds, in proxy wallets and among their arrivals',
      {
        proxiesMicroUsdc: 2 * Number.MAX_SAFE_INTEGER,
        arrivalsUnswept: flights(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      },
      0,
      '',
    ],
    ['accepted deposits that are gone', addresses(49, 30), -1, 'deposit_addresses'],
    [
      'those that are gone beside the money of others',
      addresses(5_000, 28),
      -2,
      'deposit_addresses',
    ],
    [
      'differences that would cancel each other out',
      { vaultMicroUsdc: 1_010, proxiesMicroUsdc: 14 },
      -3,
      'vault',
    ],
  ])('%s', (_name, change, difference, place) => {
    const round = solvencyRound({ ...even, ...change });
    expect(round.differenceMicroUsdc).toBe(difference);
    const worst = round.lines.find((line) => line.differenceMicroUsdc === difference);
    expect(difference === 0 ? '' : worst?.place).toBe(place);
  });

  it.each([
    [1_012, 0],
    [1_013, 0],
    [1_014, 1],
    [9_999, 8_986],
  ])(
    'with %i in the vault %i of it is a donation, and no difference',
    (vaultMicroUsdc, donated) => {
      const { lines, differenceMicroUsdc } = solvencyRound({ ...even, vaultMicroUsdc });
      expect(donatedMicroUsdc(lines)).toBe(donated);
      expect(lines[0]!.explanation).toMatch(new RegExp(`; donated ${donated}$`));
      expect(differenceMicroUsdc).toBe(Math.min(0, vaultMicroUsdc - 1_013));
    },
  );

  it.each([
    [[0], false],
    [[5], false],
    [[5, 0], false],
    [[0, 5], false],
    [[5, 5], true],
    [[5, -1], true],
    [[5, 5, 0], false],
  ])('rounds %j alarm: %s', (differences, expected) => {
    const rounds = differences.map((differenceMicroUsdc) => ({ differenceMicroUsdc }));
    expect(isSolvencyAlarm(rounds)).toBe(expected);
  });
});

describe('retries', () => {
  it.each(Object.keys(RETRY_SCHEDULES) as RetryKind[])('%s: double, bounded', (kind) => {
    const { firstMs, lastMs, maxAttempts }: RetrySchedule = RETRY_SCHEDULES[kind];
    expect(retryDelayMs(kind, 1)).toBe(firstMs);
    expect(retryDelayMs(kind, 2)).toBe(Math.min(lastMs, firstMs * 2));
    expect(retryDelayMs(kind, maxAttempts === null ? 10 ** 6 : maxAttempts - 1)).toBe(lastMs);
    expect(retryDelayMs(kind, maxAttempts ?? 10 ** 6)).toBe(maxAttempts === null ? lastMs : null);
  });

  it('of a swap end with the money left where it lies', () => {
    expect(nextRetryAtMs('swap', 1, NOW_MS)).toBe(NOW_MS + 5_000);
    expect(nextRetryAtMs('swap', 100, NOW_MS)).toBeNull();
  });
});
