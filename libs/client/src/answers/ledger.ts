import type { PageEnd } from './place';

/** One movement of a user's money, in micro-USDC; locking and unlocking move none. */
export interface LedgerEntry {
  readonly seq: number;
  /** Which of the events of that command it was. */
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
    | 'withdrawal_refunded';
  /** What came or, below 0, went; fees included. */
  readonly amount: number;
  /** The total after it: available and locked. */
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
