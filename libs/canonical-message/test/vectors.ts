/** The golden vectors in `vectors/`: bytes in hex, keys in base58. Add-only. */
import { readFileSync } from 'node:fs';
import { parsePublicKey } from '@bellwether/codec';
import type { SignedKind } from '../src';

/** A message laid out and signed by code that is not ours. `fields` are named as the HTTP interface names them. */
export interface MessageVector {
  readonly kind: SignedKind;
  readonly secret_key: string;
  readonly user: string;
  readonly fields: Readonly<Record<string, string | number | boolean | null>>;
  readonly message: string;
  readonly message_hash: string;
  readonly signature: string;
}

/** Bytes that are not a message of `kind`, and why. */
export interface UndecodableVector {
  readonly kind: SignedKind;
  readonly reason: string;
  readonly message: string;
}

/** `preimage`: the bytes that are hashed. */
export interface MarketIdVector {
  readonly note: string;
  readonly network: 'test' | 'production';
  readonly event_id: string;
  readonly label: string;
  readonly preimage: string;
  readonly market_id: string;
}

/** `preimage`: the bytes that are hashed. */
export interface EventHashVector {
  readonly note: string;
  readonly network: 'test' | 'production';
  readonly event_id: string;
  readonly preimage: string;
  readonly event_hash: string;
}

/** `preimage`: the bytes that are hashed. */
export interface WithdrawalIdVector {
  readonly note: string;
  readonly network: 'test' | 'production';
  readonly user: string;
  readonly nonce: number;
  readonly preimage: string;
  readonly withdrawal_id: string;
}

/** A signature, how it was made, and the verdicts of two libraries; `libsodium` is the rule of every server. */
export interface SignatureVector {
  readonly name: string;
  readonly how: string;
  readonly public_key: string;
  readonly public_key_valid: boolean;
  readonly message: string;
  readonly signature: string;
  readonly libsodium: boolean;
  readonly noble: boolean;
}

export const readVectors = <V>(name: string): readonly V[] =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'));

export const messageVectors = [
  ...readVectors<MessageVector>('canonical-messages'),
  ...readVectors<MessageVector>('recover-messages'),
  ...readVectors<MessageVector>('redeem-messages'),
  ...readVectors<MessageVector>('amend-messages'),
  ...readVectors<MessageVector>('full-order-messages'),
  ...readVectors<MessageVector>('cancel-after-messages'),
  ...readVectors<MessageVector>('challenge-messages'),
  ...readVectors<MessageVector>('attestation-messages'),
];

export const hexBytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

export function keyBytes(written: unknown): Uint8Array {
  const key = parsePublicKey(String(written));
  if (key === undefined) throw new Error(`no key: ${String(written)}`);
  return key;
}
