import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { buildHmacSignature } from '@polymarket/builder-signing-sdk';
import { toHex } from '@bellwether/codec';
import { envelopeMac, isSameMac } from './envelope-mac';

describe('the MAC of a request', () => {
  it('is that of the published vector', () => {
    const secret = Buffer.from('AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', 'base64');
    const mac = envelopeMac(secret, {
      timestamp: '1700000000',
      method: 'POST',
      target: '/v1/submit',
      rawBody: Buffer.from('{"user":"u","price":5000}'),
    });
    expect(toHex(mac)).toBe('cdabcf75d5c0d31af201aeec9527b8fa29b10e877d64c60ef082478006f54752');
  });

  it('is what buildHmacSignature of @polymarket/builder-signing-sdk gives for any body', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.string({ unit: 'grapheme' }),
        (secret, body) => {
          const theirs = buildHmacSignature(
            Buffer.from(secret).toString('base64'),
            1_700_000_000,
            'POST',
            '/v1/trades',
            body,
          );
          const ours = envelopeMac(secret, {
            timestamp: '1700000000',
            method: 'POST',
            target: '/v1/trades',
            rawBody: Buffer.from(body),
          });
          expect(isSameMac(ours, Buffer.from(theirs, 'base64url'))).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('is not the same as a shorter or another one', () => {
    const mac = new Uint8Array(32).fill(1);
    expect(isSameMac(mac, mac.slice(0, 31))).toBe(false);
    expect(isSameMac(mac, new Uint8Array(32))).toBe(false);
  });
});
