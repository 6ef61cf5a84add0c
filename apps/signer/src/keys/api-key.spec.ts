import { describe, expect, it } from 'vitest';
import { claimedKeyId, formatApiKey } from './api-key';

const keyId = new Uint8Array(16).fill(0xab);
const random = new Uint8Array(32).fill(0xcd);
const valid = `bw_test_${'ab'.repeat(16)}_${'cd'.repeat(32)}`;

describe('API key text', () => {
  it('is bw, network, key id and random, and its key id reads back', () => {
    expect(formatApiKey({ network: 'test', keyId, random })).toBe(valid);
    expect(claimedKeyId(valid, 'test')).toEqual(keyId);
  });

  it('fits the header limit in either network', () => {
    const longest = formatApiKey({ network: 'production', keyId, random });
    expect(claimedKeyId(longest, 'production')).toEqual(keyId);
  });

  it.each([
    ['the other network', valid.replace('test', 'production')],
    ['no prefix', valid.slice(3)],
    ['upper case', valid.toUpperCase()],
    ['a short key id', valid.replace('ab_', 'a_')],
    ['a short random', valid.slice(0, -1)],
    ['a long random', `${valid}0`],
    ['a repeated header', `${valid}, ${valid}`],
    ['a line end', `${valid}\n`],
    ['nothing', ''],
  ])('claims no key id with %s', (_, text) => {
    expect(claimedKeyId(text, 'test')).toBeUndefined();
  });
});
