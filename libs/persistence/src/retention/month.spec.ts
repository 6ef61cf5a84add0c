import { describe, expect, it } from 'vitest';
import { monthAtMs, monthOf, monthsLater } from './month';

describe('a month', () => {
  it.each([
    ['2026-10', '2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
    ['2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2028-02', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  ])('%s is from %s to %s', (name, start, end) => {
    const month = monthOf(name);
    expect(month).toEqual({ name, startMs: Date.parse(start), endMs: Date.parse(end) });
    expect(monthAtMs(Date.parse(start))).toEqual(month);
    expect(monthAtMs(Date.parse(end) - 1)).toEqual(month);
    expect(monthAtMs(Date.parse(end)).name).not.toBe(name);
  });

  it.each(['2026', '2026-13', '2026-00', '2026-1', '26-10', '2026-10-01', ' 2026-10', ''])(
    'is none: %j',
    (name) => {
      expect(monthOf(name)).toBeNull();
    },
  );

  it.each([
    ['2026-10', 0, '2026-10'],
    ['2026-10', -12, '2025-10'],
    ['2026-01', -1, '2025-12'],
    ['2026-12', 1, '2027-01'],
  ])('%s and %i more is %s', (name, months, expected) => {
    expect(monthsLater(monthOf(name)!, months).name).toBe(expected);
  });
});
