import { fromHex, sameBytes } from '@bellwether/codec';
import { ed25519 } from '@noble/curves/ed25519.js';

const SEED_BYTES = 32;
const KEY_FILE_NUMBERS = 64;

/**
 * The seed of a signing key as operators give it: 64 characters of hex, or Solana's key file, a JSON list of 64 numbers
 * (32 secret bytes, then the matching public key). `undefined` if it is neither.
 */
export function parseSecretKey(text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  return trimmed.startsWith('[') ? seedOfKeyFile(trimmed) : fromHex(trimmed, SEED_BYTES);
}

function seedOfKeyFile(text: string): Uint8Array | undefined {
  let numbers: unknown;
  try {
    numbers = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(numbers) || numbers.length !== KEY_FILE_NUMBERS) return undefined;
  if (!numbers.every((one) => Number.isInteger(one) && one >= 0 && one <= 0xff)) return undefined;
  const bytes = Uint8Array.from(numbers as number[]);
  const seed = bytes.slice(0, SEED_BYTES);
  const isPair = sameBytes(ed25519.getPublicKey(seed), bytes.subarray(SEED_BYTES));
  return isPair ? seed : undefined;
}
