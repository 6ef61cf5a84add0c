import { describe, expect, it } from 'vitest';
import { Random } from './index';

const DRAWS = 10_000;
const drawn = <T>(draw: (random: Random) => T): T[] => {
  const random = new Random(7);
  return Array.from({ length: DRAWS }, () => draw(random));
};

describe('seeded chance', () => {
  it('draws on every machine what mulberry32 draws', () => {
    const random = new Random(1);
    const drawnByReference = [2_693_262_067, 11_749_833, 2_265_367_787, 4_213_581_821];
    expect(drawnByReference.map(() => random.unit() * 2 ** 32)).toEqual(drawnByReference);
  });

  it('keeps to its bounds, and reaches them', () => {
    const all = [...new Set(drawn((random) => random.between(-1.5, 2)))];
    expect(all.toSorted((one, other) => one - other)).toEqual([-1, 0, 1, 2]);
    expect(new Set(drawn((random) => random.index(3)))).toEqual(new Set([0, 1, 2]));
    expect(new Set(drawn((random) => random.pick(['a', 'b'])))).toEqual(new Set(['a', 'b']));
    expect(() => new Random(1).pick([])).toThrow(RangeError);
  });

  it('draws by weight', () => {
    const keys = drawn((random) => random.weighted({ never: 0, seldom: 1, often: 9 }));
    const count = (key: string): number => keys.filter((one) => one === key).length;
    expect(count('never')).toBe(0);
    expect(count('often') / count('seldom')).toBeGreaterThan(5);
    const heads = drawn((random) => random.chance(0.25)).filter(Boolean).length;
    expect(heads / DRAWS).toBeCloseTo(0.25, 1);
  });
});
