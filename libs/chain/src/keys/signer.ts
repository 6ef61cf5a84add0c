import { createKeyPairSignerFromPrivateKeyBytes, generateKeyPairSigner } from '@solana/kit';
import type { KeyPairSigner } from '@solana/kit';
import type { Address } from '../address';

/** Signs for an address. The private key is a WebCrypto key that cannot be exported. */
export interface Signer {
  readonly address: Address;
  readonly keyPair: KeyPairSigner['keyPair'];
}

/** @param seed the 32 secret bytes of an Ed25519 key; the caller may wipe them afterwards */
export async function signerFromSeed(seed: Uint8Array): Promise<Signer> {
  const { address, keyPair } = await createKeyPairSignerFromPrivateKeyBytes(seed);
  return { address, keyPair };
}

/** A key for one transaction only, such as a bridge message's account. */
export async function newSigner(): Promise<Signer> {
  const { address, keyPair } = await generateKeyPairSigner();
  return { address, keyPair };
}
