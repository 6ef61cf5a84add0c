/** The signed messages as named fields with offsets, so that a person can compare bytes. */
import { toBase58, toHex } from '@bellwether/codec';
import type { PartMeaning } from '../forms/field';
import { FORMS, SIGNED_KINDS } from '../forms/forms';
import type { SignedKind } from '../forms/forms';
import { partsOf } from '../forms/signed-form';

/** Those of the parts of messages, and of texts a line or a head of the envelope. */
type Meaning = PartMeaning | 'tag' | 'u16' | 'line';

export interface MessageField {
  /** The field's name in requests, if it appears there. */
  readonly name: string;
  readonly length: number;
  readonly meaning: Meaning;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Forms that can be diagnosed: the messages, and the texts (a withdrawal and a recovery have both forms). */
export const DIAGNOSED_KINDS = [
  ...SIGNED_KINDS,
  'allow_trading_key',
  'revoke_trading_key',
  'session',
] as const;
export type DiagnosedKind = (typeof DIAGNOSED_KINDS)[number];

/** The fields of `bytes`, which must have the length of that kind. */
export function fieldsOf(kind: SignedKind, bytes: Uint8Array): MessageField[] {
  let offset = 0;
  return partsOf(FORMS[kind]).map((part) => {
    const field = { ...part, offset, bytes: bytes.slice(offset, offset + part.length) };
    offset += part.length;
    return field;
  });
}

/** The value of a field as a request would write it. */
export function fieldValue({ bytes, meaning }: MessageField): string {
  if (meaning === 'key') return toBase58(bytes);
  if (meaning === 'line') return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (meaning === 'u16') return String((bytes[0] ?? 0) + (bytes[1] ?? 0) * 256);
  if (meaning === 'u64') return String(readU64(bytes));
  if (meaning === 'i64') return String(BigInt.asIntN(64, readU64(bytes)));
  if (meaning === 'u8') return String(bytes[0] ?? 0);
  if (meaning === 'hash' || meaning === 'tag') return toHex(bytes);
  const byte = bytes[0] ?? 0;
  return meaning[byte] ?? `${byte}, which is none of ${meaning.join(', ')}`;
}

export const readU64 = (bytes: Uint8Array): bigint =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getBigUint64(0, true);

export function writeU64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}
