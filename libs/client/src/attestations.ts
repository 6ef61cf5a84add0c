/** What the source of a result signs, and how anybody checks it: docs/protocol/signed-messages.md. */
import { eventHashOf } from '@bellwether/canonical-message';
import { fromHex, toHex } from '@bellwether/codec';
import type { Network } from './generated/interface';
import { keyBytes } from './key-bytes';
import type { MessageSigner } from './key-pair';
import { attestationBytes } from './signed-bytes';
import type { AttestationTerms } from './signed-bytes';
import { isSignatureOf } from './verify-signature';

const SIGNATURE_BYTES = 64;

/** As `POST /v1/attestations` takes it. */
export interface SignedAttestation extends AttestationTerms {
  /** 128 characters of hex. */
  readonly signature: string;
}

/** The subject of an attestation about a whole event, where outcomes exclude each other. */
export const eventHashFor = (event: {
  readonly event_id: string;
  readonly network: Network;
}): string => toHex(eventHashOf({ network: event.network, eventId: event.event_id }));

/** Signed by the source's key. Without `signed_at`: now. @throws InvalidInputError */
export async function signAttestation(
  key: MessageSigner,
  said: Omit<AttestationTerms, 'source' | 'signed_at'> & { readonly signed_at?: number },
  network: Network,
): Promise<SignedAttestation> {
  const { signed_at = Math.floor(Date.now() / 1_000) } = said;
  const attested = { ...said, signed_at, source: key.publicKey };
  const signature = await key.sign(attestationBytes(attested, network));
  return { ...attested, signature: toHex(signature) };
}

/**
 * Whether it is the signature of its source over exactly this, by the rule of the exchange. It does not say whose key
 * that is: `GET /v1/sources` and the event's `source` do. @throws InvalidInputError
 */
export function verifyAttestation(attested: SignedAttestation, network: Network): boolean {
  const signature = fromHex(attested.signature, SIGNATURE_BYTES);
  if (signature === undefined) return false;
  const message = attestationBytes(attested, network);
  return isSignatureOf(keyBytes('source', attested.source), message, signature);
}
