/**
 * Which credential of a stored key, if any, a caller presented. A key has a current generation and, for the overlap
 * after a rotation, the previous one. Each is an API key with its HMAC secret.
 */
import { timingSafeEqual } from 'node:crypto';

/** The parts of a stored key that the rule needs. */
export interface Credentials {
  readonly generation: number;
  readonly apiKeyHash: Uint8Array;
  readonly previousApiKeyHash: Uint8Array | null;
  readonly previousValidUntilMs: number | null;
  readonly revokedMs: number | null;
}

const NO_HASH = new Uint8Array(32);

/**
 * The generation whose API key has `presentedHash`, or `null`: unknown, revoked, or rotated out. It always makes two
 * constant-time comparisons, also for `undefined`, so that time reveals nothing about the key.
 */
export function matchCredential(
  key: Credentials | undefined,
  presentedHash: Uint8Array,
  nowMs: number,
): number | null {
  const isCurrent = timingSafeEqual(key?.apiKeyHash ?? NO_HASH, presentedHash);
  const isPrevious = timingSafeEqual(key?.previousApiKeyHash ?? NO_HASH, presentedHash);
  if (key === undefined || key.revokedMs !== null) return null;
  if (isCurrent) return key.generation;
  const previousLives = nowMs < (key.previousValidUntilMs ?? 0);
  return isPrevious && previousLives ? key.generation - 1 : null;
}
