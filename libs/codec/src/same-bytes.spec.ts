import { describe, expect, it } from 'vitest';
import { sameBytes } from './same-bytes';

describe('sameBytes', () => {
  it.each([
    [[], [], true],
    [[1, 2], [1, 2], true],
    [[1, 2], [1, 3], false],
    [[1, 2], [1], false],
    [[1], [1, 2], false],
    [[], [0], false],
  ])('%j and %j: %s', (a, b, isSame) => {
    expect(sameBytes(Uint8Array.from(a), Uint8Array.from(b))).toBe(isSame);
  });
});
