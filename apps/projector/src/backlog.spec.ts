import { describe, expect, it } from 'vitest';
import type { StreamedBatch } from '@bellwether/bus';
import type { SequencedEvent } from '@bellwether/exchange';
import { Backlog } from './backlog';

const event: SequencedEvent = {
  seq: 1,
  index: 0,
  timestampMs: 0,
  event: { kind: 'mode', mode: 'open' },
};
const batch = (streamSequence: number, events: number): StreamedBatch => ({
  streamSequence,
  batch: {
    previousSeq: 0,
    previousIndex: 0,
    events: Array.from({ length: events }, () => event),
  },
  last: event,
});
const never = new AbortController().signal;
const numbersOf = (batches: readonly StreamedBatch[]) =>
  batches.map(({ streamSequence }) => streamSequence);

/** Whether a promise is settled once everything due is done. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('batches', () => {
  it.each([
    ['none', [], []],
    ['what fits together', [3, 4, 3], [[1, 2, 3]]],
    [
      'what is one too many begins the next',
      [3, 4, 4, 1],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['what is larger than a transaction alone', [2, 25, 2], [[1], [2], [3]]],
    ['full ones one by one', [10, 10], [[1], [2]]],
  ])('become transactions: %s', async (_, sizes, expected) => {
    const backlog = new Backlog(1_000);
    await backlog.add(
      sizes.map((size, index) => batch(index + 1, size)),
      never,
    );
    const transactions: number[][] = [];
    while (backlog.events > 0) {
      const first = backlog.first(10);
      transactions.push(numbersOf(first));
      backlog.remove(first);
    }
    expect(transactions).toEqual(expected);
    expect(backlog.first(10)).toEqual([]);
  });

  it('stay until they are removed, while more come', async () => {
    const backlog = new Backlog(1_000);
    await backlog.add([batch(1, 5)], never);
    const first = backlog.first(10);
    await backlog.add([batch(2, 5)], never);
    expect([numbersOf(backlog.first(10)), backlog.events]).toEqual([[1, 2], 10]);
    backlog.remove(first);
    expect([numbersOf(backlog.first(10)), backlog.events]).toEqual([[2], 5]);
  });
});

describe('the reader', () => {
  it('waits while the backlog is full', async () => {
    const backlog = new Backlog(10);
    expect(await isSettled(backlog.add([batch(1, 9)], never))).toBe(true);
    const adding = backlog.add([batch(2, 30)], never);
    expect(await isSettled(adding)).toBe(false);
    backlog.remove(backlog.first(9));
    expect(await isSettled(adding)).toBe(false);
    backlog.remove(backlog.first(30));
    expect(await isSettled(adding)).toBe(true);
  });

  it('waits no longer when it is to stop', async () => {
    const backlog = new Backlog(10);
    const stopping = new AbortController();
    const adding = backlog.add([batch(1, 10)], stopping.signal);
    expect(await isSettled(adding)).toBe(false);
    stopping.abort();
    expect(await isSettled(adding)).toBe(true);
  });
});

describe('the writer', () => {
  it('waits for so many events', async () => {
    const backlog = new Backlog(1_000);
    const waiting = backlog.whenHolds(10, never);
    await backlog.add([batch(1, 9)], never);
    expect(await isSettled(waiting)).toBe(false);
    await backlog.add([batch(2, 1)], never);
    expect(await isSettled(waiting)).toBe(true);
    expect(await isSettled(backlog.whenHolds(10, never))).toBe(true);
  });

  it('waits no longer than it is told', async () => {
    const backlog = new Backlog(1_000);
    expect(await isSettled(backlog.whenHolds(1, never, 0))).toBe(true);
    expect(await isSettled(backlog.whenHolds(1, never, -5))).toBe(true);
    await backlog.whenHolds(1, never, 1);
    expect(backlog.events).toBe(0);
  });

  it('waits no longer when no more will come, or when it is to stop', async () => {
    const backlog = new Backlog(1_000);
    const stopping = new AbortController();
    const waiting = [backlog.whenHolds(1, never), backlog.whenHolds(1, stopping.signal)] as const;
    expect(await isSettled(Promise.race(waiting))).toBe(false);
    stopping.abort();
    expect(await isSettled(waiting[1])).toBe(true);
    expect(await isSettled(waiting[0])).toBe(false);
    backlog.end();
    expect([await isSettled(waiting[0]), backlog.isEnded]).toEqual([true, true]);
  });
});
