/**
 * A second implementation of the rule of `Verify`, on the point arithmetic of @noble/curves. Slow and plain:
 * libsodium is compared with it, so that a libsodium with another rule (cofactored, say) is detected here and not by
 * a split ledger.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';

const { Point } = ed25519;
type Point = InstanceType<typeof Point>;

/** The order of the prime group, and a point of order 8. */
export const GROUP_ORDER = Point.Fn.ORDER;
const TORSION_POINT = Point.fromHex(
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
);

export function numberOf(littleEndian: Uint8Array): bigint {
  return littleEndian.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

export function littleEndian32(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) => Number((value >> BigInt(8 * index)) & 255n));
}

/** n times the point; noble refuses a factor of zero. */
function times(point: Point, factor: bigint): Point {
  const reduced = factor % GROUP_ORDER;
  return reduced === 0n ? Point.ZERO : point.multiplyUnsafe(reduced);
}

/** `factor`·B + `torsion`·T8: any point of the curve is one of these. */
export const pointOf = (factor: bigint, torsion: number): Uint8Array =>
  times(Point.BASE, factor)
    .add(times(TORSION_POINT, BigInt(torsion)))
    .toBytes();

/** The hash of the equation, SHA-512(R, A, message) as a number, not yet reduced. */
export const challenge = (r: Uint8Array, publicKey: Uint8Array, message: Uint8Array): bigint =>
  numberOf(sha512(Uint8Array.from([...r, ...publicKey, ...message])));

/** The point of canonical bytes; `undefined` if they are not canonical. */
function canonicalPoint(bytes: Uint8Array): Point | undefined {
  try {
    return Point.fromBytes(bytes);
  } catch {
    return undefined;
  }
}

export function acceptedByTheRule(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  const rBytes = signature.subarray(0, 32);
  const s = numberOf(signature.subarray(32));
  const a = canonicalPoint(publicKey);
  const r = canonicalPoint(rBytes);
  if (a === undefined || a.isSmallOrder()) return false;
  if (r === undefined || r.isSmallOrder()) return false;
  if (s >= GROUP_ORDER) return false;
  const k = challenge(rBytes, publicKey, message) % GROUP_ORDER;
  // Cofactorless: S·B = R + k·A to the last torsion point.
  return times(Point.BASE, s).equals(r.add(times(a, k)));
}
