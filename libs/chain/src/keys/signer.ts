import { createKeyPairSignerFromPrivateKeyBytes, generateKeyPairSigner } from '@solana/kit';
import type { KeyPairSigner } from '@solana/kit';
import type { Address } from '../address';

/** Who can sign for an address. The private key is a WebCrypto key that cannot be taken out again. */
export interface Signer {
  readonly address: Address;
  readonly keyPair: KeyPairSigner['keyPair'];
}

/** @param seed the 32 secret bytes of an Ed25519 key; the caller may wipe them afterwards */
export async function signerFromSeed(seed: Uint8Array): Promise<Signer> {
  const { address, keyPair } = await createKeyPairSignerFromPrivateKeyBytes(seed);
  return { address, keyPair };
}

/** A key that is used in one transaction and then forgotten, as a bridge message's account is. */
export async function newSigner(): Promise<Signer> {
  const { address, keyPair } = await generateKeyPairSigner();
  return { address, keyPair };
}
