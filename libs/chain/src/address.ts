import { parsePublicKey } from '@bellwether/codec';
import { getAddressDecoder, getAddressEncoder } from '@solana/kit';
import type { Address } from '@solana/kit';

/** An address on a chain: base58 of 32 bytes, validated once, at the point of entry. */
export type { Address } from '@solana/kit';

const ADDRESS_BYTES = 32;
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Five digits at a time: 58^5 shifted by 16 bits is still an exact number. */
const GROUP = 58 ** 5;
const GROUPS = 9;

const encoder = getAddressEncoder();
const decoder = getAddressDecoder();

/**
 * @param bytes 32 bytes: a public key, or an address derived by a program
 * @throws if there are fewer
 */
export const addressOf = (bytes: Uint8Array): Address =>
  bytes.length === ADDRESS_BYTES ? (base58Of(bytes) as Address) : decoder.decode(bytes);

export const bytesOfAddress = (address: Address): Uint8Array =>
  new Uint8Array(encoder.encode(address));

/** Parses an address from outside: base58 or 64 characters of hex; `undefined` if it is neither. */
export function parseAddress(text: string): Address | undefined {
  const bytes = parsePublicKey(text);
  return bytes === undefined ? undefined : addressOf(bytes);
}

/**
 * Base58 of 32 bytes. General encoders take several times as long, and an app does this hundreds of thousands of times
 * when it loads its users.
 */
function base58Of(bytes: Uint8Array): string {
  const limbs = Array.from(
    { length: ADDRESS_BYTES / 2 },
    (_, at) => bytes[2 * at]! * 256 + bytes[2 * at + 1]!,
  );
  let text = '';
  for (let group = 0; group < GROUPS; group++) {
    let rest = 0;
    for (let at = 0; at < limbs.length; at++) {
      const value = rest * 65_536 + limbs[at]!;
      const quotient = Math.floor(value / GROUP);
      limbs[at] = quotient;
      rest = value - quotient * GROUP;
    }
    for (let digit = 0; digit < 5; digit++) {
      text = ALPHABET[rest % 58]! + text;
      rest = Math.floor(rest / 58);
    }
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  const leading = zeros < 0 ? ADDRESS_BYTES : zeros;
  return '1'.repeat(leading) + text.replace(/^1+/, '');
}
