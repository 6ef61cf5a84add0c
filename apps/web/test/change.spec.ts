/** The change of a resting order: its contracts in all are what the user enters, so no fill makes it larger. */
import type { Order } from '@bellwether/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readChange } from '../src/trade/portfolio/change';

const order = { market_id: 'm', order_id: 7, price: 4_000, size: 10, filled: 0 } as Order;

describe('a change', () => {
  it('signs how many contracts are filled, and leaves the others open', () => {
    expect(readChange(order, 6, { limit: '40', total: '8' }).change).toEqual({
      market_id: 'm',
      order_id: 7,
      price: 4_000,
      size: 2,
      filled: 6,
    });
  });

  it('is none where it changes nothing, or its entry is no number', () => {
    for (const entry of [
      { limit: '40', total: '10' },
      { limit: '', total: '8' },
      { limit: '40', total: '8.5' },
    ]) {
      expect(readChange(order, 0, entry)).toEqual({ change: null, isTooSmall: false });
    }
  });

  it('is none where as many are filled', () => {
    expect(readChange(order, 6, { limit: '41', total: '6' })).toEqual({
      change: null,
      isTooSmall: true,
    });
  });

  it('is never for more in all than was entered', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.integer({ min: 1, max: 20 }), (filled, total) => {
        const { change } = readChange(order, filled, { limit: '41', total: String(total) });
        const inAll = change === null ? null : change.filled + change.size;
        expect(inAll).toBe(total > filled ? total : null);
      }),
    );
  });
});
