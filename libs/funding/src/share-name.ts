import { sha256 } from '@noble/hashes/sha2.js';
import { bytes, encode, list, struct, text } from '@bellwether/codec';

const layout = struct({ domain: text, depositIds: list(bytes(32)) });

/** SHA-256 over domain and ids, in their order: the same members have the same name. */
export const shareNameOf = (depositIds: readonly Uint8Array[]): Uint8Array =>
  sha256(encode(layout, { domain: 'bellwether/share/v1', depositIds: [...depositIds] }));
