import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff';

describe('backoffMs', () => {
  const bounds = { firstMs: 200, lastMs: 10_000 };

  it.each([
    [0, 0, 200],
    [1, 0, 400],
    [5, 0, 6_400],
    [6, 0, 10_000],
    [2_000, 0, 10_000],
    [0, 0.5, 225],
    [6, 0.5, 11_250],
  ])('after %i failures, by chance %f: %i ms', (failures, chance, waitMs) => {
    expect(backoffMs(bounds, failures, chance)).toBe(waitMs);
  });
});
