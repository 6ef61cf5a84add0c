/** The worked examples of docs/protocol/matching.md are true: its tables are the cases of this test. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SUBJECTS, Scenario } from './scenario';

const BUILDER = new Uint8Array(16).fill(7);
/** More than any case needs. */
const PLENTY = 1_000_000_000_000_000;

type Row = Readonly<Record<string, string>>;

/** Tables of the page by their first column heads; a row is its cells by their heads. */
const tables = readTables(
  readFileSync(new URL('../../../../docs/protocol/matching.md', import.meta.url), 'utf8'),
);

function readTables(page: string): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>();
  for (const [block] of page.matchAll(/(?:^\|.*\|\n)+/gm)) {
    const [heads = [], , ...rows] = block.trim().split('\n').map(cellsOf);
    const named = rows.map((cells) =>
      Object.fromEntries(cells.map((cell, i) => [heads[i]!, cell])),
    );
    found.set(heads.join(' | '), named);
  }
  return found;
}

function cellsOf(line: string): string[] {
  const cells = line.slice(1, -1).split('|');
  return cells.map((cell) => cell.trim().replaceAll('`', ''));
}

function table(heads: string): Row[] {
  const rows = tables.get(heads);
  if (rows === undefined) throw new Error(`matching.md has no table ${heads}`);
  return [...rows];
}

function number(row: Row, head: string): number {
  const cell = row[head] ?? '';
  if (!/^-?\d[\d_]*$/.test(cell)) throw new Error(`${head} is no number: ${cell}`);
  return Number(cell.replaceAll('_', ''));
}

const settlementRows = table(
  'maker order | taker order | settlement_type | maker | taker | collateral',
).map((row) => ({
  makerOrder: row['maker order']!,
  takerOrder: row['taker order']!,
  settlementType: row['settlement_type'],
  changes: {
    maker: number(row, 'maker'),
    taker: number(row, 'taker'),
    collateral: number(row, 'collateral'),
  },
}));

describe.each(SUBJECTS)('matching.md, by $name', ({ create }) => {
  const funded = (feeBps: number, ...names: string[]): Scenario => {
    const scenario = new Scenario(create);
    scenario.event({ feeBps });
    for (const name of names) scenario.credit(name, PLENTY);
    return scenario;
  };

  const required = 'order | required | cost | taker_fee | builder_fee | locked after';
  it.each(table(required))('section 4: $order', (row) => {
    const attempt = (money: number) => {
      const scenario = funded(700, 'maker');
      scenario.delegate('taker');
      scenario.credit('taker', money);
      scenario.order('maker', 'buy no 40 @ 4500');
      const applied = scenario.tryOrder('taker', row['order']!, { feeBps: 25, builder: BUILDER });
      return { scenario, applied };
    };
    const needed = number(row, 'required');
    const poor = attempt(needed - 1);
    expect(poor.scenario.outcomeOf(poor.applied)).toBe('INSUFFICIENT_BALANCE');
    expect(poor.scenario.detailsOf(poor.applied)).toMatchObject({ required: needed, shortfall: 1 });

    const { scenario, applied } = attempt(needed);
    expect(scenario.outcomeOf(applied)).toBe('order');
    const { body } = applied.answer.reply;
    const fills = body.kind === 'order' ? body.fills : [];
    const sum = (of: (fill: (typeof fills)[number]) => number) =>
      fills.reduce((total, fill) => total + of(fill), 0);
    expect(sum(({ price, quantity }) => 100 * price * quantity)).toBe(number(row, 'cost'));
    expect(sum(({ takerFee }) => takerFee)).toBe(number(row, 'taker_fee'));
    expect(sum(({ builderFee }) => builderFee)).toBe(number(row, 'builder_fee'));
    expect(scenario.balance('taker')).toMatchObject({
      locked: number(row, 'locked after'),
      total: needed - number(row, 'cost') - number(row, 'taker_fee') - number(row, 'builder_fee'),
    });
  });

  it.each(settlementRows)('section 5: $makerOrder, then $takerOrder', (row) => {
    const scenario = funded(0, 'maker', 'taker');
    scenario.giveContracts('maker', 100);
    scenario.giveContracts('taker', 100);
    const before = {
      maker: scenario.balance('maker').total,
      taker: scenario.balance('taker').total,
      collateral: scenario.subject.solvency().collateral,
    };
    scenario.order('maker', row.makerOrder);
    const { fills } = scenario.order('taker', row.takerOrder);
    expect(fills).toMatchObject([{ quantity: 10, settlementType: row.settlementType }]);
    expect({
      maker: scenario.balance('maker').total - before.maker,
      taker: scenario.balance('taker').total - before.taker,
      collateral: scenario.subject.solvency().collateral - before.collateral,
    }).toEqual(row.changes);
  });

  it.each(table('fee_bps | size | YES price | taker_fee | maker_rebate'))(
    'section 6: $size at $fee_bps bps',
    (row) => {
      const scenario = funded(number(row, 'fee_bps'), 'maker', 'taker');
      const [size, price] = [number(row, 'size'), number(row, 'YES price')];
      scenario.order('maker', `buy no ${size} @ ${10_000 - price}`);
      const { fills } = scenario.order('taker', `buy yes ${size} @ ${price}`);
      expect(fills).toMatchObject([
        { takerFee: number(row, 'taker_fee'), makerRebate: number(row, 'maker_rebate') },
      ]);
    },
  );

  it('section 6: three fills are charged as one', () => {
    const rows = table('fill | taker_fee | builder_fee | maker_rebate');
    const expected = rows.map((row) => ({
      takerFee: number(row, 'taker_fee'),
      builderFee: number(row, 'builder_fee'),
      makerRebate: number(row, 'maker_rebate'),
    }));
    const sums = expected.pop();
    const inThree = funded(10, 'maker', 'taker');
    const atOnce = funded(10, 'maker', 'taker');
    for (const scenario of [inThree, atOnce]) scenario.delegate('taker');
    for (let i = 0; i < 3; i++) inThree.order('maker', 'buy no 1 @ 6667');
    atOnce.order('maker', 'buy no 3 @ 6667');
    const take = (scenario: Scenario) =>
      scenario.order('taker', 'buy yes 3 @ 3333', { feeBps: 1, builder: BUILDER }).fills;

    const fills = take(inThree);
    expect(fills).toMatchObject(expected);
    expect(sums).toEqual({
      takerFee: fills.reduce((sum, { takerFee }) => sum + takerFee, 0),
      builderFee: fills.reduce((sum, { builderFee }) => sum + builderFee, 0),
      makerRebate: fills.reduce((sum, { makerRebate }) => sum + makerRebate, 0),
    });
    expect(take(atOnce)).toMatchObject([{ ...sums, makerRebate: 133 }]);
  });

  it.each(table('order | at the limit | answer | minimum'))('section 2.1: $order', (row) => {
    const scenario = new Scenario(create);
    scenario.setMoneyLimits();
    scenario.event();
    scenario.credit('ann', 1_000_000_000);
    const applied = scenario.tryOrder('ann', row['order']!.replaceAll('`', ''));
    expect(scenario.outcomeOf(applied)).toBe(row['answer']!.replaceAll('`', ''));
    const [, size, price] = /(\d+) @ (\d+)/.exec(row['order']!)!.map(Number);
    expect(size! * price! * 100).toBe(number(row, 'at the limit'));
    if (row['minimum'] === '') return;
    expect(scenario.detailsOf(applied)['minimum']).toBe(number(row, 'minimum'));
    const least = row['order']!.replaceAll('`', '').replace(/\d+ @/, `${row['minimum']} @`);
    expect(scenario.outcomeOf(scenario.tryOrder('ann', least))).toBe('order');
  });

  it.each(table('outcome | price | paid'))('section 8: $outcome $price', (row) => {
    const scenario = funded(0, 'holder', 'other');
    scenario.order('holder', 'buy yes 10 @ 5000');
    scenario.order('other', 'buy no 10 @ 5000');
    scenario.order('holder', 'buy no 4 @ 5000');
    scenario.order('other', 'buy yes 4 @ 5000');
    const before = scenario.balance('holder').total;
    const resolution = (['yes', 'no', 'void'] as const).find((word) => word === row['outcome'])!;
    const price = row['price'] === '' ? null : number(row, 'price');
    scenario.expect('market_resolved', 'admin', {
      kind: 'resolve_market',
      marketId: scenario.marketId(),
      resolution,
      price,
    });
    expect(scenario.balance('holder').total - before).toBe(number(row, 'paid'));
    expect(scenario.subject.solvency()).toMatchObject({ collateral: 0, difference: 0 });
  });

  it.each(table('gas debt | amount | gas_fee | answer | available after | debt after | paid out'))(
    'section 9: $amount with a debt of $gas debt',
    (row) => {
      const scenario = new Scenario(create);
      scenario.deposit('ann', 1_000);
      scenario.charge('ann', number(row, 'gas debt'));
      const gasFee = number(row, 'gas_fee');
      const applied = scenario.withdraw('ann', number(row, 'amount'), { nonce: 1, gasFee });
      expect(scenario.outcomeOf(applied)).toBe(row['answer']);
      scenario.settle(scenario.withdrawalId('ann', 1));
      expect(scenario.balance('ann')).toMatchObject({
        available: number(row, 'available after'),
        gasDebt: number(row, 'debt after'),
      });
      expect(scenario.subject.solvency()).toMatchObject({
        payouts: number(row, 'paid out'),
        difference: 0,
      });
    },
  );
});
