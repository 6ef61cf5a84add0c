import { base58 } from '@scure/base';
import { fromHex } from './hex';

const KEY_BYTES = 32;
/** 32 bytes are at most 44 characters of base58: longer text is refused before it costs quadratic time. */
const MAX_KEY_CHARACTERS = 44;

export const toBase58 = (bytes: Uint8Array): string => base58.encode(bytes);

/** A public key or address as a path or body gives it: base58, or 64 characters of hex. `undefined` if it is neither. */
export function parsePublicKey(text: string): Uint8Array | undefined {
  if (text.length === KEY_BYTES * 2) return fromHex(text, KEY_BYTES);
  if (text.length === 0 || text.length > MAX_KEY_CHARACTERS) return undefined;
  try {
    const bytes = base58.decode(text);
    return bytes.length === KEY_BYTES ? bytes : undefined;
  } catch {
    return undefined;
  }
}
