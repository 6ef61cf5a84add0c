import {
  DIAGNOSED_KINDS,
  NETWORK_NAMES,
  TEXT_FORMS,
  fieldValue,
  type DiagnosedKind,
  type Diagnosis,
  type NetworkName,
  type Mistake,
  type TextDiagnosis,
} from '@bellwether/canonical-message';
import { toHex } from '@bellwether/codec';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { SIGNATURE_ENCODINGS } from '../request/debug-evidence';
import type { ReadSignature } from '../request/debug-evidence';
import { KEY_STATES } from './debug-keys';
import type { KeyState } from './debug-keys';
import { address, count, flag, hex32Text, named, oneOf, user, words } from './fields';
import type { Inside } from './inside';

const kindOf = (what: string) => oneOf(DIAGNOSED_KINDS, what, 'order');
const place = {
  name: words('The field, as requests call it; of a text its line, e.g. `line 4`', 'price'),
  offset: count('Its first byte', 66),
  length: count('Its bytes', 8),
};

const fieldAnswer = named(
  'MessageField',
  z.strictObject({
    ...place,
    hex: words('The bytes that belong there, in hex', '9411000000000000'),
    value: words('What they say', '4500'),
  }),
  'A field of a signed message.',
);

const differenceAnswer = named(
  'MessageDifference',
  z.strictObject({
    ...place,
    expected_hex: words('The bytes that belong there, in hex', '9411000000000000'),
    expected: words('What they say', '4500'),
    given_hex: words('The bytes that were signed', '0000000000001194'),
    given: words('What these say', '10669635544475271168'),
  }),
  'A field that was signed otherwise.',
);

const mistakeAnswer = named(
  'SigningMistake',
  z.strictObject({
    code: words('What programs read. New ones may be added', 'big_endian'),
    explanation: words(
      'What was done, and what is right',
      'The integers were written big-endian; they are little-endian.',
    ),
  }),
  'A usual mistake that explains what was signed.',
);

export const debugSignatureAnswer = named(
  'SignatureDiagnosis',
  z.strictObject({
    kind: kindOf('The kind of message'),
    network: oneOf(NETWORK_NAMES, 'The network, which some messages name', 'test'),
    user: user('Whose account it is'),
    signer: address('Whose signature it must be: the user, or a trading key', EXAMPLE.user),
    key_state: oneOf(
      KEY_STATES,
      'What the signer is: the `owner`, a trading key that is `active` or how it ended, or `unknown` to the account',
      'owner',
    ),
    message: words('The canonical bytes, in hex: exactly these are signed', EXAMPLE.marketId),
    text: words('The text that `message` is; null where it is none', EXAMPLE.allowText)
      .nullable()
      .meta({ example: null }),
    envelope: words('The text in the off-chain envelope, in hex; null: no text', EXAMPLE.marketId)
      .nullable()
      .meta({ example: null }),
    form: oneOf(TEXT_FORMS, 'In which form of the text the signature holds; null: in none', 'raw')
      .nullable()
      .meta({ example: null }),
    message_bytes: count('How many bytes that is', 90),
    message_hash: hex32Text('Their SHA-256', EXAMPLE.depositId),
    fields: z.array(fieldAnswer).meta({ description: 'The message field by field' }),
    verifies: flag(
      'Whether the signature is the signer’s over the canonical bytes; null where none was given',
      false,
    ).nullable(),
    signature_encoding: oneOf(
      SIGNATURE_ENCODINGS,
      'The encoding that the signature came in; endpoints take `hex` alone',
      'hex',
    ).nullable(),
    verifies_over_given: flag(
      'Whether it is the signer’s over the given bytes; null where either is missing',
      true,
    ).nullable(),
    given_kind: kindOf('The kind of message that has as many bytes as were given').nullable(),
    first_difference: count(
      'The first byte that was signed otherwise, of `message`, or of `envelope` where that was given; null: none',
      66,
    ).nullable(),
    differences: z
      .array(differenceAnswer)
      .nullable()
      .describe('Fields that were signed otherwise; null where no bytes of this length were given'),
    mistakes: z
      .array(mistakeAnswer)
      .meta({ description: 'The usual mistakes that explain it, all of them together' }),
    proven_by: oneOf(
      ['signature', 'message'],
      'What shows it: the signature holds over the bytes that the mistakes make, or they are the bytes given',
      'signature',
    ).nullable(),
    next: words('What to do', 'Write the integers little-endian.'),
  }),
  'What should have been signed, and what was.',
);

export interface DiagnosedRequest {
  readonly kind: DiagnosedKind;
  readonly network: NetworkName;
  readonly user: Uint8Array;
  readonly signer: Uint8Array;
  readonly keyState: KeyState;
  /** Of the request itself and of its key. */
  readonly mistakes: readonly Mistake[];
  readonly signature: ReadSignature | null;
}

/** What is shown of a diagnosis: every mistake once, and the next step. */
export function shownDiagnosis(
  request: DiagnosedRequest,
  diagnosis: Diagnosis | TextDiagnosis,
): Inside<typeof debugSignatureAnswer> {
  const { signature } = request;
  const ofText = 'text' in diagnosis ? diagnosis : null;
  const { explanation, message, differences } = diagnosis;
  const mistakes = onceEach([
    ...encodingMistakes(signature),
    ...request.mistakes,
    ...(explanation?.mistakes ?? []),
  ]);
  return {
    ...request,
    message: toHex(message),
    text: ofText?.text ?? null,
    envelope: ofText === null ? null : toHex(ofText.envelope),
    form: ofText?.form ?? null,
    messageBytes: message.length,
    messageHash: diagnosis.messageHash,
    fields: diagnosis.fields.map((field) => ({
      ...field,
      hex: toHex(field.bytes),
      value: fieldValue(field),
    })),
    verifies: diagnosis.holds,
    signatureEncoding: signature?.encoding ?? null,
    verifiesOverGiven: diagnosis.holdsOverGiven,
    givenKind: diagnosis.givenKind,
    firstDifference: diagnosis.firstDifference,
    differences:
      differences?.map(({ field, given, givenValue }) => ({
        ...field,
        expectedHex: toHex(field.bytes),
        expected: fieldValue(field),
        givenHex: toHex(given),
        given: givenValue,
      })) ?? null,
    mistakes,
    provenBy: explanation?.provenBy ?? null,
    next: nextStep(diagnosis, mistakes, request),
  };
}

const onceEach = (mistakes: readonly Mistake[]): Mistake[] =>
  mistakes.filter(({ code }, at) => mistakes.findIndex((one) => one.code === code) === at);

function encodingMistakes(signature: ReadSignature | null) {
  if (signature === null || signature.encoding === 'hex') return [];
  const { encoding } = signature;
  const explanation =
    encoding === 'unreadable'
      ? 'It is not 64 bytes in hex, base64 or base58; a signature is sent as 128 characters of hex.'
      : `The signature came as ${encoding}; it is sent as 128 characters of hex.`;
  return [{ code: 'signature_encoding', explanation }];
}

function nextStep(
  { holds, holdsOverGiven, differences, explanation }: Diagnosis,
  mistakes: readonly Mistake[],
  { signature, mistakes: ofRequest }: DiagnosedRequest,
): string {
  if (holds === true && mistakes.length === 0) return 'Nothing: the signature holds.';
  const [first] = mistakes;
  const isKnown = holds === true || explanation !== null || ofRequest.length > 0;
  if (first !== undefined && isKnown) return first.explanation;
  if (holdsOverGiven === true) {
    return 'The key is right, the bytes are not: sign `message`, and see `differences`.';
  }
  if (signature === null) {
    const areSame = differences !== null && differences.length === 0;
    return areSame
      ? 'The bytes are right: sign them with the key of `signer`, and send the signature too.'
      : 'Sign `message` with the key of `signer`.';
  }
  return 'No usual mistake explains it: send `message`, the bytes that were signed, and `public_key`, the key that signed.';
}
