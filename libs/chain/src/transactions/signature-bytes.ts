import { getBase58Decoder, getBase58Encoder, isSignature } from '@solana/kit';
import { assert } from '@bellwether/errors';

const encoder = getBase58Encoder();
const decoder = getBase58Decoder();

/** A signature as records keep it: the 64 bytes of its base58. */
export function signatureBytes(signature: string): Uint8Array {
  assert(isSignature(signature), () => `${signature} is no signature`);
  return new Uint8Array(encoder.encode(signature));
}

/** The form in which a chain knows a transaction. */
export const signatureText = (bytes: Uint8Array): string => decoder.decode(bytes);
