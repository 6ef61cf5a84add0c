/**
 * What the five signed messages share: a length of their own and strict bytes.
 *
 * Ed25519 signs exact bytes, so messages of different length can never be confused. The order has no tag and its first
 * 64 bytes are chosen by others, therefore length alone keeps it apart: none of the others may ever be 90 bytes.
 */
import { DecodeError, decode, encode } from '@bellwether/codec';
import type { Layout } from '@bellwether/codec';

export interface SignedMessage<T> {
  /** Exact length; no two kinds have the same. */
  readonly byteLength: number;
  readonly layout: Layout<T>;
}

/** @throws RangeError where a value does not fit its field: a bug of the caller, who has checked its input. */
export const encodeSigned = <T>(message: SignedMessage<T>, value: T): Uint8Array =>
  encode(message.layout, value);

/** @throws DecodeError where the bytes are not those of exactly one value of this kind. */
export function decodeSigned<T>({ byteLength, layout }: SignedMessage<T>, bytes: Uint8Array): T {
  if (bytes.length !== byteLength) {
    throw new DecodeError(`${bytes.length} bytes where ${byteLength} belong`, bytes.length);
  }
  return decode(layout, bytes);
}
