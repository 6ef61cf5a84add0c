/** Whatever messages are lost, a live book equals the exchange's book as of its seq. */
import { expect, it } from 'vitest';
import fc from 'fast-check';
import { LiveBook } from '../src';
import type { BookLevel } from '../src';
import { Channel } from '../src/stream/channel';
import { propertyRuns } from './property-runs';

const MARKET = 'ab'.repeat(32);

/** A level's new total; `isLost`: its message does not arrive; `heals`: how the exchange answers. */
const change = fc.record({
  side: fc.constantFrom('bids' as const, 'asks' as const),
  price: fc.integer({ min: 1, max: 12 }),
  size: fc.integer({ min: 0, max: 3 }),
  isLost: fc.boolean(),
  heals: fc.constantFrom('resume' as const, 'snapshot' as const),
});

type Sides = Record<'bids' | 'asks', Map<number, number>>;
const levelsOf = (side: Map<number, number>, best: 1 | -1): BookLevel[] =>
  [...side]
    .filter(([, size]) => size > 0)
    .map(([price, size]) => ({ price, size, orders: 1 }))
    .toSorted((a, b) => best * (a.price - b.price));

it('a live book is the book', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const book = new LiveBook(MARKET, { end: () => undefined, refresh: () => undefined });
      const channel = new Channel(book.channel, book);
      const truth: Sides = { bids: new Map(), asks: new Map() };
      const told: { seq: number; side: 'bids' | 'asks'; level: BookLevel }[] = [];
      const snapshot = (seq: number) =>
        channel.take({
          type: 'snapshot',
          seq,
          prevSeq: 0,
          timestamp: 1,
          data: {
            market_id: MARKET,
            status: 'active',
            yes: { bids: levelsOf(truth.bids, -1), asks: levelsOf(truth.asks, 1) },
            last_price: null,
          },
        });
      const update = (seq: number, prevSeq: number, side: 'bids' | 'asks', level: BookLevel) =>
        channel.take({
          type: 'update',
          seq,
          prevSeq,
          timestamp: 1,
          data: { yes: { bids: [], asks: [], [side]: [level] } },
        });

      channel.asked();
      channel.begun(false);
      snapshot(1);
      changes.forEach(({ side, price, size, isLost, heals }, index) => {
        const seq = index + 2;
        const level = { price, size, orders: 1 };
        truth[side].set(price, size);
        told.push({ seq, side, level });
        if (isLost) return;
        const gap = update(seq, seq - 1, side, level);
        if (gap !== null) {
          channel.asked();
          channel.begun(heals === 'resume');
          const from = channel.resumeFrom ?? 0;
          if (heals === 'snapshot') snapshot(seq);
          else
            for (const one of told.filter((past) => past.seq > from)) {
              update(one.seq, one.seq - 1, one.side, one.level);
            }
        }
        expect(book).toMatchObject({ seq, isLive: true });
        expect(book.bids()).toEqual(levelsOf(truth.bids, -1));
        expect(book.asks()).toEqual(levelsOf(truth.asks, 1));
      });
    }),
    propertyRuns(200),
  );
});
