/** The last events, in whole commands, bounded in number and bytes. */
import { describe, expect, it } from 'vitest';
import type { SequencedEvent } from '@bellwether/exchange';
import fc from 'fast-check';
import { KeptEvents } from './kept-events';
import { KEPT_BYTES_AN_EVENT } from './limits';

const command = (seq: number, count: number): SequencedEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    seq,
    index,
    timestampMs: seq,
    event: { kind: 'mode', mode: 'open' },
  }));
const seqs = (events: Iterable<SequencedEvent>) => [...events].map(({ seq }) => seq);

describe('kept events', () => {
  it('tell those after any seq that they reach back to', () => {
    const kept = new KeptEvents({ maxEvents: 100, maxBytes: 1e9 }, 3);
    kept.keep([...command(5, 2), ...command(8, 1)]);
    expect(kept.since).toBe(3);
    for (const [after, expected] of [
      [3, [5, 5, 8]],
      [4, [5, 5, 8]],
      [5, [8]],
      [8, []],
      [99, []],
    ] as const) {
      expect(seqs(kept.after(after))).toEqual(expected);
    }
  });

  it('forget whole commands, and never more than the bounds say', () => {
    const batches = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 60 });
    const bounds = fc.record({
      maxEvents: fc.integer({ min: 6, max: 20 }),
      maxBytes: fc.integer({ min: 6, max: 30 }),
    });
    fc.assert(
      fc.property(batches, bounds, (counts, { maxEvents, maxBytes }) => {
        const kept = new KeptEvents({ maxEvents, maxBytes: maxBytes * KEPT_BYTES_AN_EVENT }, 0);
        const all = counts.map((count, at) => command(at + 1, count));
        for (const events of all) kept.keep(events);
        const left = seqs(kept.after(kept.since));
        expect(left).toHaveLength(kept.count);
        expect(kept.count).toBeLessThanOrEqual(Math.min(maxEvents, maxBytes));
        expect(left).toEqual(seqs(all.slice(kept.since).flat()));
      }),
    );
  });

  it('count long texts', () => {
    const kept = new KeptEvents({ maxEvents: 10, maxBytes: 3 * KEPT_BYTES_AN_EVENT }, 0);
    const created: SequencedEvent = {
      seq: 1,
      index: 0,
      timestampMs: 1,
      event: {
        kind: 'event_created',
        event: {
          eventId: 'e',
          question: 'q',
          description: 'd'.repeat(3 * KEPT_BYTES_AN_EVENT),
          category: { name: 'n', sub: 's' },
          expiry: 1,
          mutuallyExclusive: false,
          feeBps: 0,
          makerRebatePct: 0,
          opensAt: null,
          createdMs: 0,
          markets: [],
        },
      },
    };
    kept.keep([created]);
    expect([kept.count, kept.since]).toEqual([0, 1]);
  });
});
