/**
 * Keys of operators: `bw_operator_<name>_<random>`, the random 32 bytes in lower-case hex. The prefix lets secret
 * scanners find leaked keys.
 *
 * The database stores an HMAC under a pepper that it does not have, as for builders' keys. It also covers name, roles,
 * generation and the confirming operator. So a writer of the table without the pepper can neither add an operator nor
 * raise one's roles. It is over the key's SHA-256, as the operator who adds another one gets only that.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { OPERATOR_ROLES } from '@bellwether/api';
import type { OperatorRole } from '@bellwether/api';
import { Writer, toHex } from '@bellwether/codec';

export const OPERATOR_KEY_RANDOM_BYTES = 32;
/** A name of 32 characters gives 109. Longer headers are refused before they are hashed. */
export const MAX_OPERATOR_KEY_CHARACTERS = 128;
const OPERATOR_KEY = /^bw_operator_([a-z][a-z0-9-]{0,31})_[0-9a-f]{64}$/;
const PURPOSE = 'operator-key/v1';

export const formatOperatorKey = (name: string, random: Uint8Array): string =>
  `bw_operator_${name}_${toHex(random)}`;

/** The name that a presented key claims. `undefined` if it cannot be a key of an operator. */
export const claimedName = (key: string): string | undefined =>
  key.length > MAX_OPERATOR_KEY_CHARACTERS ? undefined : OPERATOR_KEY.exec(key)?.[1];

export const sha256Of = (key: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(key, 'utf8').digest());

export interface OperatorKeyParts {
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly generation: number;
  readonly confirmedBy: string | null;
  readonly keySha256: Uint8Array;
}

/** 32 bytes. Every part but the last has its length before it. Roles are in the order of `OPERATOR_ROLES`. */
export function operatorKeyHash(
  pepper: KeyObject,
  { name, roles, generation, confirmedBy, keySha256 }: OperatorKeyParts,
): Uint8Array {
  const message = new Writer();
  const sorted = OPERATOR_ROLES.filter((role) => roles.includes(role)).join(',');
  for (const part of [PURPOSE, name, sorted, confirmedBy ?? '']) {
    const bytes = Buffer.from(part, 'utf8');
    message.u16(bytes.length);
    message.raw(bytes);
  }
  message.u32(generation);
  message.raw(keySha256);
  return new Uint8Array(createHmac('sha256', pepper).update(message.finish()).digest());
}

/** Takes the same time wherever the texts differ, and whatever their lengths. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) =>
    createHash('sha256').update(text, 'utf8').digest(),
  );
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
