import { describe, expect, it } from 'vitest';
import { matchCredential, type Credentials } from './credential';

const hash = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
const NOW = 1_700_000_000_000;

const fresh: Credentials = {
  generation: 1,
  apiKeyHash: hash(1),
  previousApiKeyHash: null,
  previousValidUntilMs: null,
  revokedMs: null,
};
const rotated: Credentials = {
  ...fresh,
  generation: 5,
  apiKeyHash: hash(5),
  previousApiKeyHash: hash(4),
  previousValidUntilMs: NOW + 1,
};

describe('the credential a caller presented', () => {
  const cases: [
    title: string,
    key: Credentials | undefined,
    presented: number,
    is: number | null,
  ][] = [
    ['fresh key, its hash', fresh, 1, 1],
    ['fresh key, another hash', fresh, 2, null],
    ['fresh key, the all-zero hash that stands for none', fresh, 0, null],
    ['no such key', undefined, 1, null],
    ['no such key, all-zero hash', undefined, 0, null],
    ['rotated, new hash', rotated, 5, 5],
    ['rotated, old hash within the overlap', rotated, 4, 4],
    ['rotated, hash before the old one', rotated, 3, null],
    [
      'rotated, old hash at the end of the overlap',
      { ...rotated, previousValidUntilMs: NOW },
      4,
      null,
    ],
    ['rotated, new hash after the overlap', { ...rotated, previousValidUntilMs: 0 }, 5, 5],
    ['revoked, new hash', { ...rotated, revokedMs: NOW }, 5, null],
    ['revoked, old hash within the overlap', { ...rotated, revokedMs: NOW }, 4, null],
  ];
  it.each(cases)('%s', (_, key, presented, is) => {
    expect(matchCredential(key, hash(presented), NOW)).toBe(is);
  });
});
