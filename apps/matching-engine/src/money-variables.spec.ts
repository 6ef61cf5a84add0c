import { describe, expect, it } from 'vitest';
import { DEFAULT_MONEY_LIMITS } from '@bellwether/exchange';
import { openOrderTiersVariable, restingMinimumsVariable } from './money-variables';

const minimum = (name: string, sub: string, microUsdc: number) => ({ name, sub, microUsdc });
const tier = (fromMicroUsdc: number, maxOpenOrders: number) => ({ fromMicroUsdc, maxOpenOrders });

describe('RESTING_MINIMUMS', () => {
  it.each([
    ['*:1000000', [minimum('*', '*', 1_000_000)]],
    [
      '*:1000000, sports:500000,sports/tennis:0',
      [
        minimum('*', '*', 1_000_000),
        minimum('sports', '*', 500_000),
        minimum('sports', 'tennis', 0),
      ],
    ],
    ['odds: live/set:1:5', [minimum('odds: live', 'set:1', 5)]],
    [undefined, DEFAULT_MONEY_LIMITS.restingMinimums],
  ])('%s is read', (text, expected) => {
    expect(restingMinimumsVariable().parse(text)).toEqual(expected);
  });

  it.each(['', '*', '*:-1', '*:1.5', '*:1,', '*:1,*:2', '*:1000000001', ':5', '/tennis:5'])(
    '%s is refused',
    (text) => {
      expect(restingMinimumsVariable().safeParse(text).success).toBe(false);
    },
  );
});

describe('OPEN_ORDER_TIERS', () => {
  it.each([
    ['0:100', [tier(0, 100)]],
    ['0:100,100000000:1000', [tier(0, 100), tier(100_000_000, 1_000)]],
    [undefined, DEFAULT_MONEY_LIMITS.openOrderTiers],
  ])('%s is read', (text, expected) => {
    expect(openOrderTiersVariable().parse(text)).toEqual(expected);
  });

  it.each(['', '0', '1:100', '0:0', '0:100,0:200', '0:100,5:50', '0:100001', '0:1,9:x'])(
    '%s is refused',
    (text) => {
      expect(openOrderTiersVariable().safeParse(text).success).toBe(false);
    },
  );
});
