/** The engine's arithmetic on doubles against BigInt, over all that prices, sizes and rates may be. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  MAX_BUILDER_FEE_BPS,
  MAX_MAKER_REBATE_PCT,
  MAX_ORDER_SIZE,
  MAX_PRICE_BPS,
  MAX_PROTOCOL_FEE_BPS,
} from '../src/limits';
import * as fees from '../src/money/fees';
import * as oracle from './oracle/amounts';
import { SEED } from './run-options';

const OPTIONS = { seed: SEED, numRuns: 5_000 };
const upTo = (max: number, min = 0) => fc.integer({ min, max });
/** Sums over the fills of one order never pass those of one fill of the largest size. */
const size = upTo(MAX_ORDER_SIZE, 1);
const price = upTo(MAX_PRICE_BPS, 1);

describe('amounts', () => {
  it('cost, curve, protocol fee and rebate are exact', () => {
    const rates = fc.tuple(upTo(MAX_PROTOCOL_FEE_BPS), upTo(MAX_MAKER_REBATE_PCT));
    fc.assert(
      fc.property(size, price, rates, (contracts, at, [feeBps, rebatePct]) => {
        const exact = oracle.curveOf(BigInt(at), BigInt(contracts));
        const curve = fees.curveOf(contracts, at);
        expect(BigInt(curve)).toBe(exact);
        expect(BigInt(fees.costOf(fees.notionalOf(contracts, at)))).toBe(
          oracle.costOf(BigInt(at), BigInt(contracts)),
        );
        expect(BigInt(fees.protocolFee(feeBps, curve))).toBe(
          oracle.protocolFeeOf(BigInt(feeBps), exact),
        );
        expect(BigInt(fees.makerRebate(rebatePct, feeBps, curve))).toBe(
          oracle.makerRebateOf(BigInt(rebatePct), BigInt(feeBps), exact),
        );
      }),
      OPTIONS,
    );
  });

  it('protocol fee and rebate are exact beside the steps of their rounding, at the largest products', () => {
    const odd = (max: number) => upTo(max).map((n) => coprimeToTen(n));
    const rest = upTo(3, -3);
    fc.assert(
      fc.property(odd(MAX_PROTOCOL_FEE_BPS - 1), odd(MAX_PRICE_BPS), rest, (feeBps, at, offset) => {
        // The size for which the fee is `offset` millionths away from a whole micro-USDC.
        const contracts = sizeWithRest(BigInt(feeBps) * oracle.curveOf(BigInt(at), 1n), offset);
        const exact = oracle.curveOf(BigInt(at), contracts);
        expect(BigInt(fees.protocolFee(feeBps, Number(exact)))).toBe(
          oracle.protocolFeeOf(BigInt(feeBps), exact),
        );
        // At 1 % the rebate has the divisor of the fee, and rounds down.
        expect(BigInt(fees.makerRebate(1, feeBps * 100, Number(exact)))).toBe(
          oracle.makerRebateOf(1n, BigInt(feeBps) * 100n, exact),
        );
      }),
      OPTIONS,
    );
  });

  it('the builder fee and the lock of a buy are exact', () => {
    const filledShare = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(size, price, upTo(MAX_BUILDER_FEE_BPS), filledShare, (all, at, feeBps, share) => {
        const filled = Math.floor(all * share);
        const [exactFilled, exactAll] = [BigInt(filled * at), BigInt(all) * BigInt(at)];
        const charged = oracle.builderFeeOf(BigInt(feeBps), exactFilled);
        expect(BigInt(fees.builderFee(feeBps, filled * at))).toBe(charged);
        const lock =
          oracle.costOf(BigInt(at), BigInt(all - filled)) +
          oracle.builderFeeOf(BigInt(feeBps), exactAll) -
          charged;
        expect(BigInt(fees.lockOfBuy(at, all - filled, feeBps, filled * at))).toBe(lock);
      }),
      OPTIONS,
    );
  });
});

const FEE_DIVISOR = 1_000_000n;

/** The next number that shares no factor with the divisor. */
const coprimeToTen = (n: number): number => (n % 2 === 0 || n % 5 === 0 ? coprimeToTen(n + 1) : n);

/** The largest size up to the maximum whose product with `factor` is `rest` modulo the divisor. */
function sizeWithRest(factor: bigint, rest: number): bigint {
  const wanted = (inverseOf(factor) * BigInt(rest)) % FEE_DIVISOR;
  const least = (wanted + FEE_DIVISOR) % FEE_DIVISOR;
  const max = BigInt(MAX_ORDER_SIZE);
  return least + ((max - least) / FEE_DIVISOR) * FEE_DIVISOR;
}

/** By Euler: phi(10^6) is 400,000. */
function inverseOf(factor: bigint): bigint {
  let [power, base, result] = [399_999, factor % FEE_DIVISOR, 1n];
  for (; power > 0; power >>= 1) {
    if (power % 2 === 1) result = (result * base) % FEE_DIVISOR;
    base = (base * base) % FEE_DIVISOR;
  }
  return result;
}
