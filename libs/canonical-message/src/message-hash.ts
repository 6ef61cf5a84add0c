import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '@bellwether/codec';

/** The `message_hash` of the interface: lower-case hex of the SHA-256 of a message's canonical bytes. */
export const messageHash = (message: Uint8Array): string => toHex(sha256(message));
