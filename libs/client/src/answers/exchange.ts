/** The exchange as a whole. Money is micro-USDC, times Unix seconds. */
import type { Place } from './place';
import type { ExchangeMode, Network } from './words';

export interface FeeCategory {
  readonly name: string;
  readonly sub: string;
  readonly fee_bps: number;
  readonly maker_rebate_pct: number;
}

export interface FeeExample {
  readonly fee_bps: number;
  readonly maker_rebate_pct: number;
  readonly builder_fee_bps: number;
  readonly size: number;
  readonly price: number;
  readonly taker_fee: number;
  readonly maker_rebate: number;
  readonly builder_fee: number;
}

export interface Fees {
  readonly as_of: number;
  readonly seq: number;
  readonly formula: string;
  readonly rounding: string;
  /** `*` matches every category without a row of its own. */
  readonly categories: readonly FeeCategory[];
  readonly builder: { readonly max_fee_bps: number; readonly basis: string };
  readonly examples: readonly FeeExample[];
}

export interface ServerTime {
  readonly time: number;
  readonly time_ms: number;
}

/** How far a chain has been read; nulls if it never was. */
export interface ChainScan {
  readonly slot: number | null;
  readonly updated_at: number | null;
  readonly lag_seconds: number | null;
}

export interface Limits {
  readonly min_price: number;
  readonly max_price: number;
  readonly max_size: number;
  readonly max_nonce: number;
  readonly micro_usdc_per_contract: number;
  readonly max_builder_fee_bps: number;
  readonly max_open_orders: number;
  readonly max_fills_per_order: number;
  /** Answers remembered for each user and kind of nonce: a repeat of one of these gets the first answer. */
  readonly remembered_outcomes: number;
  readonly max_outcomes_per_event: number;
  readonly max_book_depth: number;
  readonly default_page_limit: number;
  readonly max_trades_page: number;
  readonly max_orders_page: number;
  readonly max_markets_page: number;
  readonly max_withdrawals_page: number;
  readonly max_body_bytes: number;
  /** Null if this exchange sets none. */
  readonly rate_limits: RateLimits | null;
}

/** The average rate over the period, and the burst allowed after an idle time. */
export interface RateLimit {
  readonly requests: number;
  readonly per_seconds: number;
  readonly burst: number;
}

/** A builder's key has its own. */
export interface RateLimits {
  readonly address: RateLimit;
  readonly user_orders: RateLimit;
  readonly user_cancels: RateLimit;
  readonly user_keys: RateLimit;
}

export interface ExchangeStatus extends Place {
  readonly network: Network;
  readonly mode: ExchangeMode;
  readonly server_time: number;
  /** `lag`: commands that history has not processed yet; nulls if it cannot be read now. */
  readonly history: {
    readonly available: boolean;
    readonly seq: number | null;
    readonly lag: number | null;
  };
  readonly accounts: number;
  readonly markets: number;
  readonly resting_orders: number;
  readonly withdrawals_paused: boolean;
  readonly open_withdrawals: number;
  /** Null if this exchange has no chains. */
  readonly funding:
    | { readonly available: false }
    | { readonly available: true; readonly ext: ChainScan; readonly main: ChainScan }
    | null;
  readonly limits: Limits;
}

export interface SolvencyLine {
  readonly held: number;
  readonly expected: number;
  readonly difference: number;
  readonly explanation: string;
}

/** The last comparison of the chains with the books. */
export interface ChainSolvency {
  readonly available: true;
  readonly ok: boolean;
  readonly alarm: boolean;
  readonly since: number;
  readonly difference: number;
  readonly slot: number;
  readonly seq: number;
  readonly timestamp: number;
  readonly vault: SolvencyLine | null;
  readonly accounted: SolvencyLine | null;
  readonly donated_micro_usdc: number;
  readonly in_flight: {
    readonly proxies: SolvencyLine | null;
    readonly deposit_addresses: SolvencyLine | null;
  };
}

/** `liabilities` = the sum of the parts = `assets`. */
export interface Solvency extends Place {
  readonly user_available: number;
  readonly user_locked: number;
  readonly withdrawing: number;
  readonly protocol_fees: number;
  readonly builder_revenue: number;
  readonly gas_revenue: number;
  readonly collateral: number;
  readonly deposits_credited: number;
  readonly test_credits: number;
  readonly payouts: number;
  readonly liabilities: number;
  readonly assets: number;
  readonly difference: number;
  /** Null if this exchange has no chains. */
  readonly chain: ChainSolvency | { readonly available: false } | null;
}
