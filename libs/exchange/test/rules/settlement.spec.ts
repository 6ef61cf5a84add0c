/** The settlement table (docs/protocol/matching.md, section 5): who pays whom when two orders meet, without fees. */
import { describe, expect, it } from 'vitest';
import { SUBJECTS, Scenario } from './scenario';

const SIZE = 10;
/** YES price of the maker's order in every row. */
const PRICE = 4_000;
const YES_COST = 100 * PRICE * SIZE;
const NO_COST = 100 * (10_000 - PRICE) * SIZE;

const TABLE = [
  {
    maker: `buy yes ${SIZE} @ 4000`,
    taker: `sell yes ${SIZE} @ 4000`,
    type: 'transfer',
    makerMoney: -YES_COST,
    takerMoney: YES_COST,
    collateral: 0,
  },
  {
    maker: `sell no ${SIZE} @ 6000`,
    taker: `buy no ${SIZE} @ 6000`,
    type: 'transfer',
    makerMoney: NO_COST,
    takerMoney: -NO_COST,
    collateral: 0,
  },
  {
    maker: `buy yes ${SIZE} @ 4000`,
    taker: `buy no ${SIZE} @ 6000`,
    type: 'mint',
    makerMoney: -YES_COST,
    takerMoney: -NO_COST,
    collateral: 1_000_000 * SIZE,
  },
  {
    maker: `sell no ${SIZE} @ 6000`,
    taker: `sell yes ${SIZE} @ 4000`,
    type: 'merge',
    makerMoney: NO_COST,
    takerMoney: YES_COST,
    collateral: -1_000_000 * SIZE,
  },
] as const;

const SIGNS = { buy: 1, sell: -1 } as const;

describe.each(SUBJECTS)('settlement by $name', ({ create }) => {
  const rows = TABLE.flatMap((row) => [
    row,
    {
      ...row,
      maker: row.taker,
      taker: row.maker,
      makerMoney: row.takerMoney,
      takerMoney: row.makerMoney,
    },
  ]);

  it.each(rows)('$maker, then $taker: $type', (row) => {
    const scenario = new Scenario(create);
    scenario.event();
    for (const name of ['maker', 'taker']) {
      scenario.giveContracts(name, 100);
      scenario.credit(name, 1_000_000_000);
    }
    const before = {
      maker: scenario.balance('maker').total,
      taker: scenario.balance('taker').total,
      collateral: scenario.subject.solvency().collateral,
    };
    scenario.order('maker', row.maker);
    const { fills, order } = scenario.order('taker', row.taker);

    expect(order).toMatchObject({ status: 'filled', filled: SIZE });
    expect(fills).toHaveLength(1);
    const [takerSide, outcome] = row.taker.split(' ');
    const [makerSide, makerOutcome] = row.maker.split(' ');
    expect(fills[0]).toMatchObject({
      settlementType: row.type,
      quantity: SIZE,
      outcome,
      takerSide,
      makerOutcome,
      makerSide,
      price: outcome === 'yes' ? PRICE : 10_000 - PRICE,
      makerPrice: makerOutcome === 'yes' ? PRICE : 10_000 - PRICE,
    });
    expect(scenario.balance('maker')).toMatchObject({
      total: before.maker + row.makerMoney,
      locked: 0,
    });
    expect(scenario.balance('taker')).toMatchObject({
      total: before.taker + row.takerMoney,
      locked: 0,
    });
    expect(scenario.subject.solvency()).toMatchObject({
      collateral: before.collateral + row.collateral,
      difference: 0,
    });
    for (const [name, text] of [
      ['maker', row.maker],
      ['taker', row.taker],
    ] as const) {
      const [side, of] = text.split(' ') as ['buy' | 'sell', 'yes' | 'no'];
      const other = of === 'yes' ? 'no' : 'yes';
      expect(scenario.position(name)).toMatchObject({
        [of]: 100 + SIGNS[side] * SIZE,
        [other]: 100,
      });
    }
  });

  it('a trade is at the maker’s price, best first, then in order of arrival', () => {
    const scenario = new Scenario(create);
    scenario.event();
    for (const name of ['first', 'second', 'better', 'taker']) scenario.credit(name, 1_000_000_000);
    const first = scenario.order('first', 'buy yes 5 @ 4000').order.orderId;
    const second = scenario.order('second', 'buy yes 5 @ 4000').order.orderId;
    const better = scenario.order('better', 'buy yes 5 @ 4100').order.orderId;
    const { fills, order } = scenario.order('taker', 'buy no 12 @ 6000');
    expect(
      fills.map(({ makerOrderId, price, quantity }) => [makerOrderId, price, quantity]),
    ).toEqual([
      [better, 5_900, 5],
      [first, 6_000, 5],
      [second, 6_000, 2],
    ]);
    expect(order.status).toBe('filled');
    expect(scenario.subject.book(scenario.marketId(), 10)).toEqual({
      status: 'active',
      bids: [{ price: 4_000, size: 3, orders: 1 }],
      asks: [],
      lastPrice: 4_000,
    });
  });

  it('an own order that is reached is cancelled, never matched, and frees its lock', () => {
    const scenario = new Scenario(create);
    scenario.event();
    scenario.credit('ann', 10_000_000);
    scenario.credit('bob', 10_000_000);
    const own = scenario.order('ann', 'buy yes 5 @ 4000').order.orderId;
    scenario.order('bob', 'buy yes 5 @ 3000');
    const { selfTradeCancelled, fills, order } = scenario.order('ann', 'buy no 5 @ 7000');
    expect(selfTradeCancelled).toEqual([own]);
    expect(fills).toMatchObject([{ price: 7_000, quantity: 5, maker: scenario.user('bob') }]);
    expect(order.status).toBe('filled');
    expect(scenario.balance('ann')).toMatchObject({
      available: 10_000_000 - 5 * 700_000,
      locked: 0,
    });
    expect(scenario.last!.events.map(({ kind }) => kind)).toEqual([
      'order_accepted',
      'order_cancelled',
      'trade',
    ]);
  });
});
