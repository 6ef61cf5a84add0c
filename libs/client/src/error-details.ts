/** The `details` of errors, by code. */
import type { MarketStatus, Order, OrderStatus } from './generated/interface';

interface WrongField {
  readonly field: string;
  /** Absent if the field is. */
  readonly value?: unknown;
  /** The right value. */
  readonly expected?: string;
  readonly [more: string]: unknown;
}

/** Micro-USDC of a buy, contracts of a sell. */
interface Funds {
  readonly required: number;
  readonly available: number;
  readonly locked: number;
  /** `required` less `available`. */
  readonly shortfall: number;
}

/** Codes that are not here have none, or some that are for people alone. */
export interface DetailsByCode {
  readonly VALIDATION_FAILED: WrongField & { readonly others?: readonly WrongField[] };
  readonly NONCE_REUSED: { readonly nonce: number; readonly last_nonce: number };
  readonly NONCE_TOO_LOW: {
    readonly last_nonce: number;
    /** `never_used`: this nonce did nothing and never will. `forgotten`: it may have been used. */
    readonly fate: 'never_used' | 'forgotten';
  };
  readonly MARKET_NOT_FOUND: { readonly market_id: string };
  readonly MARKET_NOT_ACTIVE: { readonly status: MarketStatus };
  readonly ORDER_NOT_FOUND: {
    readonly order_id?: number;
    readonly nonce?: number;
    readonly last_nonce?: number;
  };
  readonly ORDER_NOT_OPEN: {
    /** In its final state. */
    readonly order: Order;
    readonly order_id?: number;
    readonly status?: OrderStatus;
  };
  readonly INSUFFICIENT_BALANCE: Funds;
  /** `outcome`: of a redemption, which takes both. */
  readonly INSUFFICIENT_POSITION: Funds & { readonly outcome?: 'yes' | 'no' | undefined };
  readonly FOK_NOT_FILLED: { readonly size: number; readonly fillable: number };
  /** In the order's outcome. */
  readonly POST_ONLY_WOULD_MATCH: { readonly best_price: number };
  readonly ORDER_TOO_SMALL: {
    readonly field: 'size';
    readonly value: number;
    /** The fewest contracts at this price. */
    readonly minimum: number;
    readonly cost: number;
    readonly minimum_cost: number;
  };
  readonly REDUCE_ONLY_EXCEEDED: { readonly size: number; readonly reducible: number };
  readonly TOO_MANY_OPEN_ORDERS: { readonly limit: number; readonly equity?: number };
  readonly GAS_DEBT_UNPAID: { readonly gas_debt: number };
  readonly FEE_ABOVE_MAX: { readonly gas_fee: number; readonly max_gas_fee: number };
  readonly AMOUNT_BELOW_GAS: {
    readonly amount: number;
    readonly gas_fee: number;
    readonly [more: string]: unknown;
  };
  readonly AMOUNT_BELOW_MINIMUM: {
    readonly value: number;
    readonly minimum: number;
    readonly [more: string]: unknown;
  };
  readonly RECIPIENT_NOT_A_WALLET: {
    readonly field: 'recipient_ext' | 'recipient_main';
    readonly value: string;
    /** The kind of the address, which is no wallet. */
    readonly is:
      | 'deposit_address'
      | 'proxy_wallet'
      | 'user_token_account'
      | 'exchange_program'
      | 'exchange_key'
      | 'program'
      | 'sysvar'
      | 'token_account'
      | 'mint'
      | 'nonce_account'
      | 'program_account'
      | 'derived_address'
      | 'no_public_key'
      | 'foreign_token_account'
      | 'frozen_token_account';
    readonly expected: string;
  };
  readonly TOO_MANY_OPEN_WITHDRAWALS: { readonly limit: number; readonly open: number };
  readonly DAILY_WITHDRAWALS_USED: {
    readonly limit: number;
    readonly used: number;
    /** Unix seconds. */
    readonly renews_at: number;
  };
  readonly RATE_LIMITED: {
    /** The name of the limit: `requests` in `per_seconds`, after a rest a `burst`. */
    readonly limit?: string;
    readonly requests?: number;
    readonly per_seconds?: number;
    readonly burst?: number;
    readonly retry_after_ms?: number;
    readonly [more: string]: unknown;
  };
}

/** Of several codes: those of one of them. */
export type DetailsOf<C extends string> = C extends keyof DetailsByCode
  ? DetailsByCode[C]
  : Readonly<Record<string, unknown>>;
