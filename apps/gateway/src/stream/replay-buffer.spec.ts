/** The last events, in whole commands, bounded in number and bytes. */
import { describe, expect, it } from 'vitest';
import type { SequencedEvent } from '@bellwether/exchange';
import fc from 'fast-check';
import { ReplayBuffer } from './replay-buffer';
import { REPLAY_BYTES_AN_EVENT } from './limits';

const command = (seq: number, count: number): SequencedEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    seq,
    index,
    timestampMs: seq,
    event: { kind: 'mode', mode: 'open' },
  }));
const seqs = (events: Iterable<SequencedEvent>) => [...events].map(({ seq }) => seq);

describe('the replay buffer', () => {
  it('tell those after any seq that they reach back to', () => {
    const buffer = new ReplayBuffer({ maxEvents: 100, maxBytes: 1e9 }, 3);
    buffer.add([...command(5, 2), ...command(8, 1)]);
    expect(buffer.since).toBe(3);
    for (const [after, expected] of [
      [3, [5, 5, 8]],
      [4, [5, 5, 8]],
      [5, [8]],
      [8, []],
      [99, []],
    ] as const) {
      expect(seqs(buffer.after(after))).toEqual(expected);
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
        const buffer = new ReplayBuffer(
          { maxEvents, maxBytes: maxBytes * REPLAY_BYTES_AN_EVENT },
          0,
        );
        const all = counts.map((count, at) => command(at + 1, count));
        for (const events of all) buffer.add(events);
        const left = seqs(buffer.after(buffer.since));
        expect(left).toHaveLength(buffer.count);
        expect(buffer.count).toBeLessThanOrEqual(Math.min(maxEvents, maxBytes));
        expect(left).toEqual(seqs(all.slice(buffer.since).flat()));
      }),
    );
  });

  it('count long texts', () => {
    const buffer = new ReplayBuffer({ maxEvents: 10, maxBytes: 3 * REPLAY_BYTES_AN_EVENT }, 0);
    const created: SequencedEvent = {
      seq: 1,
      index: 0,
      timestampMs: 1,
      event: {
        kind: 'event_created',
        event: {
          eventId: 'e',
          question: 'q',
          description: 'd'.repeat(3 * REPLAY_BYTES_AN_EVENT),
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
    buffer.add([created]);
    expect([buffer.count, buffer.since]).toEqual([0, 1]);
  });
});

describe('the past of one market or user', () => {
  const bytes = (byte: number) => new Uint8Array(32).fill(byte);
  const trade = (seq: number, market: number, user: number): SequencedEvent =>
    ({
      seq,
      index: 0,
      timestampMs: seq,
      event: {
        kind: 'trade',
        marketId: bytes(market),
        fill: { maker: bytes(user), taker: bytes(100) },
      },
    }) as unknown as SequencedEvent;
  const level = (seq: number, market: number): SequencedEvent =>
    ({
      seq,
      index: 0,
      timestampMs: seq,
      event: { kind: 'book_level', marketId: bytes(market) },
    }) as unknown as SequencedEvent;
  const one = fc.record({
    isTrade: fc.boolean(),
    market: fc.integer({ min: 1, max: 3 }),
    user: fc.integer({ min: 1, max: 3 }),
  });

  it('is what a scan of all stored events finds (property)', () => {
    const drawn = fc.array(one, { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(drawn, fc.integer({ min: 5, max: 60 }), fc.nat(130), (all, maxEvents, seq) => {
        const buffer = new ReplayBuffer({ maxEvents, maxBytes: 1e9 }, 0);
        for (const [at, { isTrade, market, user }] of all.entries()) {
          buffer.add([isTrade ? trade(at + 1, market, user) : level(at + 1, market)]);
        }
        const after = Math.max(seq, buffer.since);
        const scanned = [...buffer.after(after)].map(
          (event) => [event, all[event.seq - 1]!] as const,
        );
        for (const nth of [1, 2, 3]) {
          const ofMarket = scanned.filter(([, { market }]) => market === nth);
          const trades = ofMarket.filter(([, { isTrade }]) => isTrade);
          const ofUser = scanned.filter(([, { isTrade, user }]) => isTrade && user === nth);
          const found = (events: typeof scanned) => events.map(([event]) => event);
          expect([...buffer.ofMarket(bytes(nth), after)]).toEqual(found(ofMarket));
          expect([...buffer.tradesOf(bytes(nth), after)]).toEqual(found(trades));
          expect([...buffer.ofUser(bytes(nth), after)]).toEqual(found(ofUser));
          const newest = [...buffer.tradesOf(bytes(nth), buffer.since)].slice(-4);
          expect(buffer.newestTradesOf(bytes(nth), 4)).toEqual(newest);
          const last = ofMarket.at(-1)?.[0];
          const shown = [...buffer.ofCatalogue(after)].filter(
            ({ event }) => 'marketId' in event && event.marketId?.[0] === nth,
          );
          expect(shown).toEqual(last === undefined ? [] : [last]);
        }
      }),
    );
  });
});
