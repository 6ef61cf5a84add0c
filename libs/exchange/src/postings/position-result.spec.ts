import { describe, expect, it } from 'vitest';
import { Random } from '@bellwether/seeded-random';
import { NO_RESULT, averagePriceOf, positionAfter, positionChangesOfFill } from './position-result';
import type { PositionChange, PositionResult } from './position-result';

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);

type Traded = Extract<PositionChange, { readonly price: number }>;

const bought = (contracts: number, price: number, fees = 0): Traded => ({
  kind: 'bought',
  outcome: 'yes',
  contracts,
  price,
  fees,
});
const sold = (contracts: number, price: number, fees = 0): Traded => ({
  ...bought(contracts, price, fees),
  kind: 'sold',
});
const no = (change: Traded): Traded => ({ ...change, outcome: 'no' });
const after = (...changes: PositionChange[]): PositionResult =>
  changes.reduce(positionAfter, NO_RESULT);

describe('the result of a position', () => {
  it.each<[string, PositionChange[], Partial<PositionResult>]>([
    ['nothing', [], NO_RESULT],
    [
      'two buys are at their average cost, fees apart',
      [bought(3, 5_000, 70), bought(1, 6_000, 9)],
      { yesContracts: 4, yesCost: 2_100_000, realised: 0n, fees: 79 },
    ],
    [
      'a sale realises its proceeds less the average cost',
      [bought(3, 5_000), bought(1, 6_000), sold(2, 7_000, 5)],
      { yesContracts: 2, yesCost: 1_050_000, realised: 350_000n, fees: 5 },
    ],
    [
      'a cost that does not divide is rounded up: the contracts that stay gain the fraction',
      [bought(2, 3_333), bought(1, 3_334), sold(1, 3_333)],
      { yesContracts: 2, yesCost: 666_666, realised: -34n },
    ],
    [
      'the last contracts take what is left of the cost',
      [bought(2, 3_333), bought(1, 3_334), sold(1, 3_333), sold(1, 3_333), sold(1, 3_334)],
      { ...NO_RESULT, realised: 0n },
    ],
    [
      'the outcomes are apart',
      [bought(2, 4_000), no(bought(2, 7_000)), no(sold(1, 8_000))],
      { yesCost: 800_000, noContracts: 1, noCost: 700_000, realised: 100_000n },
    ],
    [
      'a redemption takes a pair at the average cost of each',
      [bought(2, 4_000), no(bought(1, 5_000)), { kind: 'redeemed', pairs: 1, paid: 1_000_000 }],
      { yesContracts: 1, yesCost: 400_000, noContracts: 0, noCost: 0, realised: 100_000n },
    ],
    [
      'a payout ends it, and keeps fees and what was realised before',
      [
        bought(2, 4_000, 11),
        no(bought(1, 5_000)),
        sold(1, 5_000),
        { kind: 'paid_out', yes: 1, no: 1, paid: 1_000_000 },
      ],
      { ...NO_RESULT, realised: 200_000n, fees: 11 },
    ],
    [
      'bought again after the end',
      [bought(1, 4_000), sold(1, 5_000), bought(1, 1_000)],
      { yesContracts: 1, yesCost: 100_000, realised: 100_000n },
    ],
    ['a rebate is a fee below zero', [bought(1, 5_000, -35)], { fees: -35 }],
  ])('of %s', (_, changes, expected) => {
    expect(after(...changes)).toMatchObject(expected);
  });

  it.each<[string, PositionChange[]]>([
    ['a sale of more than is held', [bought(1, 5_000), sold(2, 5_000)]],
    ['a redemption without a pair', [bought(1, 5_000), { kind: 'redeemed', pairs: 1, paid: 1 }]],
    ['a payout of others', [bought(1, 5_000), { kind: 'paid_out', yes: 2, no: 0, paid: 2 }]],
  ])('does not follow from %s', (_, changes) => {
    expect(() => after(...changes)).toThrow(/contracts of|paid out/);
  });

  it('has a side for each end of a fill', () => {
    const [taker, maker] = [new Uint8Array([1]), new Uint8Array([2])];
    const fill = {
      taker,
      maker,
      quantity: 5,
      takerFee: 10,
      builderFee: 3,
      makerRebate: 2,
      makerBuilderFee: 1,
      takerSide: 'buy',
      outcome: 'yes',
      price: 4_000,
      makerSide: 'sell',
      makerOutcome: 'yes',
      makerPrice: 4_000,
    };
    const changes = positionChangesOfFill(new Uint8Array(32), fill as never);
    expect(changes.map(({ user, change }) => [user, change])).toEqual([
      [taker, bought(5, 4_000, 13)],
      [maker, sold(5, 4_000, -1)],
    ]);
  });

  it(`is exact where products pass 2^53, and loses nothing (seed ${SEED})`, () => {
    const random = new Random(SEED);
    for (let round = 0; round < 100; round++) {
      let [position, contracts, cost, flow] = [NO_RESULT, 0n, 0n, 0n];
      for (let step = 0; step < 30; step++) {
        const price = 1 + random.index(9_999);
        const isBuy = contracts === 0n || random.unit() < 0.55;
        const most = isBuy ? 10_000_000 : Math.min(10_000_000, Number(contracts));
        const quantity = 1 + random.index(most);
        position = positionAfter(position, isBuy ? bought(quantity, price) : sold(quantity, price));
        flow += BigInt((isBuy ? -1 : 1) * quantity * price * 100);
        if (isBuy) cost += BigInt(quantity) * BigInt(price) * 100n;
        // The average cost in rational numbers: what stays is its floor.
        else cost = (cost * (contracts - BigInt(quantity))) / contracts;
        contracts += (isBuy ? 1n : -1n) * BigInt(quantity);
        expect(position).toMatchObject({
          yesContracts: Number(contracts),
          yesCost: Number(cost),
        });
        expect(position.realised - BigInt(position.yesCost)).toBe(flow);
      }
    }
  });
});

describe('what was realised', () => {
  it('has no limit: the same money may come back by another market', () => {
    let position = NO_RESULT;
    for (let round = 0; round < 1_000; round++) {
      position = positionAfter(position, bought(10_000_000, 1));
      position = positionAfter(position, sold(10_000_000, 9_999));
    }
    expect(position).toMatchObject({ yesContracts: 0, yesCost: 0 });
    expect(position.realised).toBe(1_000n * 10_000_000n * 9_998n * 100n);
  });
});

describe('an average price', () => {
  it.each([
    [0, 0, null],
    [2_100_000, 4, 5_250],
    [1_000_000, 3, 3_334],
    [1, 1, 1],
  ])('of %i micro-USDC for %i contracts is %s, rounded up', (cost, contracts, expected) => {
    expect(averagePriceOf(cost, contracts)).toBe(expected);
  });
});
