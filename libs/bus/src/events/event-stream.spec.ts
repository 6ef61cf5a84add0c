import { describe, expect, it } from 'vitest';
import { encode } from '@bellwether/codec';
import { eventBatchLayout } from '@bellwether/exchange';
import type { EventBatch } from '@bellwether/exchange';
import { decodeBatch } from './event-stream';

const batch: EventBatch = {
  previousSeq: 0,
  previousIndex: 0,
  events: [{ seq: 1, index: 0, timestampMs: 5, event: { kind: 'mode', mode: 'open' } }],
};
/** Place of the batch, count of its events, place and time of the first one, its tag. */
const LENGTH_AT = 12 + 4 + 20 + 1;

/** What an engine writes whose release has one more field in this event. */
function ofLaterRelease(): Uint8Array {
  const written = encode(eventBatchLayout, batch);
  const grown = Uint8Array.from([...written, 1, 7]);
  grown[LENGTH_AT]! += 2;
  return grown;
}

describe('a batch of an engine of a later release', () => {
  it('is poison for who stores events, and is read without its later fields by who shows them', () => {
    expect(() => decodeBatch(ofLaterRelease(), 1)).toThrow('is unreadable');
    expect(decodeBatch(ofLaterRelease(), 1, 'skip')).toEqual(batch);
  });
});
