import { describe, expect, it } from 'vitest';
import { requireFeeWithinCap } from './fee-cap';

describe('the fee cap of a key', () => {
  it.each([
    [0, 0],
    [50, 50],
    [99, 100],
  ])('%i bp is within %i', (feeBps, max) => {
    expect(() => requireFeeWithinCap(feeBps, max)).not.toThrow();
  });

  it.each([
    [1, 0],
    [51, 50],
  ])('%i bp is over %i, and the maximum is named', (feeBps, maximum) => {
    expect(() => requireFeeWithinCap(feeBps, maximum)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_FAILED',
        details: expect.objectContaining({ field: 'fee_bps', value: feeBps, maximum }),
      }),
    );
  });
});
