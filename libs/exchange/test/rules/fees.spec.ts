/** The fee formulas with worked numbers, cumulative rounding, and the locks that follow from them. */
import { describe, expect, it } from 'vitest';
import { builderFeeOf, costOf, curveOf, protocolFeeOf } from '../oracle/amounts';
import { SUBJECTS, Scenario } from './scenario';

const BUILDER = new Uint8Array(16).fill(7);

const PROTOCOL_FEES = [
  // 700 bps, 100 contracts at 50 %: Kalshi's 0.07 * C * P * (1 - P).
  { feeBps: 700, size: 100, price: 5_000, takerFee: 1_750_000, makerRebate: 350_000 },
  { feeBps: 700, size: 1, price: 5_000, takerFee: 17_500, makerRebate: 3_500 },
  { feeBps: 700, size: 100, price: 9_900, takerFee: 69_300, makerRebate: 13_860 },
  { feeBps: 700, size: 100, price: 100, takerFee: 69_300, makerRebate: 13_860 },
  // 0.009999 micro-USDC: the fee is rounded up, the rebate down.
  { feeBps: 1, size: 1, price: 1, takerFee: 1, makerRebate: 0 },
  { feeBps: 1, size: 1, price: 5_001, takerFee: 25, makerRebate: 4 },
  { feeBps: 0, size: 1_000, price: 5_000, takerFee: 0, makerRebate: 0 },
  // The maxima: 1000 * 10^7 * 5000 * 5000 passes 2^53.
  {
    feeBps: 1_000,
    size: 10_000_000,
    price: 5_000,
    takerFee: 250_000_000_000,
    makerRebate: 50_000_000_000,
  },
] as const;

const exactFee = (feeBps: number, size: number, price: number): number =>
  Number(protocolFeeOf(BigInt(feeBps), curveOf(BigInt(price), BigInt(size))));

describe.each(SUBJECTS)('fees of $name', ({ create }) => {
  const open = (feeBps: number): Scenario => {
    const scenario = new Scenario(create);
    scenario.event({ feeBps });
    for (const name of ['maker', 'taker']) scenario.credit(name, 1_000_000_000_000_000);
    return scenario;
  };

  it.each(PROTOCOL_FEES)(
    '$feeBps bps, $size contracts at $price: taker $takerFee, rebate $makerRebate',
    ({ feeBps, size, price, takerFee, makerRebate }) => {
      const scenario = open(feeBps);
      scenario.order('maker', `buy no ${size} @ ${10_000 - price}`);
      const before = scenario.balance('maker').total;
      const { fills } = scenario.order('taker', `buy yes ${size} @ 9999`);
      expect(fills).toMatchObject([{ takerFee, makerRebate, builderFee: 0, makerBuilderFee: 0 }]);
      expect(scenario.balance('maker').total - before).toBe(
        makerRebate - 100 * (10_000 - price) * size,
      );
      expect(scenario.subject.solvency().protocolFees).toBe(takerFee - makerRebate);
    },
  );

  it('is exact where the product is no safe integer and the division leaves a rest', () => {
    const scenario = open(999);
    scenario.order('maker', 'buy no 9999999 @ 5001');
    const { fills } = scenario.order('taker', 'buy yes 9999999 @ 4999');
    const curve = 9_999_999n * 4_999n * 5_001n;
    expect(fills[0]!.takerFee).toBe(Number((999n * curve) / 1_000_000n + 1n));
    expect(fills[0]!.makerRebate).toBe(Number((20n * 999n * curve) / 100_000_000n));
  });

  it('a thousand fills cost the taker exactly what one fill costs', () => {
    const scenario = open(333);
    for (let i = 0; i < 500; i++) scenario.order('maker', 'buy no 1 @ 6667');
    const { fills } = scenario.order('taker', 'buy yes 500 @ 3333');
    const charged = fills.reduce((sum, { takerFee }) => sum + takerFee, 0);
    expect(fills).toHaveLength(500);
    expect(charged).toBe(exactFee(333, 500, 3_333));
  });

  it('a maker order’s builder fee and rebate do not depend on how it was filled', () => {
    const whole = open(333);
    const split = open(333);
    for (const scenario of [whole, split]) {
      scenario.delegate('maker');
      scenario.order('maker', 'buy no 300 @ 6667', { feeBps: 7, builder: BUILDER });
    }
    whole.order('taker', 'buy yes 300 @ 3333');
    for (let i = 0; i < 300; i++) split.order('taker', 'buy yes 1 @ 3333');
    expect(split.balance('maker')).toEqual(whole.balance('maker'));
    expect(split.subject.solvency().builderRevenue).toBe(Math.ceil((7 * 300 * 6_667) / 100));
    expect(split.balance('maker').locked).toBe(0);
  });

  it('the builder fee goes by the fill price, not the limit, and both sides may carry one', () => {
    const scenario = open(0);
    scenario.delegate('maker');
    scenario.delegate('taker');
    scenario.order('maker', 'buy no 10 @ 5999', { feeBps: 100, builder: BUILDER });
    const { fills } = scenario.order('taker', 'buy yes 10 @ 9999', {
      feeBps: 25,
      builder: BUILDER,
    });
    expect(fills).toMatchObject([
      {
        builderFee: Math.ceil((25 * 10 * 4_001) / 100),
        builder: BUILDER,
        makerBuilderFee: (100 * 10 * 5_999) / 100,
        makerBuilder: BUILDER,
      },
    ]);
    expect(scenario.subject.solvency()).toMatchObject({
      builderRevenue: fills[0]!.builderFee + fills[0]!.makerBuilderFee,
      difference: 0,
    });
  });

  it('sell fees come out of the proceeds, also of the smallest fill there is', () => {
    const scenario = open(1_000);
    scenario.giveContracts('seller', 10);
    scenario.delegate('seller');
    const before = scenario.balance('seller').available;
    scenario.order('maker', 'buy yes 1 @ 1');
    const { fills } = scenario.order('seller', 'sell yes 1 @ 1', { feeBps: 100, builder: BUILDER });
    expect(fills).toMatchObject([{ takerFee: 10, builderFee: 1 }]);
    expect(scenario.balance('seller').available).toBe(before + 100 - 11);
  });

  it('the lock is limit cost and builder fee; k fills leave rest * limit and the fee still to come', () => {
    const scenario = open(0);
    scenario.delegate('maker');
    scenario.order('maker', 'buy no 10 @ 3333', { feeBps: 7, builder: BUILDER });
    const feeInAll = Math.ceil((7 * 10 * 3_333) / 100);
    expect(scenario.balance('maker').locked).toBe(100 * 3_333 * 10 + feeInAll);
    for (let filled = 1; filled <= 10; filled++) {
      scenario.order('taker', 'buy yes 1 @ 6667');
      const charged = Math.ceil((7 * filled * 3_333) / 100);
      const locked = 100 * 3_333 * (10 - filled) + (feeInAll - charged);
      expect(scenario.balance('maker').locked).toBe(locked);
    }
  });
});

describe('outlay', () => {
  const outlayOf = (feeBps: bigint, size: bigint, price: bigint): bigint =>
    costOf(price, size) +
    protocolFeeOf(feeBps, curveOf(price, size)) +
    builderFeeOf(100n, price * size);

  it.each([0n, 1n, 700n, 1_000n, 10_000n])(
    'rises with the price at a rate of %d bps, so no better fill needs more',
    (feeBps) => {
      for (const size of [1n, 7n, 10_000_000n]) {
        const prices = Array.from({ length: 9_998 }, (_, index) => BigInt(index + 2));
        const falls = prices.filter(
          (price) => outlayOf(feeBps, size, price) <= outlayOf(feeBps, size, price - 1n),
        );
        expect(falls).toEqual([]);
      }
    },
  );
});
