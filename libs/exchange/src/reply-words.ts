/** The words that replies are made of. Word lists are add-only. */
export const SETTLEMENT_TYPES = ['transfer', 'mint', 'merge'] as const;
export type SettlementType = (typeof SETTLEMENT_TYPES)[number];

/** `resting`, `partially_filled`: open. `filled`: ended, all filled. `cancelled`: ended with contracts unfilled. */
export const ORDER_STATUSES = ['resting', 'partially_filled', 'filled', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Why an order ended with contracts unfilled. */
export const CANCEL_REASONS = [
  'ioc_remainder',
  'fill_limit',
  'user',
  'cancel_all',
  'self_trade',
  'market_closed',
  'market_resolved',
  'expired',
  'reduce_only',
  'cancel_after',
  'open_order_limit',
  'max_cost',
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** The engine's refusal codes: a subset of the registry in libs/errors, with the same names. Add-only. */
export const REFUSAL_CODES = [
  'NONCE_REUSED',
  'NONCE_TOO_LOW',
  'CANCEL_ONLY',
  'HALTED',
  'DELEGATED_USER',
  'MARKET_NOT_FOUND',
  'MARKET_NOT_ACTIVE',
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_POSITION',
  'FOK_NOT_FILLED',
  'POST_ONLY_WOULD_MATCH',
  'TOO_MANY_OPEN_ORDERS',
  'ORDER_NOT_FOUND',
  'ORDER_NOT_OPEN',
  'EVENT_NOT_FOUND',
  'EVENT_EXISTS',
  'ALREADY_RESOLVED',
  'MARKET_STATE_CONFLICT',
  'RESOLVE_BY_EVENT',
  'REFERENCE_REUSED',
  'TEST_NETWORK_ONLY',
  'BALANCE_LIMIT_EXCEEDED',
  'CAPACITY_REACHED',
  'USER_BELONGS_TO_ANOTHER_BUILDER',
  'VALIDATION_FAILED',
  'NOT_YOUR_USER',
  'CREDIT_GAP',
  'CHARGE_GAP',
  'GAS_DEBT_UNPAID',
  'AMOUNT_BELOW_GAS',
  'WITHDRAWALS_PAUSED',
  'WITHDRAWAL_NOT_FOUND',
  'WITHDRAWAL_ENDED',
  'ACCOUNT_NOT_FUNDED',
  'ORDER_TOO_SMALL',
  'TOO_MANY_OPEN_WITHDRAWALS',
  'DAILY_WITHDRAWALS_USED',
  'REDUCE_ONLY_EXCEEDED',
  'TRADING_KEY_UNKNOWN',
  'TRADING_KEY_ENDED',
  'TOO_MANY_TRADING_KEYS',
  'FEE_ABOVE_MAX',
  'FILLED_MEANWHILE',
  'TRADING_KEY_BOUND',
  'INSUFFICIENT_REVENUE',
  'RESOLUTION_BY_PROPOSAL',
  'CASE_NOT_FOUND',
  'CASE_ENDED',
  'CASE_FULL',
  'ALREADY_CHALLENGED',
  'CLAIM_IS_THE_PROPOSAL',
  'OWN_ACT',
  'SOURCE_NOT_FOUND',
  'SOURCE_RETIRED',
  'SOURCE_KEY_TAKEN',
  'SOURCE_CONTRADICTED',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];
