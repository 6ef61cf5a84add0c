/**
 * The text of an API key: `bw_<network>_<key id>_<random>`, key id 16 and random 32 bytes in lower-case hex.
 * The prefix lets secret scanners find leaked keys; the key id in it is public (fills carry it), the random is not.
 */
import { fromHex, toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { Network } from '@bellwether/exchange';
import { MAX_API_KEY_CHARACTERS } from '../limits';

export const KEY_ID_BYTES = 16;
export const API_KEY_RANDOM_BYTES = 32;

const API_KEY = /^bw_(test|production)_([0-9a-f]{32})_[0-9a-f]{64}$/;

export const formatApiKey = (parts: {
  network: Network;
  keyId: Uint8Array;
  random: Uint8Array;
}): string => `bw_${parts.network}_${toHex(parts.keyId)}_${toHex(parts.random)}`;

/**
 * The key id that a presented key claims, or `undefined` if it cannot be one of ours. A key of the other network is as
 * unknown as a random text.
 */
export function claimedKeyId(apiKey: string, network: Network): Uint8Array | undefined {
  if (apiKey.length > MAX_API_KEY_CHARACTERS) return undefined;
  const match = API_KEY.exec(apiKey);
  if (match === null || match[1] !== network) return undefined;
  return fromHex(match[2] ?? '', KEY_ID_BYTES);
}

/** The bytes of a key id in hex. @throws CodedError KEY_NOT_FOUND if it is none */
export function keyIdOf(hex: string): Uint8Array {
  const keyId = fromHex(hex, KEY_ID_BYTES);
  if (keyId === undefined) throw new CodedError('KEY_NOT_FOUND', { key_id: hex.slice(0, 64) });
  return keyId;
}
