import { sha256 } from '@noble/hashes/sha2.js';
import { encode, struct, text } from '@bellwether/codec';
import type { NetworkName } from './words';

const DOMAIN = 'bellwether/event/v1';

/** Each text is UTF-8 after its length as a u16, so no two names have the same bytes. */
const eventNameLayout = struct({ domain: text, network: text, eventId: text });

export interface EventName {
  readonly network: NetworkName;
  readonly eventId: string;
}

/**
 * The 32 bytes by which an attestation names an event: SHA-256 over domain, network and event id. They are no market's
 * id, whose domain is another. Vectors: `vectors/event-hashes.json`.
 */
export const eventHashOf = ({ network, eventId }: EventName): Uint8Array =>
  sha256(encode(eventNameLayout, { domain: DOMAIN, network, eventId }));
