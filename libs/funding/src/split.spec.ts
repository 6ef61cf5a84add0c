import { describe, expect, it } from 'vitest';
import { MAX_SPLIT_ENTRIES } from '@bellwether/split-program';
import { decodeSplit, encodeSplit, isLeftOf, splitSum } from './split';
import { ALONE, messageAmountOf, messageNameOf } from './transfer';
import { bytesOf, signature } from '../test/deposits-under-test';

const splitOf = (count: number) => ({
  salt: bytesOf(32, 7),
  rentTo: bytesOf(32, 9),
  entries: Array.from({ length: count }, (_, at) => ({
    account: bytesOf(32, at),
    amountMicroUsdc: 10 ** at,
  })),
});

describe('a split', () => {
  it.each([1, 2, MAX_SPLIT_ENTRIES])('of %i entries is read as it was written', (count) => {
    expect(decodeSplit(encodeSplit(splitOf(count)))).toEqual(splitOf(count));
  });

  it.each([0, MAX_SPLIT_ENTRIES + 1])('has no %i entries', (count) => {
    expect(() => encodeSplit(splitOf(count))).toThrow(`a split of ${count} entries`);
  });

  it('is known by what is left of it, and by nothing else', () => {
    const whole = splitOf(4);
    const left = (...places: number[]) => ({
      ...whole,
      entries: places.map((place) => whole.entries[place]!),
    });
    for (const places of [[0, 1, 2, 3], [1], [0, 3], [1, 2, 3]]) {
      expect(isLeftOf(left(...places), whole)).toBe(true);
    }
    for (const places of [
      [1, 0],
      [2, 2],
    ]) {
      expect(isLeftOf(left(...places), whole)).toBe(false);
    }
    expect(isLeftOf({ ...whole, rentTo: bytesOf(32, 8) }, whole)).toBe(false);
    expect(isLeftOf({ ...whole, salt: bytesOf(32, 8) }, whole)).toBe(false);
    const [first] = whole.entries;
    const other = { ...whole, entries: [{ ...first!, amountMicroUsdc: 2 }] };
    expect(isLeftOf(other, whole)).toBe(false);
  });

  it('gives its message the sum, and one name to all that share it', () => {
    const split = encodeSplit(splitOf(3));
    expect(splitSum(splitOf(3))).toBe(111);
    expect(messageAmountOf({ amountMicroUsdc: 10, split })).toBe(111);
    const names = ['a', 'b'].map((transferId) =>
      messageNameOf({ transferId, split, sourceSignature: signature(1) }),
    );
    expect(new Set(names).size).toBe(1);
  });

  it('is none for a transfer that goes alone', () => {
    const alone = { ...ALONE, amountMicroUsdc: 10, transferId: 'a', sourceSignature: signature(1) };
    expect(messageAmountOf(alone)).toBe(10);
    expect(messageNameOf(alone)).toBe('a');
  });
});
