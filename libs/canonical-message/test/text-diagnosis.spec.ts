/**
 * Goal: the diagnosis of a wrongly signed owner's text names the place. Method: texts written by hand with one mistake,
 * signed, and diagnosed first by the signature alone, then by the signed bytes alone; and the golden texts altered in
 * each byte.
 */
import * as noble from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { fromHex } from '@bellwether/codec';
import {
  diagnoseText,
  fieldValue,
  isRefusedText,
  mendText,
  parseOwnerText,
  textOf,
  textVariantsOf,
} from '../src';
import type { OwnerText, SignedText, TextCase, Verify } from '../src';
import { keyBytes, readVectors } from './vectors';

noble.hashes.sha512 = sha512;
const verify: Verify = (signature, message, key) =>
  noble.verify(signature, message, key, { zip215: false });

interface TextVector {
  readonly kind: string;
  readonly secret_key: string;
  readonly signer: string;
  readonly text: string;
  readonly signature: string;
  readonly envelope: string;
  readonly envelope_signature: string;
}
const vectors = readVectors<TextVector>('owner-texts');
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const hex = (text: string): Uint8Array => Buffer.from(text, 'hex');

const seed = fromHex(vectors[0]!.secret_key, 32)!;
const account = noble.getPublicKey(seed);
const otherSeed = new Uint8Array(32).fill(8);
const otherKey = noble.getPublicKey(otherSeed);

function parsed(text: string): OwnerText {
  const said = parseOwnerText(text);
  if (isRefusedText(said)) throw new Error(said.expected);
  return said;
}

/** As the independent client writes an envelope. */
const envelope = (text: Uint8Array, signer: Uint8Array, domain = 'bellwether', format = 1) =>
  Uint8Array.of(
    0xff,
    ...utf8('solana offchain'),
    0,
    ...utf8(domain.padEnd(32, '\0')),
    format,
    1,
    ...signer,
    text.length & 0xff,
    text.length >> 8,
    ...text,
  );

const ALLOW: SignedText = {
  kind: 'allow_trading_key',
  network: 'test',
  account,
  tradingKey: otherKey,
  until: 1_798_070_400,
  atMost: 100_000_000,
  priceBand: 1_000,
  redeem: false,
  nonce: 17,
};
const SESSION: SignedText = { kind: 'session', network: 'test', account, timestamp: 1_795_000_000 };
const text = textOf(ALLOW);
const asked = (over: Partial<TextCase> = {}): TextCase => ({
  said: ALLOW,
  signers: [account],
  signature: null,
  signedBytes: null,
  otherKeys: [],
  ...over,
});
const codes = (over: Partial<TextCase>): string | undefined =>
  diagnoseText(asked(over), verify)
    .explanation?.mistakes.map(({ code }) => code)
    .join(' ');

const MISTAKES: [code: string, signed: Uint8Array, said?: SignedText][] = [
  ['trailing_newline', utf8(`${text}\n`)],
  ['trailing_newline', envelope(utf8(`${text}\n`), account)],
  ['crlf', utf8(text.replaceAll('\n', '\r\n'))],
  ['no_empty_line', utf8(text.replace('\n\n', '\n'))],
  ['byte_order_mark', utf8(`\ufeff${text}`)],
  ['milliseconds_in_time', utf8(text.replace('00Z', '00.000Z'))],
  ['other_network', utf8(text.replace('Network: test', 'Network: production'))],
  ['nonce_one_lower', utf8(text.replace('Nonce: 17', 'Nonce: 16'))],
  ['nonce_one_higher', utf8(text.replace('Nonce: 17', 'Nonce: 18'))],
  ['envelope_domain', envelope(utf8(text), account, '')],
  ['envelope_format', envelope(utf8(text), account, 'bellwether', 0)],
  ['hash_signed', sha256(utf8(text))],
  ['encoded_text_signed', utf8(Buffer.from(text).toString('base64'))],
  ['encoded_text_signed', utf8(Buffer.from(text).toString('hex'))],
  ['trailing_newline envelope_domain', envelope(utf8(`${text}\n`), account, '')],
  ['until_a_day_early', utf8(textOf({ ...SESSION, timestamp: 1_794_913_600 })), SESSION],
];

describe('a diagnosis of a text', () => {
  it.each(vectors.map((vector, index) => [index, vector.kind, vector] as const))(
    'finds nothing in golden text %d, %s, and says its form',
    (_index, _kind, vector) => {
      const signers = [keyBytes(vector.signer)] as const;
      const said = parsed(vector.text);
      const raw = {
        said,
        signers,
        signature: hex(vector.signature),
        signedBytes: utf8(vector.text),
      };
      const found = { holds: true, holdsOverGiven: true, differences: [], explanation: null };
      const none = { firstDifference: null, givenKind: vector.kind };
      expect(diagnoseText(asked(raw), verify)).toMatchObject({ form: 'raw', ...found, ...none });
      const signature = hex(vector.envelope_signature);
      const wrapped = { said, signers, signature, signedBytes: hex(vector.envelope) };
      expect(diagnoseText(asked(wrapped), verify)).toMatchObject({
        form: 'envelope',
        ...found,
        ...none,
      });
    },
  );

  it.each(MISTAKES)('by the signature alone: %s', (code, signed, said = ALLOW) => {
    const signature = noble.sign(signed, seed);
    expect(codes({ said, signature })).toBe(code);
    expect(diagnoseText(asked({ said, signature }), verify)).toMatchObject({
      holds: false,
      form: null,
      explanation: { provenBy: 'signature' },
    });
  });

  it.each(MISTAKES)('by the signed bytes alone: %s', (code, signedBytes, said = ALLOW) => {
    expect(codes({ said, signedBytes })).toBe(code);
    expect(diagnoseText(asked({ said, signedBytes }), verify).firstDifference).not.toBeNull();
  });

  it.each(['raw', 'envelope'] as const)(
    'names the line and the first byte that differ, whichever byte it is: %s',
    (form) => {
      const right = form === 'raw' ? utf8(text) : envelope(utf8(text), account);
      for (let at = form === 'raw' ? 0 : 16; at < right.length; at++) {
        const signedBytes = right.slice();
        signedBytes[at] = signedBytes[at]! ^ 1;
        const found = diagnoseText(asked({ signedBytes }), verify);
        expect(found.firstDifference).toBe(at);
        const [first] = found.differences!;
        const { offset, length } = first!.field;
        // A line feed stands behind its line.
        expect(at >= offset && at <= offset + length).toBe(true);
      }
    },
  );

  it('shows both lines, and lines that are too many or missing', () => {
    const told = (signed: string) =>
      diagnoseText(asked({ signedBytes: utf8(signed) }), verify).differences!.map(
        ({ field, givenValue }) => [field.name, fieldValue(field), givenValue],
      );
    expect(told(text.replace('May not: withdraw', 'May not: dance'))).toEqual([
      ['line 7', 'May not: withdraw', 'May not: dance'],
    ]);
    expect(told(`${text}\nPS`)).toEqual([['line 13', 'no such line', 'PS']]);
    expect(told(text.replace('\nNonce: 17', ''))).toEqual([
      ['line 12', 'Nonce: 17', 'no such line'],
    ]);
  });

  it('tells who signed: a key of several, another one, or one that the envelope does not name', () => {
    const said: SignedText = {
      kind: 'revoke_trading_key',
      network: 'test',
      account,
      tradingKey: otherKey,
      nonce: 17,
    };
    const bytes = utf8(textOf(said));
    const signers = [account, otherKey] as const;
    const signature = noble.sign(bytes, otherSeed);
    const found = diagnoseText(asked({ said, signers, signature }), verify);
    expect([found.holds, found.signer]).toEqual([true, otherKey]);
    const byNobody = { said, signature, otherKeys: [{ name: 'public_key', key: otherKey }] };
    expect(codes(byNobody)).toBe('other_key');
    const misnamed = noble.sign(envelope(bytes, account), otherSeed);
    expect(codes({ said, signers, signature: misnamed })).toBe('envelope_signer');
  });

  it('mends what is sent wrong where it is clear what was meant', () => {
    const sent = `\ufeff${text.replaceAll('\n', ' \r\n')}\r\n`;
    const { text: mended, mistakes } = mendText(sent);
    expect(mended).toBe(text);
    expect(mistakes.map(({ code }) => code)).toEqual([
      'byte_order_mark',
      'crlf',
      'spaces_at_line_end',
      'trailing_newline',
    ]);
    expect(mendText(text)).toEqual({ text, mistakes: [] });
  });

  it('takes no right bytes for a mistake, and tries a bounded number', () => {
    const right = [utf8(text), envelope(utf8(text), account)].map((one) => Buffer.from(one));
    const variants = [...textVariantsOf(text, { key: account, others: [otherKey] })];
    expect(variants.length).toBeLessThanOrEqual(140);
    for (const { bytes } of variants)
      expect(right.some((one) => one.equals(Buffer.from(bytes)))).toBe(false);
  });
});
