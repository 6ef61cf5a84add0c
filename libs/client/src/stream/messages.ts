/** The messages of the stream, by channel. Amounts, sizes and levels are totals, never differences. */
import type { ErrorCode } from '../error-code';
import type { Deposit } from '../answers/funding';
import type { BookLevel, BookSides, EventEntry, OutcomeEntry } from '../answers/market';
import type { Order } from '../answers/order';
import type { PageEnd } from '../answers/place';
import type { Trade } from '../answers/trade';
import type { CancelReason, MarketStatus, NonceKind } from '../answers/words';

/** In YES terms; the NO book is its exact mirror. */
export interface BookSnapshot {
  readonly market_id: string;
  readonly status: MarketStatus;
  readonly yes: BookSides;
  readonly last_price: number | null;
}

/** The levels that changed, each with its new total; `size` 0 removes it. */
export interface BookUpdate {
  readonly yes: { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] };
  readonly status?: MarketStatus;
  readonly last_price?: number;
}

/** Newest first. */
export interface TradesSnapshot extends PageEnd {
  readonly trades: readonly Trade[];
}

/** In the order of execution. */
export interface TradesUpdate {
  readonly trades: readonly Trade[];
}

export interface UserBalance {
  readonly available: number;
  readonly locked: number;
  readonly total: number;
  readonly withdrawing: number;
  readonly gas_debt: number;
}

export interface UserPosition {
  readonly market_id: string;
  readonly yes_contracts: number;
  readonly no_contracts: number;
  readonly yes_locked: number;
  readonly no_locked: number;
}

export interface UserSnapshot extends PageEnd {
  readonly public_key: string;
  readonly balance: UserBalance;
  readonly positions: readonly UserPosition[];
  readonly more_positions: boolean;
  /** Open orders, newest first. */
  readonly orders: readonly Order[];
}

/** A resting order that was filled. */
export interface FilledOrder {
  readonly order_id: number;
  readonly market_id: string;
  readonly filled: number;
}

/** An order that ended with contracts unfilled. */
export interface EndedOrder {
  readonly order_id: number;
  readonly market_id: string;
  readonly status: 'cancelled';
  readonly filled: number;
  readonly remaining: number;
  readonly cancel_reason: CancelReason;
}

export interface UserRefusal {
  readonly kind: Exclude<NonceKind, 'cancel_after'>;
  readonly nonce: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, string | number>>;
}

export interface UserCredit {
  readonly source: 'deposit' | 'operator';
  readonly amount: number;
  readonly credit_seq: number | null;
  readonly tx_main: string | null;
}

export interface UserGasCharge {
  readonly amount: number;
  readonly charge_seq: number;
  readonly purpose: string;
}

export interface UserPayout {
  readonly market_id: string;
  readonly yes_contracts: number;
  readonly no_contracts: number;
  readonly paid_micro_usdc: number;
}

export interface UserRedemption {
  readonly market_id: string;
  readonly size: number;
  readonly paid_micro_usdc: number;
  readonly nonce: number;
}

/** A trading key that was allowed, or ended. `until` in Unix seconds; null: it has ended. */
export interface UserTradingKey {
  readonly trading_key: string;
  readonly state: 'active' | 'expired' | 'revoked' | 'revoked_by_key';
  readonly until: number | null;
  readonly nonce: number;
}

export interface UserWithdrawal {
  readonly withdrawal_id: string;
  readonly state: 'accepted' | 'settled' | 'refunded';
  readonly amount: number;
  readonly gas_fee: number;
  readonly net_amount: number;
  readonly reason: string | null;
}

/** What one command changed for a user. Absent fields did not change. */
export interface UserUpdate {
  readonly balance?: UserBalance;
  readonly positions?: readonly UserPosition[];
  readonly orders?: readonly (Order | FilledOrder | EndedOrder)[];
  readonly trades?: readonly Trade[];
  readonly refusals?: readonly UserRefusal[];
  readonly credits?: readonly UserCredit[];
  readonly gas_charges?: readonly UserGasCharge[];
  readonly payouts?: readonly UserPayout[];
  readonly redemptions?: readonly UserRedemption[];
  readonly trading_keys?: readonly UserTradingKey[];
  readonly withdrawals?: readonly UserWithdrawal[];
}

/** The last ten deposits, newest first, each time that any of them has changed. */
export interface DepositsSnapshot {
  readonly public_key: string;
  readonly deposits: readonly Deposit[];
}

/** The newest entries of the catalogue; older ones are in `GET /v1/markets`, from `next_cursor`. */
export interface MarketsSnapshot extends PageEnd {
  readonly markets: readonly EventEntry[];
}

export interface ChangedOutcome extends OutcomeEntry {
  readonly event_id: string;
}

export interface MarketsUpdate {
  /** New events, oldest first. */
  readonly markets?: readonly EventEntry[];
  /** Changed outcomes, each complete. */
  readonly outcomes?: readonly ChangedOutcome[];
}

/** Sent every 5 seconds. `lag`: commands that the gateway is behind; null if it does not know, as in an outage. */
export interface Heartbeat {
  readonly time: number;
  readonly seq: number;
  readonly lag: number | null;
  readonly channels: Readonly<Record<string, number>>;
}

/** The command as of which a message is valid, and its time (Unix seconds). */
export interface MessagePlace {
  readonly seq: number;
  readonly timestamp: number;
}
