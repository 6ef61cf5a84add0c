/** The order that is signed for an entry. */
import { describe, expect, it } from 'vitest';

import { orderOf, readEntry } from '../src/trade/ticket/terms';
import type { Entry } from '../src/trade/ticket/terms';

const entry: Entry = {
  marketId: 'm',
  side: 'buy',
  outcome: 'yes',
  kind: 'market',
  unit: 'contracts',
  amount: '10',
  limit: '',
  slippage: '200',
};
const TWO_SIDED = { bid: 4_300, ask: 4_500, last: 9_000 };
const BAND = 1_000;

describe('the worst price of a market order', () => {
  const worst = (change: Partial<Entry>, around: typeof TWO_SIDED | object = {}) =>
    readEntry({ ...entry, ...change }, { ...TWO_SIDED, ...around }, BAND).worst;

  it('is so far from the best one', () => {
    expect(worst({})).toBe(4_700);
    expect(worst({ side: 'sell' })).toBe(4_100);
  });

  it('is as far as the key may trade where it may be any: around the middle, else around the last trade', () => {
    expect(worst({ slippage: 'any' })).toBe(5_400);
    expect(worst({ slippage: 'any', side: 'sell' })).toBe(3_400);
    expect(worst({ slippage: 'any' }, { bid: null, last: 4_800 })).toBe(5_800);
    expect(worst({ slippage: 'any' }, { bid: null, last: null })).toBe(9_999);
    expect(worst({ slippage: 'any', side: 'sell' }, { ask: null, last: null })).toBe(1);
    expect(worst({ slippage: 'any' }, { bid: 4_301 })).toBe(5_400);
    expect(worst({ slippage: 'any', side: 'sell' }, { bid: 4_301 })).toBe(3_401);
  });

  it('is no better than the best one, and a price', () => {
    expect(worst({ slippage: 'any' }, { bid: 100, ask: 4_500 })).toBe(4_500);
    expect(worst({ slippage: 'any' }, { bid: 9_700, ask: 9_900 })).toBe(9_999);
    expect(worst({ slippage: 'any', side: 'sell' }, { bid: 10, ask: 30 })).toBe(1);
  });
});

describe('the order', () => {
  const termsOf = (change: Partial<Entry>) => {
    const { terms } = readEntry({ ...entry, ...change }, TWO_SIDED, BAND);
    if (terms === null) throw new Error('no terms');
    return terms;
  };

  it('of a buy signs the most that it may cost', () => {
    expect(orderOf(termsOf({ unit: 'dollars' }), 21, 10_000_000n)).toEqual({
      market_id: 'm',
      side: 'buy',
      outcome: 'yes',
      price: 4_700,
      order_type: 'ioc',
      size: 21,
      max_cost: 10_000_000,
    });
  });

  it('of a sale signs its price alone', () => {
    expect(orderOf(termsOf({ side: 'sell' }), 10, 0n)).not.toHaveProperty('max_cost');
  });
});
