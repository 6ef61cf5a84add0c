/**
 * Explains why a signature does not verify: the expected message field by field, the differences from what was
 * signed, and the common mistake that causes them. It uses no secret: everything follows from the request and public
 * keys.
 */
import { sameBytes } from '@bellwether/codec';
import { encodeAny, kindOfLength } from '../forms/forms';
import type { AnySignedMessage } from '../forms/forms';
import { messageHash } from '../message-hash';
import type { Verify } from '../verify';
import { fieldValue, fieldsOf } from './message-fields';
import type { DiagnosedKind, MessageField } from './message-fields';
import { variantsOf } from './usual-mistakes';
import type { Mistake } from './usual-mistakes';

export interface SignatureCase {
  readonly message: AnySignedMessage;
  /** The expected signer: 32 bytes. */
  readonly user: Uint8Array;
  /** 64 bytes. */
  readonly signature: Uint8Array | null;
  /** The bytes that the client claims to have signed. */
  readonly signedBytes: Uint8Array | null;
  /** Other keys that may have signed, by their names in the request. */
  readonly otherKeys: readonly OtherKey[];
}

export interface OtherKey {
  readonly name: string;
  readonly key: Uint8Array;
  /** The meaning of a signature by this key. Default: the request names another key. */
  readonly mistake?: Mistake;
}

export interface FieldDifference {
  readonly field: MessageField;
  readonly given: Uint8Array;
  readonly givenValue: string;
}

export interface Explanation {
  readonly mistakes: readonly Mistake[];
  /**
   * `signature`: it verifies over exactly these bytes. `message`: no signature was given, and these are the client's
   * bytes.
   */
  readonly provenBy: 'signature' | 'message';
}

export interface Diagnosis {
  /** The canonical bytes. */
  readonly message: Uint8Array;
  readonly messageHash: string;
  readonly fields: readonly MessageField[];
  /** Null if no signature was given. */
  readonly holds: boolean | null;
  /** Whether it is the user's signature over `signedBytes`; null if either is missing. */
  readonly holdsOverGiven: boolean | null;
  /** Null if `signedBytes` are missing or have another length, so that fields cannot be compared. */
  readonly differences: readonly FieldDifference[] | null;
  /** Offset of the first byte that was signed otherwise; null if there is none, or `signedBytes` are missing. */
  readonly firstDifference: number | null;
  /** The kind of message with the length of `signedBytes`. */
  readonly givenKind: DiagnosedKind | null;
  /** Null if nothing is wrong, or no common mistake explains it. */
  readonly explanation: Explanation | null;
}

export function diagnoseSignature(asked: SignatureCase, verify: Verify): Diagnosis {
  const { user, signature, signedBytes } = asked;
  const message = encodeAny(asked.message);
  const fields = fieldsOf(asked.message.kind, message);
  const holdsOver = (bytes: Uint8Array, key = user): boolean =>
    signature !== null && verify(signature, bytes, key);
  const holds = signature === null ? null : holdsOver(message);
  const isGivenRight = signedBytes !== null && sameBytes(signedBytes, message);
  const isRight = holds ?? isGivenRight;
  return {
    message,
    messageHash: messageHash(message),
    fields,
    holds,
    holdsOverGiven: signature === null || signedBytes === null ? null : holdsOver(signedBytes),
    differences: signedBytes === null ? null : differencesOf(fields, message, signedBytes, asked),
    firstDifference: signedBytes === null ? null : firstDifference(message, signedBytes),
    givenKind: signedBytes === null ? null : (kindOfLength(signedBytes.length) ?? null),
    explanation: isRight ? null : explanationOf(asked, { message, fields }, holdsOver),
  };
}

export function firstDifference(one: Uint8Array, other: Uint8Array): number | null {
  const length = Math.max(one.length, other.length);
  for (let offset = 0; offset < length; offset++) if (one[offset] !== other[offset]) return offset;
  return null;
}

function differencesOf(
  fields: readonly MessageField[],
  message: Uint8Array,
  given: Uint8Array,
  { message: { kind } }: SignatureCase,
): FieldDifference[] | null {
  if (given.length !== message.length) return null;
  const givenFields = fieldsOf(kind, given);
  return fields.flatMap((field, index) => {
    const other = givenFields[index]!;
    if (sameBytes(other.bytes, field.bytes)) return [];
    return [{ field, given: other.bytes, givenValue: fieldValue(other) }];
  });
}

type HoldsOver = (bytes: Uint8Array, key?: Uint8Array) => boolean;

function explanationOf(
  { signature, signedBytes, otherKeys }: SignatureCase,
  { message, fields }: Pick<Diagnosis, 'message' | 'fields'>,
  holdsOver: HoldsOver,
): Explanation | null {
  const variants = [...variantsOf(fields)];
  const given = variants.find(({ bytes }) => signedBytes !== null && sameBytes(signedBytes, bytes));
  if (signature !== null) {
    const signed = variants.find(({ bytes }) => holdsOver(bytes));
    if (signed !== undefined) return { mistakes: signed.mistakes, provenBy: 'signature' };
    for (const other of otherKeys) {
      const { key } = other;
      if (holdsOver(message, key)) return { mistakes: [byOther(other)], provenBy: 'signature' };
      if (signedBytes !== null && holdsOver(signedBytes, key)) {
        const mistakes = [byOther(other), ...(given?.mistakes ?? [])];
        return { mistakes, provenBy: 'signature' };
      }
    }
  }
  return given === undefined ? null : { mistakes: given.mistakes, provenBy: 'message' };
}

export const byOther = ({ name, mistake }: OtherKey): Mistake =>
  mistake ?? {
    code: 'other_key',
    explanation: `It is a signature by ${name}, not by the user: the request names another key than the one that signed.`,
  };
