import { sha256 } from '@noble/hashes/sha2.js';
import { bytes, encode, struct, text, u53 } from '@bellwether/codec';
import type { NetworkName } from './words';

const DOMAIN = 'bellwether/withdrawal/v1';

/** Each text is UTF-8 after its length as a u16; the key and the nonce (u64, little-endian) have a fixed length. */
const withdrawalNameLayout = struct({ domain: text, network: text, user: bytes(32), nonce: u53 });

export interface WithdrawalName {
  readonly network: NetworkName;
  readonly user: Uint8Array;
  readonly nonce: number;
}

/**
 * The 32-byte id of a withdrawal: SHA-256 over domain, network, user and nonce. The sender can compute it before the
 * answer, and the vault pays each id once. Vectors: `vectors/withdrawal-ids.json`.
 */
export const withdrawalIdOf = ({ network, user, nonce }: WithdrawalName): Uint8Array =>
  sha256(encode(withdrawalNameLayout, { domain: DOMAIN, network, user, nonce }));
