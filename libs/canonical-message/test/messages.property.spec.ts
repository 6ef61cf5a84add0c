/** The kinds of signed bytes can never be confused, whatever values they hold. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { DecodeError, toHex } from '@bellwether/codec';
import type { SignedKind } from '../src';
import { CODECS, KINDS } from './codecs';
import { propertyRuns } from './property-runs';

const anyKind = fc.constantFrom(...KINDS);

/** Decodes `message` as `kind` and encodes it again; `refused` if it throws `DecodeError`. */
function reencoded(kind: SignedKind, message: Uint8Array): string {
  const { encode, decode } = CODECS[kind];
  try {
    return toHex(encode(decode(message)));
  } catch (error) {
    if (error instanceof DecodeError) return 'refused';
    throw error;
  }
}

const kindsOf = (message: Uint8Array): SignedKind[] =>
  KINDS.filter((kind) => reencoded(kind, message) !== 'refused');

const anyEncoding = anyKind.chain((kind) =>
  CODECS[kind].values.map((value) => ({ kind, message: CODECS[kind].encode(value) })),
);

const LONGEST = Math.max(...KINDS.map((kind) => CODECS[kind].byteLength));

/** A real message with some bytes changed to meaningful ones, half of the time with the length of another kind. */
const plausible = fc
  .tuple(
    anyEncoding,
    fc.array(fc.tuple(fc.nat(LONGEST - 1), fc.constantFrom(0, 1, 2, 3, 4, 0x1f, 0x20)), {
      maxLength: 3,
    }),
    fc.option(anyKind, { nil: undefined }),
  )
  .map(([{ kind, message }, overwrites, lengthOf = kind]) => {
    const bytes = new Uint8Array(LONGEST);
    bytes.set(message);
    for (const [at, byte] of overwrites) bytes[at] = byte;
    return bytes.slice(0, CODECS[lengthOf].byteLength);
  });

describe.each(KINDS)('%s', (kind) => {
  const { encode, decode, values, byteLength } = CODECS[kind];

  it('gives back every value from bytes of its one length', () => {
    fc.assert(
      fc.property(values, (value) => {
        const message = encode(value);
        expect(message).toHaveLength(byteLength);
        expect(decode(message)).toEqual(value);
      }),
      propertyRuns(200),
    );
  });

  it('changed in a byte, is refused or says something else in the same bytes', () => {
    const changed = fc
      .tuple(values, fc.nat(byteLength - 1), fc.integer({ min: 1, max: 255 }))
      .map(([value, at, flips]) => {
        const message = encode(value);
        message[at]! ^= flips;
        return message;
      });
    fc.assert(
      fc.property(changed, (message) => {
        expect(['refused', toHex(message)]).toContain(reencoded(kind, message));
      }),
      propertyRuns(500),
    );
  });
});

describe('no byte string is two messages', () => {
  it('because no two kinds have one length, and nothing else has the length of an order', () => {
    const lengths = KINDS.map((kind) => [kind, CODECS[kind].byteLength]);
    expect(Object.fromEntries(lengths)).toEqual({
      order: 90,
      cancel_all: 74,
      cancel: 73,
      withdraw: 92,
      recover: 115,
      redeem: 82,
      amend: 106,
      full_order: 119,
      cancel_after: 50,
      challenge: 123,
      attestation: 124,
    });
    expect(new Set(lengths.map(([, length]) => length)).size).toBe(KINDS.length);
  });

  it('among encodings of any kind', () => {
    fc.assert(
      fc.property(anyEncoding, ({ kind, message }) => {
        expect(kindsOf(message)).toEqual([kind]);
      }),
      propertyRuns(500),
    );
  });

  it('among plausible bytes, and what decodes has these bytes and no others', () => {
    let decoded = 0;
    let refused = 0;
    fc.assert(
      fc.property(plausible, (message) => {
        const kinds = kindsOf(message);
        decoded += kinds.length;
        refused += 1 - kinds.length;
        expect(kinds.length).toBeLessThanOrEqual(1);
        expect(kinds.map((kind) => reencoded(kind, message))).toEqual(
          kinds.map(() => toHex(message)),
        );
      }),
      propertyRuns(3_000),
    );
    // The test would be void if all strings were refused, or none.
    expect(Math.min(decoded, refused)).toBeGreaterThan(0);
  });
});

describe('what does not fit its bytes is not signed', () => {
  const key = new Uint8Array(32);
  const order = {
    marketId: key,
    user: key,
    outcome: 'yes',
    side: 'buy',
    price: 1,
    size: 1,
    nonce: 1,
  };
  const withdraw = {
    network: 'test',
    mainAddress: key,
    amount: 1,
    maxGasFee: 0,
    recipient: { kind: 'default' },
    allowProgramAddress: false,
    nonce: 1,
  };

  const attestation = {
    network: 'test',
    source: key,
    subject: key,
    attests: 'value',
    value: 1,
    decimals: 1,
    observedAt: 1,
    signedAt: 1,
    statementSha256: key,
  };

  it.each<[SignedKind, string, object]>([
    ['order', 'a price above 2^53 - 1', { ...order, price: 2 ** 53 }],
    ['order', 'a negative size', { ...order, size: -1 }],
    ['order', 'a fractional price', { ...order, price: 0.5 }],
    ['order', 'no nonce', { ...order, nonce: undefined }],
    ['order', 'a short key', { ...order, user: new Uint8Array(31) }],
    ['order', 'another word', { ...order, outcome: 'maybe' }],
    ['cancel_all', 'a short market id', { user: key, marketId: new Uint8Array(31), nonce: 1 }],
    ['cancel', 'an unsafe order id', { user: key, marketId: key, orderId: 2 ** 60 }],
    ['attestation', 'a value below -2^53 + 1', { ...attestation, value: -(2 ** 53) }],
    ['attestation', 'a fractional value', { ...attestation, value: 1.5 }],
    ['attestation', '16 decimals', { ...attestation, decimals: 16 }],
    ['attestation', 'half a decimal', { ...attestation, decimals: 0.5 }],
    ['withdraw', 'another network', { ...withdraw, network: 'staging' }],
    ['withdraw', 'a fee above 2^53 - 1', { ...withdraw, maxGasFee: 2 ** 53 }],
    ['withdraw', 'an unknown recipient', { ...withdraw, recipient: { kind: 'elsewhere' } }],
    [
      'withdraw',
      'a recipient without address',
      { ...withdraw, recipient: { kind: 'recipient_ext' } },
    ],
  ])('%s: %s', (kind, _what, value) => {
    expect(() => CODECS[kind].encode(value)).toThrow(Error);
  });
});
