import { sha256 } from '@noble/hashes/sha2.js';
import { encode, struct, text } from '@bellwether/codec';
import type { NetworkName } from './words';

const DOMAIN = 'bellwether/market-id/v1';

/** Each text is UTF-8 after its length as a u16, so no two names have the same bytes. */
const marketNameLayout = struct({ domain: text, network: text, eventId: text, label: text });

export interface MarketName {
  readonly network: NetworkName;
  readonly eventId: string;
  readonly label: string;
}

/**
 * The 32-byte id of a market: SHA-256 over domain, network, event id and label. It includes the network, so an order
 * signed for the test network never verifies on production. Vectors: `vectors/market-ids.json`.
 */
export const marketIdOf = ({ network, eventId, label }: MarketName): Uint8Array =>
  sha256(encode(marketNameLayout, { domain: DOMAIN, network, eventId, label }));
