/**
 * Golden vectors, in both directions: fields to bytes, bytes to fields, bytes to hash, and the signature by a second
 * implementation (noble), which must make and accept the same 64 bytes. libs/signature does it with libsodium.
 */
import { describe, expect, it } from 'vitest';
import * as noble from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { DecodeError, toHex } from '@bellwether/codec';
import { eventHashOf, marketIdOf, messageHash, withdrawalIdOf } from '../src';
import { CODECS, KINDS } from './codecs';
import { hexBytes, keyBytes, messageVectors, readVectors } from './vectors';
import type {
  EventHashVector,
  MarketIdVector,
  SignatureVector,
  UndecodableVector,
  WithdrawalIdVector,
} from './vectors';

noble.hashes.sha512 = sha512;

/** libs/signature holds the servers' verifier; clients use noble, in its strictest mode. */
const nobleVerify = (signature: string, message: string, publicKey: Uint8Array): boolean => {
  try {
    return noble.verify(hexBytes(signature), hexBytes(message), publicKey, { zip215: false });
  } catch {
    return false;
  }
};

describe.each(messageVectors.map((vector, index) => [index, vector.kind, vector] as const))(
  'golden message %d, %s',
  (_index, kind, vector) => {
    const codec = CODECS[kind];

    it('has these bytes', () => {
      expect(toHex(codec.encode(codec.fromVector(vector)))).toBe(vector.message);
    });

    it('says these fields', () => {
      expect(codec.decode(hexBytes(vector.message))).toEqual(codec.fromVector(vector));
    });

    it('has this hash', () => {
      expect(messageHash(hexBytes(vector.message))).toBe(vector.message_hash);
    });

    it('is signed by noble with this signature, which noble accepts', () => {
      const seed = hexBytes(vector.secret_key);
      expect(noble.getPublicKey(seed)).toEqual(keyBytes(vector.user));
      expect(toHex(noble.sign(hexBytes(vector.message), seed))).toBe(vector.signature);
      expect(nobleVerify(vector.signature, vector.message, keyBytes(vector.user))).toBe(true);
    });
  },
);

it('there are golden messages of every kind', () => {
  expect(new Set(messageVectors.map(({ kind }) => kind))).toEqual(new Set(KINDS));
});

describe('bytes that are no message', () => {
  const undecodable = readVectors<UndecodableVector>('undecodable-messages');

  it.each(undecodable)('$kind: $reason', ({ kind, message }) => {
    expect(() => CODECS[kind].decode(hexBytes(message))).toThrow(DecodeError);
  });
});

describe('market ids', () => {
  const marketIds = readVectors<MarketIdVector>('market-ids');

  it.each(marketIds)('$network / $event_id / $label: $note', (vector) => {
    const { network, event_id: eventId, label, preimage, market_id: expected } = vector;
    expect(toHex(marketIdOf({ network, eventId, label }))).toBe(expected);
    expect(toHex(sha256(hexBytes(preimage)))).toBe(expected);
  });

  it('differ for all names', () => {
    expect(new Set(marketIds.map(({ market_id }) => market_id)).size).toBe(marketIds.length);
  });

  it('has none for text without UTF-8 bytes of its own', () => {
    const half = () => marketIdOf({ network: 'test', eventId: 'e', label: '\uD800' });
    expect(half).toThrow(RangeError);
  });
});

describe('hashes of events', () => {
  const hashes = readVectors<EventHashVector>('event-hashes');

  it.each(hashes)('$network / $event_id: $note', (vector) => {
    const { network, event_id: eventId, preimage, event_hash: expected } = vector;
    expect(toHex(eventHashOf({ network, eventId }))).toBe(expected);
    expect(toHex(sha256(hexBytes(preimage)))).toBe(expected);
  });

  it('differ for all names, and from the ids of all markets', () => {
    const markets = readVectors<MarketIdVector>('market-ids').map(({ market_id }) => market_id);
    const subjects = [...markets, ...hashes.map(({ event_hash }) => event_hash)];
    expect(new Set(subjects).size).toBe(subjects.length);
  });
});

describe('withdrawal ids', () => {
  const withdrawalIds = readVectors<WithdrawalIdVector>('withdrawal-ids');

  it.each(withdrawalIds)('$note', ({ network, user, nonce, preimage, withdrawal_id: expected }) => {
    expect(toHex(withdrawalIdOf({ network, user: keyBytes(user), nonce }))).toBe(expected);
    expect(toHex(sha256(hexBytes(preimage)))).toBe(expected);
  });

  it('differ for all names', () => {
    const ids = withdrawalIds.map(({ withdrawal_id }) => withdrawal_id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('signatures', () => {
  it.each(readVectors<SignatureVector>('signatures'))(
    'noble of the pinned version says $noble: $name',
    ({ signature, message, public_key, noble: expected }) => {
      expect(nobleVerify(signature, message, hexBytes(public_key))).toBe(expected);
    },
  );
});

/** Vectors are add-only: the published ones are hashed here. When vectors are added, raise count and hash. */
describe('published vectors are never changed', () => {
  it.each([
    ['canonical-messages', 24, '1da51c062de234f48110d2f66b984f3f3ea0cde9ce1e361dde1a7fdb8ece1d20'],
    ['recover-messages', 3, 'b7d53301e26722d7cd056d27f0d3008eba7e0b156498de1a0e34bf9f3c9286fa'],
    ['redeem-messages', 4, '3d78e8269ad180a4d41f3de5887609ca8f1c0905b2a01353ad1b435405468aa4'],
    ['full-order-messages', 5, 'e8c0e56de277e8732e0c06870270c73bee9748bae30987358caae4bf6f59dd64'],
    [
      'cancel-after-messages',
      3,
      'e8b498528c61201f925fd436e0d5d247f38a4d3fd2af0bf97d26ec83fca62a18',
    ],
    ['challenge-messages', 5, '84d03c086b306b21dde2975101f0fac44a64291b15e617cb5bba79f33b00a835'],
    ['attestation-messages', 6, '445860bcee3df6be5722ce93805b5e0d8a9d7da56824c43850fc329c09af8a87'],
    ['amend-messages', 3, '7b8aa86626e02eb1839bf26e8e3574ab58b4215d7297e0a7632f32707b9c9164'],
    [
      'undecodable-messages',
      117,
      '6e3da0f7ead3b144f26ba418ac58b3b44e622893a0f7cf797e3980b005d63f70',
    ],
    ['market-ids', 10, '7cf0cd9a918991db8b15c50f48012e31d0071bd7c3f5c7c43c2cdbcce40919fa'],
    ['event-hashes', 5, '639d5850b99d4f54bc4cdc88e010f6c63720cd7debda9c6afdcfc5b2414db08f'],
    ['withdrawal-ids', 5, '6ff4ce73e39bcffb000f4fdcdcb5f56b26acf7671a55b7b01883b44c4b7b25e1'],
    ['signatures', 34, '409e3f0989a80db1d64f2242dba7295925c628dd84865b8dbf91558c8ae8a0fe'],
  ])('%s: the first %d', (name, count, expected) => {
    const published = readVectors(name).slice(0, count);
    expect(published).toHaveLength(count);
    expect(toHex(sha256(new TextEncoder().encode(JSON.stringify(published))))).toBe(expected);
  });
});
