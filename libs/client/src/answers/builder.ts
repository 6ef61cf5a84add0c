/** The signer's answers for builders. */
import type { TradesPage } from './trade';

export interface Keypair {
  readonly user_id: string;
  readonly public_key: string;
}

export interface SignedOrder {
  /** Ed25519, 64 bytes of hex. */
  readonly signature: string;
  /** SHA-256 of the canonical message, in hex. */
  readonly message_hash: string;
}

/** Totals over all trades that match the filter, not only this page. Micro-USDC. */
export interface BuilderTradesPage extends TradesPage {
  readonly total_builder_fees: number;
  readonly total_protocol_fees: number;
  /** Users created through the calling key. */
  readonly user_count: number;
}
