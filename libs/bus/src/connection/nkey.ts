/** The keys that identify clients to nats-server: Ed25519; the server has only the public half. */
import { nkeys } from '@nats-io/transport-node';

export interface Nkey {
  /** `SU…`, 58 characters: the secret. */
  readonly seed: string;
  /** `U…`, 56 characters: configured in the server. */
  readonly publicKey: string;
}

const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder();

/** A new random key pair for a user. */
export function makeNkey(): Nkey {
  const pair = nkeys.createUser();
  return { seed: utf8Decoder.decode(pair.getSeed()), publicKey: pair.getPublicKey() };
}

/** @throws Error if it is no nkey seed; the message does not contain it */
export const publicKeyOfSeed = (seed: string): string =>
  nkeys.fromSeed(utf8Encoder.encode(seed)).getPublicKey();

/** True for the public half of a user's nkey: base32 of a prefix, 32 bytes and a checksum. */
export function isPublicNkey(text: string): boolean {
  if (!/^U[A-Z2-7]{55}$/.test(text)) return false;
  try {
    return nkeys.fromPublic(text).getPublicKey() === text;
  } catch {
    return false;
  }
}
