import type { PageEnd } from './place';

/** One movement of a user's money, in micro-USDC. Locking and unlocking are not movements. */
export interface LedgerEntry {
  readonly seq: number;
  /** The index of the event in its command. */
  readonly event_index: number;
  readonly time: number;
  readonly kind:
    | 'trade'
    | 'payout'
    | 'credited'
    | 'deposit_credited'
    | 'gas_settled'
    | 'withdrawal_accepted'
    | 'withdrawal_settled'
    | 'withdrawal_refunded'
    | 'redeemed';
  /** Received or, if negative, paid; fees included. */
  readonly amount: number;
  /** The total afterwards: available and locked. */
  readonly balance: number;
  readonly trade_id: number | null;
  readonly market_id: string | null;
  readonly withdrawal_id: string | null;
  readonly tx_signature: string | null;
}

/** Newest first. */
export interface LedgerPage extends PageEnd {
  readonly entries: readonly LedgerEntry[];
}
