/** The messages in one table: how a test encodes, decodes and draws each. */
import fc from 'fast-check';
import { camelCase } from '@bellwether/codec';
import { FORMS, SIGNED_KINDS, decodeSigned, encodeSigned } from '../src';
import type { Fields, SignedKind, SignedMessage } from '../src';
import { keyBytes } from './vectors';
import type { MessageVector } from './vectors';

type SignedField = Fields[string];

export interface MessageCodec<T> {
  readonly byteLength: number;
  readonly encode: (value: T) => Uint8Array;
  readonly decode: (message: Uint8Array) => T;
  /** The value a golden vector describes. */
  readonly fromVector: (vector: MessageVector) => T;
  readonly values: fc.Arbitrary<T>;
}

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const integer = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER));

function valuesOf(field: SignedField): fc.Arbitrary<unknown> {
  switch (field.type) {
    case 'key':
    case 'hash':
      return bytes32;
    case 'u64':
      return 'absent' in field && field.absent === Infinity
        ? fc.oneof(integer, fc.constant(Infinity))
        : integer;
    case 'i64':
      return fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, -1, Number.MIN_SAFE_INTEGER));
    case 'u8':
      return fc.nat(field.most);
    case 'word':
      return fc.constantFrom(...field.words);
    case 'flag':
      return fc.boolean();
    case 'optional_hash':
    case 'id':
      return fc.option(bytes32, { nil: null });
    case 'recipient':
      return fc.oneof(
        fc.constant({ kind: 'default' }),
        fc.record({ kind: fc.constantFrom('recipient_ext', 'recipient_main'), address: bytes32 }),
      );
  }
}

const RECIPIENT_KINDS = ['default', 'recipient_ext', 'recipient_main'];

/** What a vector says of a field; its user is not among its fields. */
function saidOf(name: string, field: SignedField, { user, fields }: MessageVector): unknown {
  const said = name === 'user' || name === 'main_address' ? user : fields[name];
  switch (field.type) {
    case 'key':
    case 'hash':
      return keyBytes(said);
    case 'u64':
    case 'i64':
    case 'u8':
      return Number(said ?? field.absent);
    case 'word':
      return said;
    case 'flag':
      return said === true || said === 1;
    case 'optional_hash':
    case 'id':
      return said === null ? null : keyBytes(said);
    case 'recipient': {
      const kind = RECIPIENT_KINDS[Number(fields['recipient_kind'])];
      return kind === 'default' ? { kind } : { kind, address: keyBytes(said) };
    }
  }
}

function codecOf(kind: SignedKind): MessageCodec<object> {
  const form = FORMS[kind] as SignedMessage<object> & { readonly fields: Fields };
  const entries = Object.entries(form.fields);
  const named = <T>(valueOf: (name: string, field: SignedField) => T) =>
    Object.fromEntries(entries.map(([name, field]) => [camelCase(name), valueOf(name, field)]));
  return {
    byteLength: form.byteLength,
    encode: (value) => encodeSigned(form, value),
    decode: (message) => decodeSigned(form, message),
    fromVector: (vector) => named((name, field) => saidOf(name, field, vector)),
    values: fc.record(named((_, field) => valuesOf(field))),
  };
}

export const KINDS = SIGNED_KINDS;

export const CODECS = Object.fromEntries(KINDS.map((kind) => [kind, codecOf(kind)])) as Readonly<
  Record<SignedKind, MessageCodec<object>>
>;
