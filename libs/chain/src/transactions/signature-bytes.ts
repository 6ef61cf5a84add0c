import { getBase58Decoder, getBase58Encoder, isSignature } from '@solana/kit';
import { assert } from '@bellwether/errors';

const encoder = getBase58Encoder();
const decoder = getBase58Decoder();

/** A signature as stored in records: the 64 bytes of its base58. */
export function signatureBytes(signature: string): Uint8Array {
  assert(isSignature(signature), () => `${signature} is no signature`);
  return new Uint8Array(encoder.encode(signature));
}

/** A signature as a chain shows it. */
export const signatureText = (bytes: Uint8Array): string => decoder.decode(bytes);
