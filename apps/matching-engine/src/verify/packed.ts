/** Packs signatures and their messages into one buffer, so that passing many to a thread costs one transfer. */
import type { Verify } from '@bellwether/canonical-message';
import { assert } from '@bellwether/errors';
import type { Signed } from './signed-bytes';

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** Longer than every signed message. */
const MAX_MESSAGE_BYTES = 111;

const KEY_AT = SIGNATURE_BYTES;
const LENGTH_AT = KEY_AT + KEY_BYTES;
const MESSAGE_AT = LENGTH_AT + 1;
const STRIDE = MESSAGE_AT + MAX_MESSAGE_BYTES;

export function packSignatures(signed: readonly Signed[]): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(signed.length * STRIDE);
  for (const [index, { signature, user, message }] of signed.entries()) {
    assert(message.length <= MAX_MESSAGE_BYTES, 'a signed message that is longer than any');
    const at = index * STRIDE;
    packed.set(signature, at);
    packed.set(user, at + KEY_AT);
    packed[at + LENGTH_AT] = message.length;
    packed.set(message, at + MESSAGE_AT);
  }
  return packed;
}

/** One byte per signature, in order: 1 if it is valid. */
export function verifyPacked(packed: Uint8Array, verify: Verify): Uint8Array<ArrayBuffer> {
  const valid = new Uint8Array(packed.length / STRIDE);
  for (let index = 0; index < valid.length; index++) {
    const one = packed.subarray(index * STRIDE, (index + 1) * STRIDE);
    const signature = one.subarray(0, SIGNATURE_BYTES);
    const user = one.subarray(KEY_AT, LENGTH_AT);
    const message = one.subarray(MESSAGE_AT, MESSAGE_AT + one[LENGTH_AT]!);
    valid[index] = verify(signature, message, user) ? 1 : 0;
  }
  return valid;
}
