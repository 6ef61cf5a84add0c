/**
 * Error codes grouped by what an endpoint does. The documents list each endpoint's codes, and the tests check every
 * failure against them. The groups omit the codes that any endpoint can return (invalid fields, limits, internal
 * errors).
 */
import type { Code } from '@bellwether/errors';
import { ORDER_DETAILS } from './answer/error-details';

/** An engine query, or an answer from memory that must be as fresh. */
export const ENGINE_READ: readonly Code[] = ['ENGINE_UNAVAILABLE', 'OVERLOADED'];
export const HISTORY_READ: readonly Code[] = ['HISTORY_UNAVAILABLE', 'OVERLOADED'];
export const MARKET_READ: readonly Code[] = [...ENGINE_READ, 'MARKET_NOT_FOUND'];
export const MARKET_HISTORY_READ: readonly Code[] = [...MARKET_READ, 'HISTORY_UNAVAILABLE'];

/** Reads for an owner alone. The codes of the session itself stand at the credential. */
export const SESSION_CODES: readonly Code[] = [
  'SESSION_REQUIRED',
  'SESSION_INVALID',
  'NOT_YOUR_ACCOUNT',
  'ENGINE_UNAVAILABLE',
];

/** Reads for everybody that say more to who shows a session. */
export const SESSION_READ: readonly Code[] = ['SESSION_INVALID', 'ENGINE_UNAVAILABLE'];

/** Everything that is journaled. */
const COMMAND: readonly Code[] = [
  ...ENGINE_READ,
  'DISK_LOW',
  'DEADLINE_EXCEEDED',
  'OUTCOME_UNKNOWN',
  'CAPACITY_REACHED',
  'HALTED',
];
const NONCES: readonly Code[] = ['NONCE_REUSED', 'NONCE_TOO_LOW'];

export const ORDER_REFUSALS: readonly Code[] = [
  'ACCOUNT_NOT_FUNDED',
  'HALTED',
  'CANCEL_ONLY',
  'CAPACITY_REACHED',
  ...(Object.keys(ORDER_DETAILS) as (keyof typeof ORDER_DETAILS)[]),
];
export const ORDER_PLACING: readonly Code[] = [...COMMAND, ...NONCES, ...ORDER_REFUSALS];
export const ORDER_CANCELLING: readonly Code[] = [
  ...COMMAND,
  'ORDER_NOT_FOUND',
  'ORDER_NOT_OPEN',
  'HISTORY_UNAVAILABLE',
];
export const ORDER_AMENDING: readonly Code[] = [
  ...ORDER_PLACING.filter((code) => code !== 'TOO_MANY_OPEN_ORDERS' && code !== 'FOK_NOT_FILLED'),
  'FILLED_MEANWHILE',
  'ORDER_NOT_FOUND',
  'ORDER_NOT_OPEN',
];
export const CANCELLING_ALL: readonly Code[] = [
  ...COMMAND,
  ...NONCES,
  'ACCOUNT_NOT_FUNDED',
  'MARKET_NOT_FOUND',
];

export const CANCELLING_AFTER: readonly Code[] = [...COMMAND, ...NONCES, 'ACCOUNT_NOT_FUNDED'];

export const REDEEMING: readonly Code[] = [
  ...COMMAND,
  ...NONCES,
  'ACCOUNT_NOT_FUNDED',
  'CANCEL_ONLY',
  'MARKET_NOT_FOUND',
  'MARKET_NOT_ACTIVE',
  'INSUFFICIENT_POSITION',
  'TRADING_KEY_BOUND',
];

export const CHALLENGING: readonly Code[] = [
  ...COMMAND,
  ...NONCES,
  'ACCOUNT_NOT_FUNDED',
  'CANCEL_ONLY',
  'CASE_NOT_FOUND',
  'CASE_ENDED',
  'CASE_FULL',
  'ALREADY_CHALLENGED',
  'CLAIM_IS_THE_PROPOSAL',
  'MARKET_NOT_FOUND',
  'INSUFFICIENT_BALANCE',
];

/** By a source, which has no account and no nonce. */
export const ATTESTING: readonly Code[] = [
  ...COMMAND,
  'SIGNATURE_INVALID',
  'CANCEL_ONLY',
  'SOURCE_NOT_FOUND',
  'SOURCE_CONTRADICTED',
  'MARKET_NOT_FOUND',
  'EVENT_NOT_FOUND',
  'ALREADY_RESOLVED',
  'CASE_ENDED',
  'MARKET_STATE_CONFLICT',
];

/** Signed by the owner of an account. At the gateway a builder's users are refused: their keys are with the signer. */
export const OWNER_SIGNED: readonly Code[] = ['SIGNATURE_INVALID', 'DELEGATED_USER'];
/** Signed by a user, or by one of its trading keys. */
export const USER_SIGNED: readonly Code[] = [
  ...OWNER_SIGNED,
  'TRADING_KEY_UNKNOWN',
  'TRADING_KEY_ENDED',
];
export const ALLOWING_KEY: readonly Code[] = [
  ...COMMAND,
  ...NONCES,
  ...OWNER_SIGNED,
  'ACCOUNT_NOT_FUNDED',
  'TOO_MANY_TRADING_KEYS',
  'TRADING_KEY_ENDED',
];
export const REVOKING_KEY: readonly Code[] = [
  ...COMMAND.filter((code) => code !== 'HALTED' && code !== 'CAPACITY_REACHED'),
  ...NONCES,
  'SIGNATURE_INVALID',
  'TRADING_KEY_UNKNOWN',
  'TRADING_KEY_ENDED',
];
/** Through the signer: an API key with the scope, for a user of its builder. */
export const BUILDER_SENT: readonly Code[] = ['SCOPE_MISSING', 'NOT_YOUR_USER'];

/** A record of a deposit or a withdrawal. */
export const FUNDING_RECORD: readonly Code[] = [...HISTORY_READ, 'FUNDING_NOT_CONFIGURED'];
/** A query to the funding apps, or to a chain through them. */
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
  'RECIPIENT_NOT_A_WALLET',
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
  'FEE_ABOVE_MAX',
  'RECIPIENT_NOT_A_WALLET',
  'GAS_DEBT_UNPAID',
  'TOO_MANY_OPEN_WITHDRAWALS',
  'DAILY_WITHDRAWALS_USED',
  'WITHDRAWALS_PAUSED',
];
export const PAYING_OUT: readonly Code[] = [
  ...FUNDING_CHANGE,
  ...COMMAND,
  'REFERENCE_REUSED',
  'CANCEL_ONLY',
  'INSUFFICIENT_REVENUE',
  'AMOUNT_BELOW_GAS',
  'AMOUNT_BELOW_MINIMUM',
  'FEE_ABOVE_MAX',
  'RECIPIENT_NOT_A_WALLET',
  'TOO_MANY_OPEN_WITHDRAWALS',
  'DAILY_WITHDRAWALS_USED',
  'WITHDRAWALS_PAUSED',
];
export const RECOVERING: readonly Code[] = [
  ...FUNDING_CHANGE,
  ...COMMAND,
  ...NONCES,
  'CANCEL_ONLY',
  'FEE_ABOVE_MAX',
  'GAS_DEBT_UNPAID',
  'RECIPIENT_NOT_A_WALLET',
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
  'RESOLUTION_BY_PROPOSAL',
  'MARKET_STATE_CONFLICT',
];
export const PROPOSING: readonly Code[] = [
  ...COMMAND,
  'HISTORY_UNAVAILABLE',
  'ALREADY_RESOLVED',
  'RESOLVE_BY_EVENT',
  'MARKET_STATE_CONFLICT',
  'CASE_ENDED',
];
export const CASE_CHANGE: readonly Code[] = [
  ...COMMAND,
  'CASE_NOT_FOUND',
  'CASE_ENDED',
  'MARKET_STATE_CONFLICT',
];
/** From protocol fees, once for each reference. */
export const GRANTING: readonly Code[] = [...COMMAND, 'REFERENCE_REUSED', 'INSUFFICIENT_REVENUE'];
export const OPERATOR_COMMAND: readonly Code[] = COMMAND;
/** An act that another operator may have to confirm. */
export const CONFIRMED: readonly Code[] = [
  'CONFIRMATION_NEEDED',
  'CAPACITY_REACHED',
  'HISTORY_UNAVAILABLE',
  'OVERLOADED',
];
/** A builder's calls for its own keys. */
export const OWN_KEYS: readonly Code[] = [...HISTORY_READ, 'SCOPE_MISSING'];
/** Operators and their keys, which the gateway manages. */
export const OPERATOR_ADMINISTRATION: readonly Code[] = [
  ...HISTORY_READ,
  'OPERATORS_NOT_CONFIGURED',
  'OPERATOR_OF_CONFIGURATION',
  'OPERATOR_NOT_FOUND',
];
/** Builders and their keys, which the signer manages. */
export const KEY_ADMINISTRATION: readonly Code[] = [
  'SIGNER_UNAVAILABLE',
  'HISTORY_UNAVAILABLE',
  'OVERLOADED',
  'OUTCOME_UNKNOWN',
];
