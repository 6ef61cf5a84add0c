import { parsePublicKey } from '@bellwether/codec';
import { InvalidInputError } from './errors';

/** The 32 bytes of a key or an address. @throws InvalidInputError naming the field */
export function keyBytes(field: string, text: string): Uint8Array {
  const bytes = parsePublicKey(text);
  if (bytes === undefined) throw new InvalidInputError(field, text, '32 bytes in base58 or hex');
  return bytes;
}
