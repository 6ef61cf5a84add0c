/**
 * Derives keys and secrets from the masters: HKDF-SHA256 (RFC 5869), with a salt for each purpose and version, and an
 * `info` in which every part but the last has its length before it, so that ("b1", "1u") and ("b11", "u") never
 * collide.
 *
 * These bytes are fixed for ever: a change of salt or `info` changes every user's key, or every builder's secret. A new
 * rule is a new salt beside the old one. Vectors: derivation.spec.ts; source: docs/protocol/builder-envelope.md §6.
 *
 * Results are fresh buffers that belong to the caller, who zeroes them after use.
 */
import { createHmac, hkdfSync, type KeyObject } from 'node:crypto';
import { Writer } from '@bellwether/codec';

const DELEGATED_KEY_SALT = 'delegated-key/v1';
const HMAC_SECRET_SALT = 'hmac-secret/v1';
const SECRET_BYTES = 32;

/**
 * The Ed25519 seed of a builder's user. It depends on the builder, not on an API key: a rotation changes no user's key.
 */
export function delegatedSeed(master: KeyObject, builderId: string, userId: string): Uint8Array {
  const builder = Buffer.from(builderId, 'utf8');
  const info = new Writer();
  info.u16(builder.length);
  info.raw(builder);
  info.raw(Buffer.from(userId, 'utf8'));
  return derive(master, DELEGATED_KEY_SALT, info.finish());
}

/** The HMAC secret of one generation of an API key: never stored, derived when a request is checked. */
export function hmacSecret(master: KeyObject, keyId: Uint8Array, generation: number): Uint8Array {
  const info = new Writer();
  info.u16(keyId.length);
  info.raw(keyId);
  info.u32(generation);
  return derive(master, HMAC_SECRET_SALT, info.finish());
}

/**
 * The form in which the database stores an API key. The pepper is not in the database, so a stolen table cannot test
 * guesses.
 */
export const apiKeyHash = (pepper: KeyObject, apiKey: string): Uint8Array =>
  new Uint8Array(createHmac('sha256', pepper).update(apiKey, 'utf8').digest());

const derive = (master: KeyObject, salt: string, info: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', master, salt, info, SECRET_BYTES));
