import { describe, expect, it } from 'vitest';
import type { StreamedBatch } from '@bellwether/bus';
import type { SequencedEvent } from '@bellwether/exchange';
import { transactionsOf } from './transactions';

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
});

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
  ])('become transactions: %s', (_, sizes, expected) => {
    const batches = sizes.map((size, index) => batch(index + 1, size));
    const numbers = transactionsOf(batches, 10).map((transaction) =>
      transaction.map(({ streamSequence }) => streamSequence),
    );
    expect(numbers).toEqual(expected);
  });
});
