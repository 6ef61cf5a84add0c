/**
 * The registry feeds the HTTP gateways, the SDK and the documents: its entries must be complete, and published codes
 * must stay. `published` is add-only: each line is a promise to clients.
 */
import { describe, expect, it } from 'vitest';
import { CODES, isCode } from './index';
import type { Code } from './index';

/** Statuses the interface knows (docs/protocol/http.md, section 2), with what a client may do about them. */
const STATUSES = [400, 401, 403, 404, 405, 409, 413, 415, 422, 426, 429, 500, 503, 504];

const published: Readonly<Record<Code, number>> = {
  MALFORMED_JSON: 400,
  VALIDATION_FAILED: 400,
  UNKNOWN_FIELD: 400,
  UNIT_MILLISECONDS: 400,
  INVALID_CURSOR: 400,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  API_KEY_INVALID: 401,
  TIMESTAMP_SKEW: 401,
  SIGNATURE_INVALID: 401,
  ADMIN_KEY_INVALID: 401,
  SESSION_REQUIRED: 401,
  SESSION_INVALID: 401,
  NOT_YOUR_ACCOUNT: 403,
  SESSION_ENDED: 401,
  SCOPE_MISSING: 403,
  KEY_NOT_TAKEN_OVER: 403,
  ROLE_MISSING: 403,
  CSRF_TOKEN_INVALID: 403,
  OWN_ACT: 403,
  ADDED_BY_ONE: 403,
  NOT_YOUR_USER: 403,
  DELEGATED_USER: 403,
  TRADING_KEY_UNKNOWN: 403,
  TRADING_KEY_ENDED: 403,
  TRADING_KEY_BOUND: 403,
  TEST_NETWORK_ONLY: 403,
  ACCOUNT_NOT_FUNDED: 403,
  NOT_FOUND: 404,
  MARKET_NOT_FOUND: 404,
  EVENT_NOT_FOUND: 404,
  ORDER_NOT_FOUND: 404,
  DEPOSIT_NOT_FOUND: 404,
  PAYOUT_NOT_FOUND: 404,
  WITHDRAWAL_NOT_FOUND: 404,
  BUILDER_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  OPERATOR_NOT_FOUND: 404,
  CASE_NOT_FOUND: 404,
  SOURCE_NOT_FOUND: 404,
  SERIES_NOT_FOUND: 404,
  CONFIRMATION_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  UPGRADE_REQUIRED: 426,
  NONCE_REUSED: 409,
  FILLED_MEANWHILE: 409,
  NONCE_TOO_LOW: 409,
  ORDER_NOT_OPEN: 409,
  ALREADY_RESOLVED: 409,
  MARKET_STATE_CONFLICT: 409,
  RESOLVE_BY_EVENT: 409,
  EVENT_EXISTS: 409,
  REFERENCE_REUSED: 409,
  USER_BELONGS_TO_ANOTHER_BUILDER: 409,
  BUILDER_HAS_KEYS: 409,
  OPERATOR_EXISTS: 409,
  OPERATOR_OF_CONFIGURATION: 409,
  CONFIRMATION_NEEDED: 409,
  CONFIRMATION_ENDED: 409,
  RESOLUTION_BY_PROPOSAL: 409,
  CASE_ENDED: 409,
  CASE_FULL: 409,
  ALREADY_CHALLENGED: 409,
  CLAIM_IS_THE_PROPOSAL: 409,
  SOURCE_RETIRED: 409,
  SOURCE_KEY_TAKEN: 409,
  SOURCE_CONTRADICTED: 409,
  CREDIT_GAP: 409,
  CHARGE_GAP: 409,
  GAS_DEBT_UNPAID: 409,
  FEE_ABOVE_MAX: 409,
  DEPOSIT_NOT_QUEUED: 409,
  WITHDRAWAL_ENDED: 409,
  INSUFFICIENT_BALANCE: 422,
  INSUFFICIENT_POSITION: 422,
  INSUFFICIENT_REVENUE: 422,
  FOK_NOT_FILLED: 422,
  POST_ONLY_WOULD_MATCH: 422,
  MARKET_NOT_ACTIVE: 422,
  OUTFLOW_CAP_EXCEEDED: 422,
  AMOUNT_BELOW_GAS: 422,
  AMOUNT_BELOW_MINIMUM: 422,
  RECIPIENT_NOT_A_WALLET: 422,
  NOTHING_TO_RECOVER: 422,
  TOO_MANY_OPEN_ORDERS: 422,
  TOO_MANY_TRADING_KEYS: 422,
  TOO_MANY_OPEN_WITHDRAWALS: 422,
  DAILY_WITHDRAWALS_USED: 422,
  ORDER_TOO_SMALL: 422,
  REDUCE_ONLY_EXCEEDED: 422,
  BALANCE_LIMIT_EXCEEDED: 422,
  TOO_MANY_CHANNELS: 422,
  CAPACITY_REACHED: 422,
  SWAP_REFUSED: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  CANCEL_ONLY: 503,
  HALTED: 503,
  WITHDRAWALS_PAUSED: 503,
  OVERLOADED: 503,
  DISK_LOW: 503,
  DEADLINE_EXCEEDED: 503,
  ENGINE_UNAVAILABLE: 503,
  SIGNER_UNAVAILABLE: 503,
  CHAIN_UNAVAILABLE: 503,
  CHAIN_DISAGREEMENT: 503,
  BRIDGE_UNAVAILABLE: 503,
  SWAP_UNAVAILABLE: 503,
  HISTORY_UNAVAILABLE: 503,
  FUNDING_UNAVAILABLE: 503,
  OPERATORS_NOT_CONFIGURED: 503,
  FUNDING_NOT_CONFIGURED: 503,
  OUTCOME_UNKNOWN: 504,
};

const entries = Object.entries(CODES);

describe('the registry of codes', () => {
  it('holds every published code with its status, and publishes every code', () => {
    const statuses = Object.fromEntries(entries.map(([code, { status }]) => [code, status]));
    expect(statuses).toEqual(published);
  });

  it.each(entries)('%s is a whole entry', (code, { status, message, retryable }) => {
    expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/);
    expect(STATUSES).toContain(status);
    // One or more sentences that can be shown to a person unchanged.
    expect(message).toMatch(/^[A-Z][^\n]*\w\.$/);
    expect(message.length).toBeLessThanOrEqual(100);
    expect(typeof retryable).toBe('boolean');
  });

  it('says the same sentence for no two codes', () => {
    expect(new Set(entries.map(([, { message }]) => message)).size).toBe(entries.length);
  });

  it('calls retryable what time alone may cure: every 429 and 504, no other 4xx', () => {
    const retryable = (statuses: number[]) =>
      new Set(entries.filter(([, e]) => statuses.includes(e.status)).map(([, e]) => e.retryable));
    expect(retryable([429, 504])).toEqual(new Set([true]));
    expect(retryable(STATUSES.filter((s) => s < 429 || s === 500))).toEqual(new Set([false]));
  });
});

describe('isCode', () => {
  it.each([
    ['NOT_FOUND', true],
    ['not_found', false],
    ['', false],
    ['constructor', false],
    ['__proto__', false],
  ])('%s: %s', (value, expected) => expect(isCode(value)).toBe(expected));
});
