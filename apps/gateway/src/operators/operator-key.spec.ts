import { createHash, createHmac, createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  claimedName,
  formatOperatorKey,
  isSameSecret,
  operatorKeyHash,
  sha256Of,
} from './operator-key';

const RANDOM = new Uint8Array(32).fill(0xab);
const KEY = formatOperatorKey('alice-2', RANDOM);
const PEPPER = createSecretKey(Buffer.alloc(32, 1));
const PARTS = {
  name: 'alice-2',
  roles: ['markets', 'read'],
  generation: 3,
  confirmedBy: 'bob',
  keySha256: sha256Of(KEY),
} as const;

describe('the key of an operator', () => {
  it('names who has it', () => {
    expect(KEY).toBe(`bw_operator_alice-2_${'ab'.repeat(32)}`);
    expect(claimedName(KEY)).toBe('alice-2');
  });

  it.each([
    '',
    'bw_admin_00',
    KEY.slice(0, -1),
    `${KEY}0`,
    KEY.toUpperCase(),
    KEY.replace('alice-2', 'Alice'),
    KEY.replace('alice-2', '2alice'),
    KEY.replace('alice-2', 'a'.repeat(33)),
    `bw_operator_${'a'.repeat(1_000)}`,
  ])('is not %j', (text) => {
    expect(claimedName(text)).toBeUndefined();
  });

  it('is stored as an HMAC that these bytes make, for ever', () => {
    const message = Buffer.concat([
      Buffer.from([0, 0]),
      Buffer.from('operator-key/v1'),
      Buffer.from([0, 0]),
      Buffer.from('alice-2'),
      Buffer.from([0, 0]),
      Buffer.from('read,markets'),
      Buffer.from([0, 0]),
      Buffer.from('bob'),
      Buffer.from([0, 0, 0, 0]),
      createHash('sha256').update(KEY).digest(),
    ]);
    const little = Buffer.from(message);
    little.writeUInt16LE(15, 0);
    little.writeUInt16LE(7, 17);
    little.writeUInt16LE(12, 26);
    little.writeUInt16LE(3, 40);
    little.writeUInt32LE(3, 45);
    const expected = createHmac('sha256', PEPPER).update(little).digest();
    expect(Buffer.from(operatorKeyHash(PEPPER, PARTS)).equals(expected)).toBe(true);
  });

  it('has another hash under another pepper, name, set of roles, generation, confirming operator or key', () => {
    const hashes = [
      operatorKeyHash(PEPPER, PARTS),
      operatorKeyHash(createSecretKey(Buffer.alloc(32, 2)), PARTS),
      operatorKeyHash(PEPPER, { ...PARTS, name: 'alice' }),
      operatorKeyHash(PEPPER, { ...PARTS, roles: ['markets', 'read', 'admin'] }),
      operatorKeyHash(PEPPER, { ...PARTS, generation: 4 }),
      operatorKeyHash(PEPPER, { ...PARTS, confirmedBy: null }),
      operatorKeyHash(PEPPER, { ...PARTS, keySha256: sha256Of(`${KEY}0`) }),
    ].map((hash) => Buffer.from(hash).toString('hex'));
    expect(new Set(hashes).size).toBe(hashes.length);
    const reordered = operatorKeyHash(PEPPER, { ...PARTS, roles: ['read', 'markets'] });
    expect(Buffer.from(reordered).toString('hex')).toBe(hashes[0]);
  });
});

describe('isSameSecret', () => {
  it('takes the same text alone, of whatever length', () => {
    expect(isSameSecret('abc', 'abc')).toBe(true);
    for (const other of ['', 'ab', 'abcd', 'abd']) expect(isSameSecret(other, 'abc')).toBe(false);
  });
});
