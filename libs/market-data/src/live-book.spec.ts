import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { BookLevel } from '@bellwether/exchange';
import { LiveBook, flatten, unflatten } from './index';

const MARKET = new Uint8Array(32);
const level = (side: 'bid' | 'ask', price: number, size: number, orders = 1) =>
  ({ kind: 'book_level', marketId: MARKET, side, price, size, orders }) as const;

describe('LiveBook', () => {
  it('shows empty sides as prices that nobody can beat', () => {
    const book = new LiveBook(0);
    expect([book.bestBid, book.bestAsk, book.levels]).toEqual([0, 10_000, 0]);
  });

  it('takes in what came after what it was loaded with, and nothing else', () => {
    const book = new LiveBook(0);
    book.load(7, [4000, 5, 1, 3999, 2, 2], [6000, 1, 1]);
    expect(book.apply(7, level('bid', 4000, 9))).toBe(false);
    expect(book.apply(8, level('bid', 4001, 3))).toBe(true);
    expect(book.apply(8, level('ask', 6000, 0, 0))).toBe(true);
    expect(book.top(2)).toEqual({
      bids: [
        { price: 4001, size: 3, orders: 1 },
        { price: 4000, size: 5, orders: 1 },
      ],
      asks: [],
    });
    expect(book.levels).toBe(3);
  });

  it('has firm quotes where twenty contracts are reached, and none where there are fewer', () => {
    const book = new LiveBook(0);
    book.load(1, [9_000, 19, 1, 4_000, 1, 1], [9_100, 19, 19]);
    expect(book.firmQuotes).toEqual({ firmBid: 4_000, firmAsk: 10_000 });
    book.apply(2, level('bid', 9_000, 20));
    expect(book.firmQuotes).toEqual({ firmBid: 9_000, firmAsk: 10_000 });
  });

  it('is no worse for a level that goes twice', () => {
    const book = new LiveBook(0);
    book.apply(1, level('ask', 5, 0, 0));
    book.apply(2, level('ask', 6, 1));
    book.apply(3, level('ask', 5, 0, 0));
    expect(book.top(9).asks).toEqual([{ price: 6, size: 1, orders: 1 }]);
  });

  it('keeps both sides best first, as a map of prices would', () => {
    const step = fc.record({
      side: fc.constantFrom('bid' as const, 'ask' as const),
      price: fc.integer({ min: 1, max: 30 }),
      orders: fc.nat({ max: 2 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const book = new LiveBook(0);
        const maps = { bid: new Map<number, BookLevel>(), ask: new Map<number, BookLevel>() };
        for (const [index, { side, price, orders }] of steps.entries()) {
          book.apply(index + 1, level(side, price, orders * 3, orders));
          if (orders === 0) maps[side].delete(price);
          else maps[side].set(price, { price, size: orders * 3, orders });
        }
        const { bids, asks } = book.top(30);
        expect(bids).toEqual([...maps.bid.values()].toSorted((a, b) => b.price - a.price));
        expect(asks).toEqual([...maps.ask.values()].toSorted((a, b) => a.price - b.price));
        expect(unflatten(flatten(bids))).toEqual(bids);
      }),
    );
  });
});
