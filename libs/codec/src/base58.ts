import { base58 } from '@scure/base';
import { fromHex } from './hex';

const KEY_BYTES = 32;

export const toBase58 = (bytes: Uint8Array): string => base58.encode(bytes);

/** A byte takes 1.37 characters of base58. Longer text is rejected before decoding, which takes quadratic time. */
const mostCharacters = (byteLength: number): number => Math.ceil(byteLength * 1.37);

/** Exactly `byteLength` bytes; `undefined` if the text is not their base58. */
export function fromBase58(text: string, byteLength: number): Uint8Array | undefined {
  if (text.length === 0 || text.length > mostCharacters(byteLength)) return undefined;
  try {
    const bytes = base58.decode(text);
    return bytes.length === byteLength ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** A public key or address from a path or body: base58, or 64 hex characters. `undefined` if it is neither. */
export const parsePublicKey = (text: string): Uint8Array | undefined =>
  text.length === KEY_BYTES * 2 ? fromHex(text, KEY_BYTES) : fromBase58(text, KEY_BYTES);
