import { describe, expect, it } from 'vitest';
import { inspect } from 'node:util';
import { parseMaster, sameKeys } from './masters';

const base64 = (fill: number, length = 32): string => Buffer.alloc(length, fill).toString('base64');
const masters = (a: number, b: number, c: number) => {
  const [delegatedKey, hmac, apiKeyPepper] = [a, b, c].map((fill) => parseMaster(base64(fill)));
  if (!delegatedKey || !hmac || !apiKeyPepper) throw new Error('a test master did not parse');
  return { delegatedKey, hmac, apiKeyPepper };
};

describe('masters', () => {
  it.each([
    ['31 bytes', base64(1, 31)],
    ['33 bytes', base64(1, 33)],
    ['nothing', ''],
    ['hex', '01'.repeat(32)],
    ['base64 without padding', base64(1).slice(0, -1)],
    ['base64 with a line end', `${base64(1)}\n`],
    ['base64url', Buffer.alloc(32, 0xff).toString('base64url') + '='],
  ])('are refused as %s', (_, text) => {
    expect(parseMaster(text)).toBeUndefined();
  });

  it('show nothing when they are printed or serialised', () => {
    const all = masters(1, 2, 3);
    expect(inspect(all, { depth: 5 }) + JSON.stringify(all)).not.toMatch(/AQEB|0101|1,1/);
  });

  it('name two that are the same', () => {
    expect(sameKeys(masters(1, 2, 3))).toBeUndefined();
    expect(sameKeys(masters(1, 2, 1))).toEqual(['delegatedKey', 'apiKeyPepper']);
    expect(sameKeys(masters(1, 2, 2))).toEqual(['hmac', 'apiKeyPepper']);
  });
});
