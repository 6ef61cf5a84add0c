/**
 * Texts of owners: golden vectors made by an implementation in another language, both ways; the envelope of the unmodified
 * `@solana/kit`; keys of Node's own crypto; and no text but the exact one.
 */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import {
  address,
  OffchainMessageContentFormat,
  compileOffchainMessageV0Envelope,
  offchainMessageApplicationDomain,
  offchainMessageContentUtf8Of1232BytesMax,
} from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { camelCase, toBase58, toHex } from '@bellwether/codec';
import { sha256 } from '@noble/hashes/sha2.js';
import {
  APPLICATION_DOMAIN,
  buildOwnerText,
  bytesOfText,
  isRefusedText,
  messageHash,
  parseOwnerText,
} from '../src';
import type { OwnerText, OwnerTextKind } from '../src';
import { KINDS, CODECS } from './codecs';
import { propertyRuns } from './property-runs';
import { hexBytes, keyBytes, readVectors } from './vectors';

interface TextVector {
  readonly kind: OwnerTextKind;
  readonly secret_key: string;
  readonly signer: string;
  readonly fields: Readonly<Record<string, string | number | boolean | null>>;
  readonly text: string;
  readonly message_hash: string;
  readonly signature: string;
  readonly envelope: string;
  readonly envelope_hash: string;
  readonly envelope_signature: string;
}

interface RefusedVector {
  readonly reason: string;
  readonly line: number;
  readonly text: string;
}

const vectors = readVectors<TextVector>('owner-texts');
const refused = readVectors<RefusedVector>('refused-texts');
const utf8 = new TextEncoder();

/** The names of fields in vectors are those of the HTTP interface. */
const KEYS = new Set([
  'account',
  'trading_key',
  'mint',
  'recipient',
  'claim_market',
  'reason_sha256',
]);

function saidBy({ kind, fields }: TextVector): OwnerText {
  const entries = Object.entries(fields).map(([name, value]) => [
    camelCase(name),
    KEYS.has(name) && typeof value === 'string' ? keyBytes(value) : value,
  ]);
  return { kind, ...Object.fromEntries(entries) } as OwnerText;
}

/** PKCS #8 around a seed. */
const privateKeyOf = (seed: string) =>
  createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex'),
    format: 'der',
    type: 'pkcs8',
  });

describe.each(vectors.map((vector, index) => [index, vector.kind, vector] as const))(
  'golden text %d, %s',
  (_index, _kind, vector) => {
    const signer = keyBytes(vector.signer);

    it('is built from its fields, and says them', () => {
      expect(buildOwnerText(saidBy(vector))).toBe(vector.text);
      expect(parseOwnerText(vector.text)).toEqual(saidBy(vector));
    });

    it('has these bytes and hashes, raw and in the envelope', () => {
      expect(messageHash(bytesOfText(vector.text, 'raw', signer))).toBe(vector.message_hash);
      const envelope = bytesOfText(vector.text, 'envelope', signer);
      expect([toHex(envelope), messageHash(envelope)]).toEqual([
        vector.envelope,
        vector.envelope_hash,
      ]);
    });

    it('has the envelope that @solana/kit makes', () => {
      const { content } = compileOffchainMessageV0Envelope({
        version: 0,
        applicationDomain: offchainMessageApplicationDomain(toBase58(APPLICATION_DOMAIN)),
        content: offchainMessageContentUtf8Of1232BytesMax(vector.text),
        requiredSignatories: [{ address: address(vector.signer) }],
      });
      expect(toHex(new Uint8Array(content))).toBe(vector.envelope);
      expect(OffchainMessageContentFormat.UTF8_1232_BYTES_MAX).toBe(1);
    });

    it("is signed by a key of Node's crypto with these signatures", () => {
      const secret = privateKeyOf(vector.secret_key);
      const { x = '' } = createPublicKey(secret).export({ format: 'jwk' });
      expect(new Uint8Array(Buffer.from(x, 'base64url'))).toEqual(signer);
      for (const [form, signature] of [
        ['raw', vector.signature],
        ['envelope', vector.envelope_signature],
      ] as const) {
        const bytes = bytesOfText(vector.text, form, signer);
        expect(sign(null, bytes, secret).toString('hex')).toBe(signature);
        expect(verify(null, bytes, createPublicKey(secret), hexBytes(signature))).toBe(true);
      }
    });

    it('altered in any byte, says something else or nothing', () => {
      for (let at = 0; at < vector.text.length; at++) {
        for (const other of [' ', '1', 'x', '\n', 'é']) {
          const changed = vector.text.slice(0, at) + other + vector.text.slice(at + 1);
          if (changed === vector.text) continue;
          const read = parseOwnerText(changed);
          const said = isRefusedText(read) ? read.line > 0 : buildOwnerText(read) === changed;
          expect(said).toBe(true);
        }
      }
    });
  },
);

describe('a text that is none', () => {
  it.each(refused)('is refused with its first wrong line: $reason', ({ text, line }) => {
    expect(parseOwnerText(text)).toMatchObject({ line });
  });

  it('says what was found and what belongs there', () => {
    const [{ text }] = vectors as [TextVector];
    expect(parseOwnerText(text.replace('Network: test', 'Network: devnet'))).toEqual({
      line: 3,
      found: 'Network: devnet',
      expected: '`Network: `, then `test` or `production`',
    });
    expect(parseOwnerText(text.slice(0, text.lastIndexOf('\n')))).toEqual({
      line: 12,
      found: null,
      expected: '`Nonce: `, then an integer from 0 to 9007199254740991, without leading zeros',
    });
  });
});

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const nonce = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER));
const head = {
  network: fc.constantFrom('test' as const, 'production' as const),
  account: key,
  nonce,
};
const texts: fc.Arbitrary<OwnerText> = fc.oneof(
  fc.record({
    kind: fc.constant('allow_trading_key' as const),
    ...head,
    tradingKey: key,
    until: fc.integer({ min: 0, max: 253_402_300_799 }),
    atMost: nonce,
    priceBand: nonce,
    redeem: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('revoke_trading_key' as const), ...head, tradingKey: key }),
  fc.record({
    kind: fc.constant('withdraw' as const),
    ...head,
    amount: nonce,
    maxGasFee: nonce,
    recipient: key,
    allowProgramAddress: fc.boolean(),
    chain: fc.constantFrom('ext' as const, 'main' as const),
  }),
  fc.record({
    kind: fc.constant('recover' as const),
    ...head,
    mint: key,
    recipient: key,
    allowProgramAddress: fc.boolean(),
    maxGasFee: nonce,
  }),
);

describe('the text of any values', () => {
  it('gives them back, and is longer than every other signed message', () => {
    const longest = Math.max(...KINDS.map((kind) => CODECS[kind].byteLength));
    fc.assert(
      fc.property(texts, (said) => {
        const text = buildOwnerText(said);
        expect(parseOwnerText(text)).toEqual(said);
        expect(utf8.encode(text)).toHaveLength(text.length);
        expect(text.length).toBeGreaterThan(longest);
      }),
      propertyRuns(500),
    );
  });

  it('writes times as Date does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799 }), (until) => {
        const text = buildOwnerText({
          ...(saidBy(vectors[0]!) as never as object),
          until,
        } as never);
        expect(text).toContain(`\nUntil: ${new Date(until * 1000).toISOString().slice(0, 19)}Z\n`);
      }),
      propertyRuns(1_000),
    );
  });

  it('is not built of what does not fit', () => {
    const allow = saidBy(vectors[0]!) as Extract<OwnerText, { kind: 'allow_trading_key' }>;
    for (const wrong of [
      { ...allow, nonce: 2 ** 53 },
      { ...allow, nonce: -1 },
      { ...allow, until: 253_402_300_800 },
      { ...allow, network: 'devnet' as never },
    ])
      expect(() => buildOwnerText(wrong)).toThrow(RangeError);
  });
});

/** Add-only, as all vectors are. */
it.each([
  ['owner-texts', 17, '900a6c935c0fe782acd37147439f39ad292628f132bf226334f1e763dc221e2b'],
  ['refused-texts', 88, 'e1c2b4566988db4bd52e6457bf8e96b324e99eea9f91c2e7568ca382ed1e8ace'],
])('the published vectors of %s are never changed', (name, count, expected) => {
  const published = readVectors(name).slice(0, count);
  expect(published).toHaveLength(count);
  expect(toHex(sha256(utf8.encode(JSON.stringify(published))))).toBe(expected);
});
