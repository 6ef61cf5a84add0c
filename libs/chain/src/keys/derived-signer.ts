/**
 * Keys derived from a master key: HKDF-SHA256 (RFC 5869), with one versioned salt per purpose, and `info` preceded by
 * its length (u16, little-endian). These bytes never change: a new rule is a new salt beside the old one.
 */
import { Writer } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { signerFromSeed } from './signer';
import type { Signer } from './signer';

const DEPOSIT_KEY_SALT = 'deposit-key/v1';
const COLLECTOR_SALT = 'deposit-collector/v1';
const BRIDGE_MESSAGE_SALT = 'bridge-message/v1';
const SIGNATURE_SET_SALT = 'signature-set/v1';
const KEY_BYTES = 32;

/**
 * The key that holds a user's deposit address on ext. A user's address never changes.
 * @param master at least 32 secret bytes, held by the deposit-listener alone
 * @param user the user's 32-byte public key
 */
export function depositSigner(master: Uint8Array, user: Uint8Array): Promise<Signer> {
  assert(user.length === KEY_BYTES, () => `a user of ${user.length} bytes`);
  return derivedSigner(master, DEPOSIT_KEY_SALT, user);
}

/** The key that takes shared deposits out of deposit addresses, as their delegate, within one transaction. */
export const collectorSigner = (master: Uint8Array): Promise<Signer> =>
  derivedSigner(master, COLLECTOR_SALT, new Uint8Array());

/**
 * The key of the account that a transfer's message is written to. A transfer has exactly one: a transfer signed again
 * names the same account, and the core bridge writes no message to an existing one, so the chain itself rejects a
 * second send.
 * @param transferId identifies the transfer, at most 65,535 bytes
 */
export const bridgeMessageSigner = (master: Uint8Array, transferId: Uint8Array): Promise<Signer> =>
  derivedSigner(master, BRIDGE_MESSAGE_SALT, transferId);

/**
 * The key of the account that records a VAA's verified signatures. A restarted process continues with the same account.
 */
export const signatureSetSigner = (master: Uint8Array, bodyHash: Uint8Array): Promise<Signer> =>
  derivedSigner(master, SIGNATURE_SET_SALT, bodyHash);

async function derivedSigner(master: Uint8Array, salt: string, info: Uint8Array): Promise<Signer> {
  assert(master.length >= KEY_BYTES, 'a master of fewer than 32 bytes');
  const writer = new Writer();
  writer.u16(info.length);
  writer.raw(info);
  const seed = hkdf(sha256, master, utf8ToBytes(salt), writer.finish(), KEY_BYTES);
  try {
    return await signerFromSeed(seed);
  } finally {
    seed.fill(0);
  }
}
