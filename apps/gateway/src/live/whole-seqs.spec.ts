import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { SequencedEvent } from '@bellwether/exchange';
import { WholeSeqs } from './whole-seqs';

/** More than a message surely takes, so that it may have been cut. */
const MANY = 600;

const eventAt = (seq: number, index: number): SequencedEvent => ({
  seq,
  index,
  timestampMs: 0,
  event: { kind: 'mode', mode: 'open' },
});
const eventsOf = (seq: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => eventAt(seq, from + index));
const seqsOf = (events: readonly SequencedEvent[]) => [...new Set(events.map(({ seq }) => seq))];

describe('WholeSeqs', () => {
  it('lets a small batch through: it is not cut', () => {
    const seqs = new WholeSeqs();
    expect(seqsOf(seqs.take([...eventsOf(1, 2), ...eventsOf(2, 1)]))).toEqual([1, 2]);
    expect(seqs.isHolding).toBe(false);
  });

  it('holds the last seq of a large one until a later one begins', () => {
    const seqs = new WholeSeqs();
    expect(seqsOf(seqs.take([...eventsOf(1, 3), ...eventsOf(2, MANY)]))).toEqual([1]);
    expect(seqs.take(eventsOf(2, MANY, MANY))).toEqual([]);
    expect(seqs.take([eventAt(2, 2 * MANY), eventAt(3, 0)])).toHaveLength(2 * MANY + 2);
    expect(seqs.isHolding).toBe(false);
  });

  it('holds it until the engine says that its events end there, no earlier and no later', () => {
    const seqs = new WholeSeqs();
    seqs.take(eventsOf(2, MANY));
    expect(seqs.confirm({ seq: 2, index: MANY })).toEqual([]);
    expect(seqs.confirm({ seq: 1, index: 5 })).toEqual([]);
    expect(seqs.confirm({ seq: 3, index: 0 })).toEqual([]);
    expect(seqs.isHolding).toBe(true);
    expect(seqs.confirm({ seq: 2, index: MANY - 1 })).toHaveLength(MANY);
    expect(seqs.isHolding).toBe(false);
  });

  it('loses nothing and keeps the order, wherever large messages were cut', () => {
    const seqLengths = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 6 });
    const cuts = fc.array(fc.integer({ min: 450, max: 800 }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(seqLengths, cuts, (lengths, sizes) => {
        const all = lengths.flatMap((length, number) => eventsOf(number + 1, length));
        const seqs = new WholeSeqs();
        const through: SequencedEvent[] = [];
        for (let at = 0, cut = 0; at < all.length; cut++) {
          const size = sizes[cut % sizes.length]!;
          const portion = seqs.take(all.slice(at, at + size));
          at += size;
          through.push(...portion);
          // Only whole seqs are through: the next event, if there is one, begins a seq.
          expect(all[through.length]?.index ?? 0).toBe(0);
        }
        const last = all.at(-1)!;
        through.push(...seqs.confirm(last));
        expect(through).toEqual(all);
      }),
    );
  });
});
