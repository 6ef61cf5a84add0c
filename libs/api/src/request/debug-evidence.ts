/** Evidence about a signature. The endpoint's own checks apply, because they may show the mistake. */
import { fromBase58 } from '@bellwether/codec';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { publicKey } from './fields';

const SIGNATURE_BYTES = 64;
/** Twice the longest valid text, the hex of a signature. */
const MAX_SIGNATURE_CHARACTERS = 256;
/** Four times the longest plausible text: an order whose ids were written as text, in hex. */
const MAX_MESSAGE_BYTES = 1_024;

export const signatureEvidence = z
  .string({ error: 'the signature as text' })
  .max(MAX_SIGNATURE_CHARACTERS, { error: `at most ${MAX_SIGNATURE_CHARACTERS} characters` })
  .meta({
    description: 'The signature as it is sent, in whatever encoding',
    example: EXAMPLE.signature,
  })
  .optional();

export const messageEvidence = z
  .string({ error: 'the signed bytes in hex' })
  .regex(/^(?:0x)?(?:[0-9a-fA-F]{2})*$/, { error: 'the signed bytes in hex' })
  .max(2 * MAX_MESSAGE_BYTES, { error: `at most ${MAX_MESSAGE_BYTES} bytes in hex` })
  .transform((text): Uint8Array => Buffer.from(text.replace(/^0x/, ''), 'hex'))
  .meta({ description: 'The bytes that were signed, in hex' })
  .optional();

export const signerEvidence = publicKey
  .meta({
    description: 'The key that signs, where it may be another than the user',
    example: undefined,
  })
  .optional();

export const SIGNATURE_ENCODINGS = [
  'hex',
  'hex_with_0x',
  'base64',
  'base64url',
  'base58',
  'unreadable',
] as const;
export type SignatureEncoding = (typeof SIGNATURE_ENCODINGS)[number];

export interface ReadSignature {
  readonly encoding: SignatureEncoding;
  /** null: it is not 64 bytes in any common encoding. */
  readonly bytes: Uint8Array | null;
}

/** Endpoints accept only hex; here any encoding is read. */
export function readSignature(text: string): ReadSignature {
  const found = ENCODINGS.find(([, pattern]) => pattern.test(text));
  if (found !== undefined) {
    const [encoding, , read] = found;
    const bytes = read(text);
    if (bytes.length === SIGNATURE_BYTES) return { encoding, bytes };
  }
  const bytes = fromBase58(text, SIGNATURE_BYTES);
  return bytes === undefined
    ? { encoding: 'unreadable', bytes: null }
    : { encoding: 'base58', bytes };
}

const fromText = (encoding: 'hex' | 'base64') => (text: string) => Buffer.from(text, encoding);
/**
 * Base64 of 64 bytes ends with `==`. Without it the text may be base58, which has 86 to 88 characters of the same
 * alphabet.
 */
const ENCODINGS: readonly (readonly [SignatureEncoding, RegExp, (text: string) => Uint8Array])[] = [
  ['hex', /^[0-9a-fA-F]{128}$/, fromText('hex')],
  ['hex_with_0x', /^0x[0-9a-fA-F]{128}$/, (text) => fromText('hex')(text.slice(2))],
  ['base64', /^[A-Za-z0-9+/]{86}==$/, fromText('base64')],
  ['base64url', /^[A-Za-z0-9_-]{86}==$/, fromText('base64')],
  ['base64', /^(?=.*[+/0OIl])[A-Za-z0-9+/]{86}$/, fromText('base64')],
  ['base64url', /^(?=.*[_0OIl-])[A-Za-z0-9_-]{86}$/, fromText('base64')],
];
