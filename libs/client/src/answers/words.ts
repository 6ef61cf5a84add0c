/** The enumerations of the interface. A newer exchange may add values: keep a `default` in a switch. */

export type Side = 'buy' | 'sell';
export type OutcomeSide = 'yes' | 'no';
/**
 * - `gtc` rests until it is filled or cancelled
 * - `ioc` fills what it can; the rest is cancelled
 * - `fok` fills entirely or is refused
 * - `post_only` rests or is refused
 */
export type OrderType = 'gtc' | 'ioc' | 'fok' | 'post_only';
/**
 * What an order does when it meets one of its own user: cancel that one, cancel the rest of itself, or both. The first is
 * the rule without it.
 */
export type SelfTradeMode = 'cancel_maker' | 'cancel_taker' | 'cancel_both';
/** The first two are open. */
export type OrderStatus = 'resting' | 'partially_filled' | 'filled' | 'cancelled';
/** Why an order ended with contracts unfilled. */
export type CancelReason =
  | 'ioc_remainder'
  | 'fill_limit'
  | 'user'
  | 'cancel_all'
  | 'self_trade'
  | 'market_closed'
  | 'market_resolved'
  | 'expired'
  | 'reduce_only'
  | 'cancel_after'
  | 'open_order_limit';
/** What a fill did: transferred contracts, created a pair (two buys), or destroyed one (two sells). */
export type SettlementType = 'transfer' | 'mint' | 'merge';
export type MarketStatus = 'pending' | 'active' | 'paused' | 'closed' | 'resolved' | 'voided';
export type Resolution = 'yes' | 'no' | 'void';
export type ExchangeMode = 'open' | 'cancel_only' | 'halted';
export type Network = 'test' | 'production';
export type CandleInterval = '1m' | '5m' | '15m' | '1h' | '1d';
/** Each kind of signed message has its own nonces. */
export type NonceKind = 'order' | 'cancel_all' | 'withdraw' | 'recover' | 'cancel_after';
/** Requests with a nonce. A redemption and a change use one of the kind `order`. */
export type RequestKind = NonceKind | 'redeem' | 'amend';
export type RecipientKind = 'default' | 'recipient_ext' | 'recipient_main';
export type DepositPhase =
  | 'detected'
  | 'queued'
  | 'swapped'
  | 'bridged'
  | 'credited'
  | 'rejected'
  | 'failed';
export type DepositStage = 'swap' | 'bridge' | 'sweep';
export type WithdrawalStatus =
  | 'pending'
  | 'debited'
  | 'burned'
  | 'attested'
  | 'completed'
  | 'failed';
export type WithdrawalFailure =
  | 'recipient_unusable'
  | 'refused_by_chain'
  | 'outflow_limit'
  | 'account_closed';
export type GasItemKind =
  | 'transaction_fees'
  | 'account_rent'
  | 'wallet_rent'
  | 'record_rent'
  | 'message_rent'
  | 'attestation_rent'
  | 'markup';
export type GasAction =
  | 'withdraw_main'
  | 'withdraw_main_new_account'
  | 'withdraw_ext'
  | 'withdraw_ext_new_account'
  | 'deposit_ext_usdc_first'
  | 'deposit_ext_usdc'
  | 'deposit_ext_other_first'
  | 'deposit_ext_other'
  | 'deposit_main_first'
  | 'deposit_main'
  | 'recover'
  | 'recover_new_account'
  | 'recover_main'
  | 'recover_main_new_account';
/** 0 retail, 1 liquidity provider, 2 institutional. */
export type Tier = 0 | 1 | 2;
