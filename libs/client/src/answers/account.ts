/** A user's holdings. Money is micro-USDC. */
import type { PageEnd, Place } from './place';
import type { MarketStatus, Resolution } from './words';

/** `total` = `available` + `locked`. */
export interface Balance extends Place {
  readonly available: number;
  /** Locked by open buys. */
  readonly locked: number;
  readonly total: number;
  /** Accepted withdrawals that have not ended. */
  readonly withdrawing: number;
  readonly gas_debt: number;
}

/** Contracts, including those locked in open sells. */
export interface Position extends Place {
  readonly market_id: string;
  readonly yes_contracts: number;
  readonly no_contracts: number;
  readonly yes_locked: number;
  readonly no_locked: number;
}

/**
 * A position with what it cost and brought, at average cost. `realised` - `yes_cost` - `no_cost` - `fees` is the sum of the
 * user's ledger entries in the market.
 */
export interface HeldPosition {
  readonly market_id: string;
  readonly event_id: string;
  readonly question: string;
  readonly label: string;
  readonly market_status: MarketStatus;
  readonly resolution: Resolution | null;
  /** Of a void. */
  readonly resolution_price: number | null;
  readonly yes_contracts: number;
  /** Rounded up to a basis point; null without contracts. */
  readonly yes_average_price: number | null;
  /** Without fees. */
  readonly yes_cost: number;
  readonly no_contracts: number;
  readonly no_average_price: number | null;
  readonly no_cost: number;
  /** Of contracts sold, redeemed or paid out; without fees. Null beyond 2^53 - 1. */
  readonly realised: number | null;
  /** Less maker rebates. */
  readonly fees: number;
  readonly opened_seq: number;
  readonly updated_seq: number;
  readonly updated_at: number;
}

export interface PositionsPage extends PageEnd {
  readonly positions: readonly HeldPosition[];
  /** History has followed up to this command. */
  readonly seq: number;
}

/** `requests` in `per_seconds`, `burst` after a rest, of which `remaining` are left. */
export interface UserRate {
  readonly requests: number;
  readonly per_seconds: number;
  readonly burst: number;
  readonly remaining: number;
}

export interface UserAllowance extends Place {
  readonly public_key: string;
  readonly max_open_orders: number;
  /** Null: this exchange limits nobody. */
  readonly rates: {
    readonly orders: UserRate;
    readonly cancels: UserRate;
    readonly keys: UserRate;
  } | null;
}

/** The highest nonce used of each kind, 0 before the first. */
export interface Nonces extends Place {
  readonly public_key: string;
  readonly order: number;
  readonly cancel_all: number;
  readonly withdraw: number;
  readonly recover: number;
  readonly cancel_after: number;
  readonly trading_key: number;
}
