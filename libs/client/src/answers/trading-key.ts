import type { Place } from './place';

/** `active`: it may trade; `replaced`: by a later text that allows the same key. */
export type TradingKeyState = 'active' | 'expired' | 'revoked' | 'revoked_by_key' | 'replaced';

/** A trading key that was allowed, or revoked. */
export interface TradingKeyChange extends Place {
  readonly account: string;
  readonly trading_key: string;
  /** Unix seconds. */
  readonly until: number;
  /** Of the text that allowed it. */
  readonly nonce: number;
  readonly state: 'active' | 'revoked';
}

export interface TradingKey {
  readonly trading_key: string;
  /** Unix seconds. */
  readonly until: number;
  /** Of the text that allowed it. */
  readonly nonce: number;
  readonly state: TradingKeyState;
  readonly allowed_at: number;
  readonly ended_at: number | null;
}

/** Those that may trade first. */
export interface TradingKeyList extends Place {
  readonly account: string;
  readonly trading_keys: readonly TradingKey[];
}
