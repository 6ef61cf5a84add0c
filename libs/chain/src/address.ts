import { parsePublicKey } from '@bellwether/codec';
import { getAddressDecoder, getAddressEncoder } from '@solana/kit';
import type { Address } from '@solana/kit';

/** An address on a chain: base58 of 32 bytes, checked once, where it came in. */
export type { Address } from '@solana/kit';

const encoder = getAddressEncoder();
const decoder = getAddressDecoder();

/** @param bytes 32 of them: a public key, or what a program derived */
export const addressOf = (bytes: Uint8Array): Address => decoder.decode(bytes);

export const bytesOfAddress = (address: Address): Uint8Array =>
  new Uint8Array(encoder.encode(address));

/** An address from outside: base58 or 64 characters of hex; `undefined` where it is neither. */
export function parseAddress(text: string): Address | undefined {
  const bytes = parsePublicKey(text);
  return bytes === undefined ? undefined : addressOf(bytes);
}
