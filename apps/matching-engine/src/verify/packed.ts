/** Packs signatures and their messages into one buffer, so that passing many to a thread costs one transfer. */
import type { Verify } from '@bellwether/canonical-message';
import { assert } from '@bellwether/errors';
import type { Signed } from './signed-bytes';

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** Longer than every signed message: the longest is a text in its envelope, of 347 bytes. */
const MAX_MESSAGE_BYTES = 512;

const KEY_AT = SIGNATURE_BYTES;
const LENGTH_AT = KEY_AT + KEY_BYTES;
const MESSAGE_AT = LENGTH_AT + 2;

/** One after another: signature, key, length of the message (u16, little-endian), message. */
export function packSignatures(signed: readonly Signed[]): Uint8Array<ArrayBuffer> {
  const length = signed.reduce((sum, { message }) => sum + MESSAGE_AT + message.length, 0);
  const packed = new Uint8Array(length);
  let at = 0;
  for (const { signature, signer, message } of signed) {
    assert(message.length <= MAX_MESSAGE_BYTES, 'a signed message that is longer than any');
    packed.set(signature, at);
    packed.set(signer, at + KEY_AT);
    packed[at + LENGTH_AT] = message.length & 0xff;
    packed[at + LENGTH_AT + 1] = message.length >> 8;
    packed.set(message, at + MESSAGE_AT);
    at += MESSAGE_AT + message.length;
  }
  return packed;
}

/** One byte per signature, in order: 1 if it is valid. */
export function verifyPacked(packed: Uint8Array, verify: Verify): Uint8Array<ArrayBuffer> {
  const valid: number[] = [];
  for (let at = 0; at < packed.length;) {
    const messageAt = at + MESSAGE_AT;
    const next = messageAt + packed[at + LENGTH_AT]! + (packed[at + LENGTH_AT + 1]! << 8);
    const signature = packed.subarray(at, at + SIGNATURE_BYTES);
    const signer = packed.subarray(at + KEY_AT, at + LENGTH_AT);
    valid.push(verify(signature, packed.subarray(messageAt, next), signer) ? 1 : 0);
    at = next;
  }
  return Uint8Array.from(valid);
}
