import type { PreviewOrder } from '@bellwether/client';
import { describe, expect, it } from 'vitest';

import { feeOf, sumsOf } from '../src/trade/ticket/sums';

const order = (change: Partial<PreviewOrder>): PreviewOrder => ({
  size: 10,
  status: 'filled',
  filled: 10,
  remaining: 0,
  cancel_reason: null,
  average_price: 4_500,
  fills: [],
  self_trade_cancelled: [],
  taker_fee: 173_250,
  builder_fee: 0,
  cost_micro_usdc: 4_500_000,
  locked_micro_usdc: 0,
  locked_contracts: 0,
  released_micro_usdc: 0,
  ...change,
});

describe('the sums of a ticket', () => {
  it.each([
    [1n, 1n, 700n, 7n],
    [3n, 4_999n, 700n, 52_500n],
    [10n, 4_500n, 700n, 173_250n],
    [10_000_000n, 9_999n, 10_000n, 999_900_000n],
    [7n, 5_000n, 0n, 0n],
  ])('have the fee of %i contracts at %i bp, at %i bps, rounded up', (size, price, feeBps, fee) => {
    expect(feeOf(size, price, feeBps)).toBe(fee);
  });

  it('of a market buy: what is paid now, and the most that it may cost', () => {
    const sums = sumsOf(order({}), { side: 'buy', worst: 4_700, feeBps: 700, budget: null });
    expect(sums).toMatchObject({ fee: 173_250n, pays: 4_673_250n, payout: 10_000_000n });
    // 4.874370, to the cent above: as it is shown.
    expect(sums.paysAtMost).toBe(4_880_000n);
  });

  it('of a buy in dollars: never more than they are, to the last digit', () => {
    const limit = { side: 'buy', worst: 9_999, feeBps: 700 } as const;
    expect(sumsOf(order({}), { ...limit, budget: 5_000_005n }).paysAtMost).toBe(5_000_005n);
    expect(sumsOf(order({}), { ...limit, budget: 50_000_000n }).paysAtMost).toBe(10_000_000n);
  });

  it('of a bid that rests: what it locks', () => {
    const resting = order({
      status: 'resting',
      filled: 0,
      remaining: 10,
      taker_fee: 0,
      cost_micro_usdc: 0,
      locked_micro_usdc: 4_000_000,
    });
    const sums = sumsOf(resting, { side: 'buy', worst: 4_000, feeBps: 700, budget: null });
    expect(sums).toMatchObject({ fee: 0n, pays: 4_000_000n, payout: 10_000_000n });
  });

  it('of a sale: what comes, after the fee', () => {
    const sums = sumsOf(order({}), { side: 'sell', worst: 4_300, feeBps: 700, budget: null });
    expect(sums).toMatchObject({ gets: 4_326_750n, pays: 0n, payout: 0n });
  });
});
