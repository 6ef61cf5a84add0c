/** Explains why a signature over an owner's text does not hold, as `diagnoseSignature` does for the binary messages. */
import { sameBytes } from '@bellwether/codec';
import { messageHash } from '../message-hash';
import type { NetworkName } from '../words';
import { SIGNING_DOMAIN, TEXT_FORMS, bytesOfText } from '../owner-text/off-chain-envelope';
import type { TextForm } from '../owner-text/off-chain-envelope';
import { buildOwnerText, isRefusedText, parseOwnerText } from '../owner-text/owner-text';
import type { OwnerText } from '../owner-text/owner-text';
import { sessionText } from '../session-text';
import type { SessionTerms } from '../session-text';
import type { Verify } from '../verify';
import { byOther, firstDifference } from './diagnose-signature';
import type { Diagnosis, Explanation, FieldDifference, OtherKey } from './diagnose-signature';
import { fieldValue } from './message-fields';
import type { MessageField } from './message-fields';
import { textVariantsOf } from './text-mistakes';

export type SignedText = OwnerText | ({ readonly kind: 'session' } & SessionTerms);

export interface TextCase {
  readonly said: SignedText;
  /** Who may sign it, the account first. */
  readonly signers: readonly [Uint8Array, ...Uint8Array[]];
  /** 64 bytes. */
  readonly signature: Uint8Array | null;
  /** The bytes that the client claims to have signed. */
  readonly signedBytes: Uint8Array | null;
  /** Other keys that may have signed. */
  readonly otherKeys: readonly OtherKey[];
}

/** `message` and `fields` (lines) are those of the text as it is; differences are of the form that was given. */
export interface TextDiagnosis extends Diagnosis {
  readonly text: string;
  /** The text in the envelope of `signer`. */
  readonly envelope: Uint8Array;
  /** In which form the signature holds; null if it does not. */
  readonly form: TextForm | null;
  /** Whose signature it is; the account if it is nobody's. */
  readonly signer: Uint8Array;
}

const SESSION_HEAD = 'Bellwether: read my account';
const MAX_LINES = 16;
const LINE_FEED = 0x0a;
/** Of the envelope, before the text. */
const HEAD = [
  ['envelope.signing_domain', 16, 'hash'],
  ['envelope.version', 1, 'tag'],
  ['envelope.application_domain', 32, 'hash'],
  ['envelope.format', 1, 'tag'],
  ['envelope.signers', 1, 'tag'],
  ['envelope.signer', 32, 'key'],
  ['envelope.length', 2, 'u16'],
] as const;
const HEAD_BYTES = HEAD.reduce((sum, [, length]) => sum + length, 0);
const SIGNER_AT = 51;

/** The exact text. @throws RangeError if a value does not fit its line */
export const textOf = (said: SignedText): string =>
  said.kind === 'session' ? new TextDecoder().decode(sessionText(said)) : buildOwnerText(said);

export const ofNetwork = (said: SignedText, network: NetworkName): SignedText => ({
  ...said,
  network,
});

export function diagnoseText(asked: TextCase, verify: Verify): TextDiagnosis {
  const { said, signers, signature, signedBytes } = asked;
  const text = textOf(said);
  const holdsOver = (bytes: Uint8Array, key: Uint8Array): boolean =>
    signature !== null && verify(signature, bytes, key);
  const found = signers
    .flatMap((key) => TEXT_FORMS.map((form) => ({ key, form })))
    .find(({ key, form }) => holdsOver(bytesOfText(text, form, key), key));
  const signer = found?.key ?? signerNamedIn(signedBytes, signers) ?? signers[0];
  const message = bytesOfText(text, 'raw', signer);
  const envelope = bytesOfText(text, 'envelope', signer);
  const expected = signedBytes !== null && isEnvelope(signedBytes) ? envelope : message;
  const isGivenRight = signedBytes !== null && sameBytes(signedBytes, expected);
  const isRight = signature === null ? isGivenRight : found !== undefined;
  return {
    text,
    message,
    envelope,
    messageHash: messageHash(message),
    fields: textFields(message),
    holds: signature === null ? null : found !== undefined,
    form: found?.form ?? null,
    signer,
    holdsOverGiven:
      signature === null || signedBytes === null
        ? null
        : signers.some((key) => holdsOver(signedBytes, key)),
    differences: signedBytes === null ? null : differencesOf(expected, signedBytes),
    firstDifference: signedBytes === null ? null : firstDifference(expected, signedBytes),
    givenKind: signedBytes === null ? null : kindOfText(signedBytes),
    explanation: isRight ? null : explanationOf(asked, text, holdsOver),
  };
}

function explanationOf(
  { signers, signature, signedBytes, otherKeys }: TextCase,
  text: string,
  holdsOver: (bytes: Uint8Array, key: Uint8Array) => boolean,
): Explanation | null {
  const keys = [...signers, ...otherKeys.map(({ key }) => key)];
  const variantsFor = (key: Uint8Array) => [
    ...textVariantsOf(text, { key, others: keys.filter((other) => !sameBytes(other, key)) }),
  ];
  if (signature !== null) {
    for (const key of signers) {
      const signed = variantsFor(key).find(({ bytes }) => holdsOver(bytes, key));
      if (signed !== undefined) return { mistakes: signed.mistakes, provenBy: 'signature' };
    }
    for (const other of otherKeys) {
      const { key } = other;
      const right = TEXT_FORMS.map((form) => bytesOfText(text, form, key));
      const tried = signedBytes === null ? right : [...right, signedBytes];
      if (tried.some((bytes) => holdsOver(bytes, key)))
        return { mistakes: [byOther(other)], provenBy: 'signature' };
    }
  }
  if (signedBytes === null) return null;
  const given = signers
    .flatMap(variantsFor)
    .find(({ bytes }: { bytes: Uint8Array }) => sameBytes(bytes, signedBytes));
  return given === undefined ? null : { mistakes: given.mistakes, provenBy: 'message' };
}

const isEnvelope = (bytes: Uint8Array): boolean =>
  bytes.length >= HEAD_BYTES && SIGNING_DOMAIN.every((byte, at) => bytes[at] === byte);

function signerNamedIn(bytes: Uint8Array | null, signers: readonly Uint8Array[]) {
  if (bytes === null || !isEnvelope(bytes)) return undefined;
  return signers.find((key) => sameBytes(key, bytes.subarray(SIGNER_AT, SIGNER_AT + key.length)));
}

const textIn = (bytes: Uint8Array): Uint8Array =>
  isEnvelope(bytes) ? bytes.subarray(HEAD_BYTES) : bytes;

/** The kind of a text that is right in every line. */
function kindOfText(bytes: Uint8Array): SignedText['kind'] | null {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(textIn(bytes));
  if (text.startsWith(`${SESSION_HEAD}\n`)) return 'session';
  const read = parseOwnerText(text);
  return isRefusedText(read) ? null : read.kind;
}

/** The head of an envelope, if there is one, then one field for each line. */
function textFields(bytes: Uint8Array): MessageField[] {
  const fields: MessageField[] = [];
  let offset = 0;
  const add = (name: string, length: number, meaning: MessageField['meaning']): void => {
    fields.push({ name, offset, length, meaning, bytes: bytes.slice(offset, offset + length) });
    offset += length;
  };
  if (isEnvelope(bytes)) for (const [name, length, meaning] of HEAD) add(name, length, meaning);
  for (let line = 1; line <= MAX_LINES; line++) {
    const end = bytes.indexOf(LINE_FEED, offset);
    add(`line ${line}`, (end < 0 ? bytes.length : end) - offset, 'line');
    if (end < 0) break;
    offset++;
  }
  return fields;
}

function differencesOf(expected: Uint8Array, given: Uint8Array): FieldDifference[] {
  const [right, other] = [textFields(expected), textFields(given)];
  const names = new Set([...right, ...other].map(({ name }) => name));
  return [...names].flatMap((name) => {
    const field = right.find((one) => one.name === name);
    const found = other.find((one) => one.name === name);
    if (field !== undefined && found !== undefined && sameBytes(field.bytes, found.bytes))
      return [];
    const there = found ?? absent(name, given.length);
    const wanted = field ?? absent(name, expected.length);
    return [{ field: wanted, given: there.bytes, givenValue: fieldValue(there) }];
  });
}

const absent = (name: string, offset: number): MessageField => ({
  name,
  offset,
  length: 0,
  meaning: ['no such line'],
  bytes: new Uint8Array(),
});
