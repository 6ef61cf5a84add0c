/** A user's holdings. Money is micro-USDC. */
import type { Place } from './place';

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
