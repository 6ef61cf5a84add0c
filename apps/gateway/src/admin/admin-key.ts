import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares hashes, in a time that depends neither on where the keys differ nor on their lengths. */
export function isAdminKey(given: string, expectedHash: Uint8Array): boolean {
  const hash = createHash('sha256').update(given, 'utf8').digest();
  return hash.length === expectedHash.length && timingSafeEqual(hash, expectedHash);
}
