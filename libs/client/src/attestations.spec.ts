/** What a source signs: its golden vectors, checked as anybody checks them, and by the rule of the servers. */
import { readFileSync } from 'node:fs';
import { hex } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { messageVectors } from '../test/golden-messages';
import {
  InvalidInputError,
  KeyPair,
  eventHashFor,
  signAttestation,
  verifyAttestation,
} from './index';
import type { AttestationTerms, Network } from './index';
import { isSignatureOf } from './verify-signature';

const read = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../canonical-message/vectors/${name}.json`, import.meta.url), 'utf8'),
  );
const golden = messageVectors.filter(({ kind }) => kind === 'attestation');
const key = KeyPair.fromSeed('07'.repeat(32));
const said = {
  subject: 'ab'.repeat(32),
  attests: 'value',
  value: -15,
  decimals: 1,
  observed_at: 1_795_305_600,
  statement: 'minus one and a half degrees',
} as const;

describe('an attestation', () => {
  it.each(golden)('of the vectors is signed and holds: $statement', async (vector) => {
    const { network, statement_sha256: _, ...fields } = vector.fields;
    const { source: _of, ...terms } = {
      ...fields,
      statement: vector.statement,
    } as never as AttestationTerms;
    const by = KeyPair.fromSeed(vector.secret_key);
    const signed = await signAttestation(by, terms, network as Network);
    expect(signed).toEqual({ ...terms, source: vector.user, signature: vector.signature });
    expect(verifyAttestation(signed, network as Network)).toBe(true);
  });

  it('holds for exactly what was signed', async () => {
    const signed = await signAttestation(key, said, 'test');
    expect(Math.abs(signed.signed_at - Date.now() / 1_000)).toBeLessThan(60);
    expect(verifyAttestation(signed, 'test')).toBe(true);
    expect(verifyAttestation(signed, 'production')).toBe(false);
    const others = [
      { value: 15 },
      { decimals: 2 },
      { attests: 'winner' as const },
      { observed_at: said.observed_at + 1 },
      { statement: 'plus' },
      { subject: 'cd'.repeat(32) },
      { source: KeyPair.random().publicKey },
      { signature: 'ab' },
      { signature: 'ab'.repeat(64) },
    ];
    const holding = others.filter((other) => verifyAttestation({ ...signed, ...other }, 'test'));
    expect(holding).toEqual([]);
  });

  it.each([
    ['value', { value: 1.5 }],
    ['value', { value: 2 ** 53 }],
    ['decimals', { decimals: 16 }],
    ['decimals', { decimals: -1 }],
    ['observed_at', { observed_at: -1 }],
    ['subject', { subject: 'ab' }],
    ['attests', { attests: 'price' as 'value' }],
  ])('that has no bytes is not signed, and %s is named', async (field, wrong) => {
    const signing = signAttestation(key, { ...said, ...wrong }, 'test');
    await expect(signing).rejects.toThrow(InvalidInputError);
    await expect(signing).rejects.toMatchObject({ field });
  });

  it.each<{ network: Network; event_id: string; event_hash: string }>(read('event-hashes'))(
    'names the event $event_id of $network by its hash',
    ({ event_hash, ...event }) => {
      expect(eventHashFor(event)).toBe(event_hash);
    },
  );
});

describe('a signature', () => {
  it.each<{
    name: string;
    public_key: string;
    message: string;
    signature: string;
    libsodium: boolean;
  }>(read('signatures'))(
    'holds as servers say, $libsodium: $name',
    ({ public_key, message, signature, libsodium }) => {
      const [by, bytes, signed] = [public_key, message, signature].map((text) => hex.decode(text));
      expect(isSignatureOf(by!, bytes!, signed!)).toBe(libsodium);
    },
  );
});
