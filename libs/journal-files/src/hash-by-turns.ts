import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

/** Bytes hashed before the event loop gets a turn: a few milliseconds. */
const SLICE_BYTES = 1024 * 1024;

/** SHA-256 of the parts, one after the other. They must not change meanwhile. */
export async function hashByTurns(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for (const part of parts) {
    for (let at = 0; at < part.length; at += SLICE_BYTES) {
      hash.update(part.subarray(at, at + SLICE_BYTES));
      await turn();
    }
  }
  return new Uint8Array(hash.digest());
}
