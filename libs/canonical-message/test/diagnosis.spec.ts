/**
 * Goal: a client that builds a message wrongly learns why. Method: an independent client writes each message by hand
 * with one mistake, signs it, and is diagnosed first by its signature alone, then by its bytes alone.
 */
import { describe, expect, it } from 'vitest';
import * as noble from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { toBase58, toHex } from '@bellwether/codec';
import {
  SIGNED_KINDS,
  diagnoseSignature,
  encodeAny,
  fieldValue,
  fieldsOf,
  kindOfLength,
  variantsOf,
} from '../src';
import type { AnySignedMessage, Verify } from '../src';

noble.hashes.sha512 = sha512;
const verify: Verify = (signature, message, key) =>
  noble.verify(signature, message, key, { zip215: false });

const seed = new Uint8Array(32).fill(7);
const user = noble.getPublicKey(seed);
const otherSeed = new Uint8Array(32).fill(8);
const otherKey = noble.getPublicKey(otherSeed);
const marketId = Uint8Array.from({ length: 32 }, (_, index) => index);
const recipient = new Uint8Array(32).fill(9);
const mint = new Uint8Array(32).fill(3);

const MESSAGES = {
  order: {
    kind: 'order',
    marketId,
    user,
    outcome: 'yes',
    side: 'buy',
    price: 4_500,
    size: 10,
    nonce: 7,
  },
  cancel: { kind: 'cancel', user, marketId, orderId: 9 },
  cancel_all: { kind: 'cancel_all', user, marketId, nonce: 3 },
  withdraw: {
    kind: 'withdraw',
    network: 'test',
    mainAddress: user,
    amount: 25_000_000,
    maxGasFee: 1_500_000,
    recipient: { kind: 'recipient_ext', address: recipient },
    allowProgramAddress: false,
    nonce: 2,
  },
  recover: {
    kind: 'recover',
    network: 'test',
    mainAddress: user,
    mint,
    maxGasFee: 0,
    recipient,
    allowProgramAddress: true,
    nonce: 4,
  },
  redeem: { kind: 'redeem', network: 'test', marketId, user, size: 10, nonce: 8 },
  amend: {
    kind: 'amend',
    network: 'test',
    marketId,
    user,
    orderId: 9,
    price: 4_600,
    size: 5,
    nonce: 10,
  },
  full_order: {
    kind: 'full_order',
    network: 'test',
    marketId,
    user,
    outcome: 'yes',
    side: 'buy',
    orderType: 'gtc',
    selfTrade: 'cancel_taker',
    reduceOnly: false,
    price: 4_500,
    size: 10,
    nonce: 9,
    feeBps: 25,
    expiresAt: 1_798_761_600,
  },
  cancel_after: { kind: 'cancel_after', network: 'test', user, seconds: 60, nonce: 5 },
  challenge: {
    kind: 'challenge',
    network: 'test',
    caseId: 4_711,
    user,
    claim: 'winner',
    claimMarket: marketId,
    reasonSha256: mint,
    stakeMicroUsdc: 50_000_000,
    nonce: 11,
  },
  attestation: {
    kind: 'attestation',
    network: 'test',
    source: user,
    subject: marketId,
    attests: 'value',
    value: -15,
    decimals: 1,
    observedAt: 1_795_305_600,
    signedAt: 1_795_305_660,
    statementSha256: mint,
  },
} as const satisfies Record<string, AnySignedMessage>;

/** The bytes as an independent client writes them. */
const bytes = (...parts: (Uint8Array | string | number)[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'number') return Buffer.from([part]);
      return typeof part === 'string' ? Buffer.from(part, 'utf8') : Buffer.from(part);
    }),
  );
const little = (value: number, length = 8): Uint8Array => {
  const buffer = Buffer.alloc(length);
  buffer.writeUIntLE(value, 0, Math.min(length, 6));
  return buffer;
};
const big = (value: number): Uint8Array => Buffer.from(little(value)).reverse();
const right = MESSAGES.order;
const canonical = encodeAny(right);
const numbers = [little(4_500), little(10), little(7)];
const hex = (message: Uint8Array): string => Buffer.from(message).toString('hex');
const tail = (outcome: number, side: number) => [outcome, side, ...numbers];

describe('the fields of a message', () => {
  it.each(SIGNED_KINDS.map((kind) => [kind, MESSAGES[kind]] as const))(
    'of %s lie one behind the other and are the message',
    (kind, message) => {
      const encoded = encodeAny(message);
      const fields = fieldsOf(kind, encoded);
      expect(bytes(...fields.map((field) => field.bytes))).toEqual(Buffer.from(encoded));
      let offset = 0;
      for (const field of fields) {
        expect(field.offset).toBe(offset);
        offset += field.length;
      }
      expect(kindOfLength(encoded.length)).toBe(kind);
    },
  );

  it('say what their bytes mean', () => {
    const values = (kind: keyof typeof MESSAGES) =>
      fieldsOf(kind, encodeAny(MESSAGES[kind])).map((field) => [field.name, fieldValue(field)]);
    expect(values('order')).toEqual([
      ['market_id', toHex(marketId)],
      ['user', toBase58(user)],
      ['outcome', 'yes'],
      ['side', 'buy'],
      ['price', '4500'],
      ['size', '10'],
      ['nonce', '7'],
    ]);
    expect(values('withdraw')).toEqual([
      ['tag', '03'],
      ['network', 'test'],
      ['main_address', toBase58(user)],
      ['amount', '25000000'],
      ['max_gas_fee', '1500000'],
      ['recipient_kind', 'recipient_ext'],
      ['recipient', toBase58(recipient)],
      ['allow_program_address', 'false'],
      ['nonce', '2'],
    ]);
    expect(values('attestation').slice(4, 9)).toEqual([
      ['attests', 'value'],
      ['value', '-15'],
      ['decimals', '1'],
      ['observed_at', '1795305600'],
      ['signed_at', '1795305660'],
    ]);
    expect(values('cancel_all')[2]).toEqual(['market_present', 'one market']);
  });
});

/** Of a withdrawal: its amount and the most that its fee may be. */
const sums = (amount: number, maxGasFee = 1_500_000): Uint8Array =>
  bytes(little(amount), little(maxGasFee));

/** A negative integer in eight bytes. */
const negative = (value: number): Uint8Array => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigInt64LE(BigInt(value));
  return buffer;
};
const attested = (value: number, times: number, word = 0): Uint8Array =>
  bytes(
    bytes(0x0b, 0, user, marketId, word, negative(value), 1),
    bytes(little(1_795_305_600 * times), little(1_795_305_660 * times), mint),
  );

/** [code, message kind, the bytes that were signed instead] */
const MISTAKES: [code: string, kind: keyof typeof MESSAGES, signed: Uint8Array][] = [
  ['big_endian', 'order', bytes(marketId, user, 0, 0, big(4_500), big(10), big(7))],
  [
    'integers_of_4_bytes',
    'order',
    bytes(marketId, user, 0, 0, little(4_500, 4), little(10, 4), little(7, 4)),
  ],
  ['integers_as_text', 'order', bytes(marketId, user, 0, 0, '4500', '10', '7')],
  ['keys_as_base58_text', 'order', bytes(marketId, toBase58(user), ...tail(0, 0))],
  ['keys_as_hex_text', 'order', bytes(marketId, hex(user), ...tail(0, 0))],
  ['market_id_as_text', 'order', bytes(hex(marketId), user, ...tail(0, 0))],
  ['ids_as_text', 'order', bytes(hex(marketId), toBase58(user), ...tail(0, 0))],
  ['ids_in_other_order', 'order', bytes(user, marketId, ...tail(0, 0))],
  ['other_outcome', 'order', bytes(marketId, user, ...tail(1, 0))],
  ['other_side', 'order', bytes(marketId, user, ...tail(0, 1))],
  ['price_in_cents', 'order', bytes(marketId, user, 0, 0, little(45), little(10), little(7))],
  ['price_times_100', 'order', bytes(marketId, user, 0, 0, little(450_000), little(10), little(7))],
  ['price_after_size', 'order', bytes(marketId, user, 0, 0, little(10), little(4_500), little(7))],
  ['nonce_one_lower', 'order', bytes(marketId, user, 0, 0, little(4_500), little(10), little(6))],
  ['nonce_one_higher', 'order', bytes(marketId, user, 0, 0, little(4_500), little(10), little(8))],
  ['nonce_zero', 'order', bytes(marketId, user, 0, 0, little(4_500), little(10), little(0))],
  ['hash_signed', 'order', sha256(canonical)],
  ['hash_text_signed', 'order', bytes(hex(sha256(canonical)))],
  ['hex_text_signed', 'order', bytes(hex(canonical))],
  ['upper_hex_text_signed', 'order', bytes(hex(canonical).toUpperCase())],
  ['base58_text_signed', 'order', bytes(toBase58(canonical))],
  [
    'big_endian hash_signed',
    'order',
    sha256(bytes(marketId, user, 0, 0, big(4_500), big(10), big(7))),
  ],
  ['no_tag', 'cancel', bytes(user, marketId, little(9))],
  ['big_endian', 'cancel', bytes(2, user, marketId, big(9))],
  ['all_markets', 'cancel_all', bytes(1, user, 0, new Uint8Array(32), little(3))],
  ['market_present_wrong', 'cancel_all', bytes(1, user, 0, marketId, little(3))],
  ['no_market_present', 'cancel_all', bytes(1, user, marketId, little(3))],
  ['other_network', 'withdraw', bytes(3, 1, user, sums(25_000_000), 1, recipient, 0, little(2))],
  ['no_network', 'withdraw', bytes(3, user, sums(25_000_000), 1, recipient, 0, little(2))],
  ['amount_in_dollars', 'withdraw', bytes(3, 0, user, sums(25), 1, recipient, 0, little(2))],
  [
    'max_gas_fee_zero',
    'withdraw',
    bytes(3, 0, user, sums(25_000_000, 0), 1, recipient, 0, little(2)),
  ],
  [
    'other_allow_program_address',
    'withdraw',
    bytes(3, 0, user, sums(25_000_000), 1, recipient, 1, little(2)),
  ],
  [
    'other_recipient_kind',
    'withdraw',
    bytes(3, 0, user, sums(25_000_000), 2, recipient, 0, little(2)),
  ],
  [
    'no_recipient',
    'withdraw',
    bytes(3, 0, user, sums(25_000_000), 0, new Uint8Array(32), 0, little(2)),
  ],
  ['times_in_milliseconds', 'attestation', attested(-15, 1_000)],
  ['other_attests', 'attestation', attested(-15, 1, 1)],
  ['other_network', 'recover', bytes(4, 1, user, mint, little(0), recipient, 1, little(4))],
];

const codes = (diagnosis: ReturnType<typeof diagnoseSignature>): string | undefined =>
  diagnosis.explanation?.mistakes.map(({ code }) => code).join(' ');
const unsigned = { user, signature: null, signedBytes: null, otherKeys: [] };

describe('a diagnosis', () => {
  it.each(MISTAKES)('by the signature alone: %s of %s', (code, kind, signed) => {
    const signature = noble.sign(signed, seed);
    const found = diagnoseSignature({ ...unsigned, message: MESSAGES[kind], signature }, verify);
    expect([found.holds, codes(found), found.explanation?.provenBy]).toEqual([
      false,
      code,
      'signature',
    ]);
  });

  it.each(MISTAKES)('by the signed bytes alone: %s of %s', (code, kind, signedBytes) => {
    const found = diagnoseSignature({ ...unsigned, message: MESSAGES[kind], signedBytes }, verify);
    expect([found.holds, codes(found), found.explanation?.provenBy]).toEqual([
      null,
      code,
      'message',
    ]);
  });

  it('of a good signature finds nothing', () => {
    const signature = noble.sign(canonical, seed);
    const given = { ...unsigned, message: right, signature, signedBytes: canonical };
    expect(diagnoseSignature(given, verify)).toMatchObject({
      message: canonical,
      messageHash: toHex(sha256(canonical)),
      holds: true,
      holdsOverGiven: true,
      differences: [],
      explanation: null,
    });
  });

  it('names each field that differs, with its place and both values', () => {
    const signedBytes = encodeAny({ ...right, size: 11, side: 'sell' });
    const found = diagnoseSignature({ ...unsigned, message: right, signedBytes }, verify);
    const reported = found.differences?.map(({ field, givenValue }) => [
      field.name,
      field.offset,
      fieldValue(field),
      givenValue,
    ]);
    expect(reported).toEqual([
      ['side', 65, 'buy', 'sell'],
      ['size', 74, '10', '11'],
    ]);
    expect(found.explanation).toBeNull();
  });

  it('tells a byte that means nothing', () => {
    const signedBytes = canonical.slice();
    signedBytes[64] = 5;
    const found = diagnoseSignature({ ...unsigned, message: right, signedBytes }, verify);
    expect(found.differences?.map(({ givenValue }) => givenValue)).toEqual([
      '5, which is none of yes, no',
    ]);
  });

  it('compares no fields of bytes of another length, and says whose length it is', () => {
    const signedBytes = encodeAny(MESSAGES.cancel_all);
    const found = diagnoseSignature({ ...unsigned, message: right, signedBytes }, verify);
    expect([found.differences, found.givenKind]).toEqual([null, 'cancel_all']);
  });

  it('tells whose signature it is, where another key of the request made it', () => {
    const otherKeys = [{ name: 'public_key', key: otherKey }];
    const signature = noble.sign(canonical, otherSeed);
    const given = { ...unsigned, message: right, signature, otherKeys };
    expect(codes(diagnoseSignature(given, verify))).toBe('other_key');
    const wrong = bytes(hex(canonical));
    const both = {
      ...given,
      signature: noble.sign(wrong, otherSeed),
      signedBytes: wrong,
    };
    expect(codes(diagnoseSignature(both, verify))).toBe('other_key hex_text_signed');
  });

  it('that finds no reason says so, and whether the signature holds over what was given', () => {
    const strange = new Uint8Array([1, 2, 3]);
    const given = {
      ...unsigned,
      message: right,
      signature: noble.sign(strange, seed),
      signedBytes: strange,
    };
    expect(diagnoseSignature(given, verify)).toMatchObject({
      holds: false,
      holdsOverGiven: true,
      explanation: null,
      givenKind: null,
    });
  });

  it('takes no bytes for a mistake that are right, and tries a bounded number', () => {
    for (const message of Object.values(MESSAGES)) {
      const encoded = encodeAny(message);
      const variants = [...variantsOf(fieldsOf(message.kind, encoded))];
      expect(variants.length).toBeLessThanOrEqual(160);
      expect(variants.filter(({ bytes: one }) => hex(one) === hex(encoded))).toEqual([]);
    }
  });
});
