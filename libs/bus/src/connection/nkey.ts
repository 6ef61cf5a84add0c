/** The keys by which nats-server knows who connects: Ed25519, the server holds the public half alone. */
import { nkeys } from '@nats-io/transport-node';

export interface Nkey {
  /** `SU…`, 58 characters: the secret. */
  readonly seed: string;
  /** `U…`, 56 characters: what the server is told. */
  readonly publicKey: string;
}

const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder();

export function makeNkey(): Nkey {
  const pair = nkeys.createUser();
  return { seed: utf8Decoder.decode(pair.getSeed()), publicKey: pair.getPublicKey() };
}

/** @throws Error where it is no seed of an nkey; the message does not hold it */
export const publicKeyOfSeed = (seed: string): string =>
  nkeys.fromSeed(utf8Encoder.encode(seed)).getPublicKey();

/** The public half of a user's nkey: base32 of a prefix, 32 bytes and a checksum. */
export function isPublicNkey(text: string): boolean {
  if (!/^U[A-Z2-7]{55}$/.test(text)) return false;
  try {
    return nkeys.fromPublic(text).getPublicKey() === text;
  } catch {
    return false;
  }
}
