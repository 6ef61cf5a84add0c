/**
 * Codes that come together, by what an endpoint asks: the documents name each endpoint's, and the tests hold every failure
 * they see against them. What every endpoint can answer (bad fields, limits, our own faults) is not among these.
 */
import type { Code } from '@bellwether/errors';

/** A question to the engine, or an answer from memory that must be as fresh. */
export const ENGINE_READ: readonly Code[] = ['ENGINE_UNAVAILABLE', 'OVERLOADED'];
export const HISTORY_READ: readonly Code[] = ['HISTORY_UNAVAILABLE', 'OVERLOADED'];
export const MARKET_READ: readonly Code[] = [...ENGINE_READ, 'MARKET_NOT_FOUND'];
export const MARKET_HISTORY_READ: readonly Code[] = [...MARKET_READ, 'HISTORY_UNAVAILABLE'];

/** Whatever is journaled. */
const COMMAND: readonly Code[] = [
  ...ENGINE_READ,
  'DISK_LOW',
  'DEADLINE_EXCEEDED',
  'OUTCOME_UNKNOWN',
  'CAPACITY_REACHED',
  'HALTED',
];
const NONCES: readonly Code[] = ['NONCE_REUSED', 'NONCE_TOO_LOW'];

/** Why the rules refuse an order. */
export const ORDER_REFUSALS: readonly Code[] = [
  'ACCOUNT_NOT_FUNDED',
  'HALTED',
  'CANCEL_ONLY',
  'MARKET_NOT_FOUND',
  'MARKET_NOT_ACTIVE',
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_POSITION',
  'FOK_NOT_FILLED',
  'POST_ONLY_WOULD_MATCH',
  'ORDER_TOO_SMALL',
  'TOO_MANY_OPEN_ORDERS',
  'CAPACITY_REACHED',
];
export const ORDER_PLACING: readonly Code[] = [...COMMAND, ...NONCES, ...ORDER_REFUSALS];
export const ORDER_CANCELLING: readonly Code[] = [...COMMAND, 'ORDER_NOT_FOUND', 'ORDER_NOT_OPEN'];
export const CANCELLING_ALL: readonly Code[] = [
  ...COMMAND,
  ...NONCES,
  'ACCOUNT_NOT_FUNDED',
  'MARKET_NOT_FOUND',
];

/** Signed by a user: at the gateway users of builders have no key of their own. */
export const USER_SIGNED: readonly Code[] = ['SIGNATURE_INVALID', 'DELEGATED_USER'];
/** Through the signer, with an API key that may do it, for a user of its builder. */
export const BUILDER_SENT: readonly Code[] = ['SCOPE_MISSING', 'NOT_YOUR_USER'];

/** A record of a deposit or a withdrawal. */
export const FUNDING_RECORD: readonly Code[] = [...HISTORY_READ, 'FUNDING_NOT_CONFIGURED'];
/** A question to the funding apps, or to a chain through them. */
export const FUNDING_READ: readonly Code[] = [
  ...FUNDING_RECORD,
  'FUNDING_UNAVAILABLE',
  'CHAIN_UNAVAILABLE',
  'CHAIN_DISAGREEMENT',
];
export const FUNDING_CHANGE: readonly Code[] = [...FUNDING_READ, 'OUTCOME_UNKNOWN'];
export const QUOTING: readonly Code[] = [
  ...FUNDING_READ,
  'AMOUNT_BELOW_GAS',
  'AMOUNT_BELOW_MINIMUM',
];
export const WITHDRAWING: readonly Code[] = [
  ...FUNDING_CHANGE,
  ...COMMAND,
  ...NONCES,
  'ACCOUNT_NOT_FUNDED',
  'CANCEL_ONLY',
  'INSUFFICIENT_BALANCE',
  'AMOUNT_BELOW_GAS',
  'AMOUNT_BELOW_MINIMUM',
  'GAS_DEBT_UNPAID',
  'TOO_MANY_OPEN_WITHDRAWALS',
  'DAILY_WITHDRAWALS_USED',
  'WITHDRAWALS_PAUSED',
];
export const RECOVERING: readonly Code[] = [
  ...FUNDING_CHANGE,
  ...COMMAND,
  ...NONCES,
  'CANCEL_ONLY',
  'GAS_DEBT_UNPAID',
  'NOTHING_TO_RECOVER',
  'AMOUNT_BELOW_GAS',
  'INSUFFICIENT_BALANCE',
];

/** An operator's command. */
export const MARKET_CHANGE: readonly Code[] = [
  ...COMMAND,
  'MARKET_NOT_FOUND',
  'MARKET_STATE_CONFLICT',
];
export const RESOLVING: readonly Code[] = [
  ...COMMAND,
  'ALREADY_RESOLVED',
  'RESOLVE_BY_EVENT',
  'MARKET_STATE_CONFLICT',
];
export const OPERATOR_COMMAND: readonly Code[] = COMMAND;
/** Builders and their keys: the signer is asked. */
export const KEY_ADMINISTRATION: readonly Code[] = [
  'SIGNER_UNAVAILABLE',
  'HISTORY_UNAVAILABLE',
  'OVERLOADED',
  'OUTCOME_UNKNOWN',
];
