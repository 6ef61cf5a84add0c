/** What a snapshot must be to be read: named parts in their order, of a version that is known. */
import { describe, expect, it } from 'vitest';
import { DecodeError, decode, encode } from '@bellwether/codec';
import { CAPACITIES, LITTLE_LOAD } from '../src/capacities';
import { SNAPSHOT_VERSION, headLayout } from '../src/snapshot/head';
import { joinParts, splitParts } from '../src/snapshot/parts';
import { PART_NAMES, readState, writeState } from '../src/snapshot/snapshot';
import { ExchangeState } from '../src/state';

const written = writeState(new ExchangeState('test', CAPACITIES, LITTLE_LOAD));
const parts = splitParts(written, PART_NAMES);
const head = decode(headLayout, parts.head);
const { head: _, ...rest } = parts;

describe('a snapshot', () => {
  it('comes back as it was', () => {
    expect(writeState(readState(written, LITTLE_LOAD))).toEqual(written);
  });

  it.each([
    [
      'of another version',
      { head: encode(headLayout, { ...head, version: SNAPSHOT_VERSION + 1 }), ...rest },
    ],
    ['of something else', { head: encode(headLayout, { ...head, format: 'another' }), ...rest }],
    ['with a part of a later release', { ...parts, later: Uint8Array.of(1) }],
    ['whose parts come in another order', { ...rest, head: parts.head }],
  ])('%s is refused: its journal is replayed', (_what, changed) => {
    expect(() => readState(joinParts(changed), LITTLE_LOAD)).toThrow(DecodeError);
  });

  it('that is cut anywhere is refused', () => {
    for (let length = 0; length < written.length; length++) {
      expect(() => readState(written.subarray(0, length), LITTLE_LOAD)).toThrow(DecodeError);
    }
  });
});
