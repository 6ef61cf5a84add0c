/** The engine's arithmetic on doubles against BigInt, over all that prices, sizes and rates may be. */
import { describe, expect, it } from '@jest/globals';
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
