import { describe, expect, it } from 'vitest';
import { EventScript } from '../../test/event-script';
import { BEFORE_ALL, freshEvents } from './fresh-events';

/** Six events: 1.0, 1.1, 2.0, 3.0, 3.1, 3.2. */
const script = new EventScript()
  .next()
  .order({ orderId: 1 })
  .order({ orderId: 2 })
  .next()
  .order({ orderId: 3 })
  .next()
  .order({ orderId: 4 })
  .order({ orderId: 5 })
  .order({ orderId: 6 });

const placesOf = (events: readonly { seq: number; index: number }[]) =>
  events.map(({ seq, index }) => `${seq}.${index}`);

describe('what history lacks of some batches', () => {
  it('is everything when it has nothing', () => {
    const fresh = freshEvents(BEFORE_ALL, script.batches([2, 3]));
    expect(placesOf(fresh.events)).toEqual(['1.0', '1.1', '2.0', '3.0', '3.1', '3.2']);
    expect(fresh.skipped).toBe(0);
    expect(fresh.cursor).toEqual({ streamSequence: 3, seq: 3, index: 2 });
  });

  it('is nothing of a repeat', () => {
    const cursor = { streamSequence: 3, seq: 3, index: 2 };
    const fresh = freshEvents(cursor, script.batches([2, 3]));
    expect(fresh).toEqual({ events: [], skipped: 6, cursor });
  });

  it('is the rest of a batch that is there in part', () => {
    const cursor = { streamSequence: 1, seq: 3, index: 0 };
    const fresh = freshEvents(cursor, script.batches([2]));
    expect(placesOf(fresh.events)).toEqual(['3.1', '3.2']);
    expect(fresh.skipped).toBe(4);
    expect(fresh.cursor).toEqual({ streamSequence: 2, seq: 3, index: 2 });
  });

  it('counts a batch once that came twice in one call', () => {
    const [first, second] = script.batches([4]);
    const fresh = freshEvents(BEFORE_ALL, [first!, first!, second!]);
    expect(placesOf(fresh.events)).toEqual(['1.0', '1.1', '2.0', '3.0', '3.1', '3.2']);
    expect(fresh.skipped).toBe(4);
  });

  it('never moves the stream position back', () => {
    const [first] = script.batches([2]);
    const cursor = { streamSequence: 9, seq: 3, index: 2 };
    expect(freshEvents(cursor, [first!]).cursor).toEqual(cursor);
  });

  it.each([
    ['a whole batch is missing', BEFORE_ALL, 1],
    ['the events between two of one seq are missing', { streamSequence: 2, seq: 3, index: 0 }, 2],
  ])('refuses a gap: %s', (_, cursor, missing) => {
    const batches = script.batches([2, 3]).slice(missing);
    expect(() => freshEvents(cursor, batches)).toThrow(
      expect.objectContaining({ name: 'Fault', verdict: 'poison' }),
    );
  });

  it('refuses a batch whose events are out of order', () => {
    const [only] = script.batches();
    const events = only!.batch.events.toReversed();
    const reversed = { ...only!, batch: { ...only!.batch, events } };
    expect(() => freshEvents(BEFORE_ALL, [reversed])).toThrow('in order');
  });
});
