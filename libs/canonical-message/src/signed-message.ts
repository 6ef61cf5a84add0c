/**
 * Signed messages have a length of their own and a strict encoding.
 *
 * Ed25519 signs exact bytes, so messages of different lengths can never be confused. The order has no tag, and others
 * choose its first 64 bytes, so only its length distinguishes it: no other message may ever be 90 bytes.
 */
import { DecodeError, decode, encode } from '@bellwether/codec';
import type { Layout } from '@bellwether/codec';

export interface SignedMessage<T> {
  /** Exact length; unique to the kind. */
  readonly byteLength: number;
  readonly layout: Layout<T>;
}

/** @throws RangeError if a value does not fit its field: a bug of the caller, who must check its input. */
export const encodeSigned = <T>(message: SignedMessage<T>, value: T): Uint8Array =>
  encode(message.layout, value);

/** @throws DecodeError if the bytes are not the encoding of exactly one value of this kind. */
export function decodeSigned<T>({ byteLength, layout }: SignedMessage<T>, bytes: Uint8Array): T {
  if (bytes.length !== byteLength) {
    throw new DecodeError(`${bytes.length} bytes where ${byteLength} belong`, bytes.length);
  }
  return decode(layout, bytes);
}
