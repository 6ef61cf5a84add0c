import { toBase58 } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import { isValidPublicKey } from '@bellwether/signature';

/**
 * A key that receives money, or says results, must be one that can sign. 32 bytes with a typing error are usually not a
 * point on the curve: no signature could ever be made for them, and the money would be lost. Trading needs no such check,
 * because a signature or a link made by the signer proves the key.
 * @throws CodedError VALIDATION_FAILED
 */
export function requireOwnerKey(field: string, key: Uint8Array): void {
  if (isValidPublicKey(key)) return;
  throw new CodedError(
    'VALIDATION_FAILED',
    { field, value: toBase58(key), expected: EXPECTED },
    { message: `${field} must be ${EXPECTED}.` },
  );
}

const EXPECTED = 'a public key that can sign: a point of Ed25519 of prime order';
