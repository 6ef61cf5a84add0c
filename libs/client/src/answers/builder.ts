/** The signer's answers for builders. */
import type { PageEnd } from './place';
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

/** A key without what is secret of it. Null times: never. */
export interface OwnApiKey {
  readonly key_id: string;
  readonly scopes: readonly string[];
  readonly max_fee_bps: number;
  readonly orders_per_second: number;
  readonly daily_outflow_micro_usdc: number;
  readonly generation: number;
  readonly user_count: number;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly rotated_at: number | null;
  readonly revoked_at: number | null;
  /** At once, at the signer that answered; null: revoked, or nothing limits it. */
  readonly orders_left: number | null;
}

export interface OwnBuilder {
  readonly builder_id: string;
  readonly name: string;
  readonly max_fee_bps: number;
  readonly user_count: number;
  /** The key of this call. */
  readonly key_id: string;
  readonly keys: readonly OwnApiKey[];
}

export interface BuilderUsersPage extends PageEnd {
  readonly users: readonly {
    readonly user_id: string | null;
    readonly public_key: string;
    readonly linked_at: number;
  }[];
}

/** Micro-USDC; each side of a trade is one fill. */
export interface Revenue {
  readonly builder_fees: number;
  readonly fills: number;
  readonly contracts: number;
}

export interface BuilderRevenue {
  readonly interval: string;
  readonly from: number;
  readonly to: number;
  readonly total: Revenue;
  readonly days: readonly (Revenue & { readonly time: number })[];
  /** Those that earned most, at most a hundred. */
  readonly markets: readonly (Revenue & { readonly market_id: string })[];
  readonly other_markets: Revenue & { readonly count: number };
}

/** Totals over all trades that match the filter, not only this page. Micro-USDC. */
export interface BuilderTradesPage extends TradesPage {
  readonly total_builder_fees: number;
  readonly total_protocol_fees: number;
  /** Users created through the calling key. */
  readonly user_count: number;
}
