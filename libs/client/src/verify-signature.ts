import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';

const { Point } = ed25519;
type Point = InstanceType<typeof Point>;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/**
 * Whether it is the key's signature over exactly these bytes, by the rule of every server
 * (docs/protocol/signed-messages.md, section 11): noble's own verification would also take what they refuse.
 */
export function isSignatureOf(
  key: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (key.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
  const start = signature.subarray(0, KEY_BYTES);
  const a = ofLargeOrder(key);
  const r = ofLargeOrder(start);
  const s = numberOf(signature.subarray(KEY_BYTES));
  if (a === undefined || r === undefined || s >= Point.Fn.ORDER) return false;
  const hashed = sha512(Uint8Array.from([...start, ...key, ...message]));
  return times(Point.BASE, s).equals(r.add(times(a, numberOf(hashed))));
}

/** The point of canonical bytes, if it is not of small order. */
function ofLargeOrder(bytes: Uint8Array): Point | undefined {
  try {
    const point = Point.fromBytes(bytes);
    return point.isSmallOrder() ? undefined : point;
  } catch {
    return undefined;
  }
}

const numberOf = (littleEndian: Uint8Array): bigint =>
  littleEndian.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** Noble refuses a factor of zero. */
function times(point: Point, factor: bigint): Point {
  const reduced = factor % Point.Fn.ORDER;
  return reduced === 0n ? Point.ZERO : point.multiplyUnsafe(reduced);
}
