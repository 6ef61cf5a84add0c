/** Each code of the exchange has its sentence for people, or it is known that "did not accept it" is all there is to say. */
import { CODES, isCode } from '@bellwether/errors';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import type * as Say from '../src/trade/say';

import { WORDS } from '../src/trade/words/everywhere';

/** Refusals that the trading pages do not cause, and faults of a page. A new code is added here, or gets a sentence. */
const WITHOUT_A_SENTENCE = [
  'ADDED_BY_ONE',
  'ADMIN_KEY_INVALID',
  'ALREADY_RESOLVED',
  'API_KEY_INVALID',
  'BALANCE_LIMIT_EXCEEDED',
  'BODY_TOO_LARGE',
  'BUILDER_HAS_KEYS',
  'BUILDER_NOT_FOUND',
  'CAPACITY_REACHED',
  'CASE_NOT_FOUND',
  'CHARGE_GAP',
  'CONFIRMATION_ENDED',
  'CONFIRMATION_NEEDED',
  'CONFIRMATION_NOT_FOUND',
  'CREDIT_GAP',
  'CSRF_TOKEN_INVALID',
  'DAILY_WITHDRAWALS_USED',
  'DELEGATED_USER',
  'DEPOSIT_NOT_FOUND',
  'DEPOSIT_NOT_QUEUED',
  'EVENT_EXISTS',
  'EVENT_NOT_FOUND',
  'GAS_DEBT_UNPAID',
  'INSUFFICIENT_REVENUE',
  'INVALID_CURSOR',
  'KEY_NOT_FOUND',
  'KEY_NOT_TAKEN_OVER',
  'MALFORMED_JSON',
  'MARKET_NOT_FOUND',
  'MARKET_STATE_CONFLICT',
  'METHOD_NOT_ALLOWED',
  'NOT_FOUND',
  'NOT_YOUR_ACCOUNT',
  'NOT_YOUR_USER',
  'OPERATORS_NOT_CONFIGURED',
  'OPERATOR_EXISTS',
  'OPERATOR_NOT_FOUND',
  'OPERATOR_OF_CONFIGURATION',
  'OUTCOME_UNKNOWN',
  'OUTFLOW_CAP_EXCEEDED',
  'OWN_ACT',
  'PAYOUT_NOT_FOUND',
  'REFERENCE_REUSED',
  'RESOLUTION_BY_PROPOSAL',
  'RESOLVE_BY_EVENT',
  'ROLE_MISSING',
  'SCOPE_MISSING',
  'SERIES_NOT_FOUND',
  'SESSION_ENDED',
  'SESSION_INVALID',
  'SESSION_REQUIRED',
  'SIGNATURE_INVALID',
  'SIGNER_UNAVAILABLE',
  'SOURCE_CONTRADICTED',
  'SOURCE_KEY_TAKEN',
  'SOURCE_NOT_FOUND',
  'SOURCE_RETIRED',
  'SWAP_REFUSED',
  'TEST_NETWORK_ONLY',
  'TIMESTAMP_SKEW',
  'TOO_MANY_CHANNELS',
  'TOO_MANY_OPEN_WITHDRAWALS',
  'UNIT_MILLISECONDS',
  'UNKNOWN_FIELD',
  'UNSUPPORTED_MEDIA_TYPE',
  'UPGRADE_REQUIRED',
  'USER_BELONGS_TO_ANOTHER_BUILDER',
  'VALIDATION_FAILED',
  'WITHDRAWAL_ENDED',
  'WITHDRAWAL_NOT_FOUND',
];

let say: typeof Say;
beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  say = await import('../src/trade/say');
});

const WHOLE_DETAILS = { shortfall: 1, filled: 6, bound: 'redeem' };

describe('the sentences of codes', () => {
  it('are there for every code but those that are listed', () => {
    const without = Object.keys(CODES).filter(
      (code) => say.sayCode(code, WHOLE_DETAILS) === WORDS.errors.refused,
    );
    expect(without.toSorted()).toEqual(WITHOUT_A_SENTENCE.toSorted());
    expect(WITHOUT_A_SENTENCE.filter((code) => !isCode(code))).toEqual([]);
  });

  it('name the present size of an order that was filled meanwhile', () => {
    expect(say.sayCode('FILLED_MEANWHILE', { expected: 0, filled: 1_006 })).toBe(
      '1,006 contracts of this order are filled by now. Nothing was changed: look at the new numbers, and confirm again.',
    );
  });

  it.each([
    [
      { bound: 'at_most', limit: 100_000_000, used: 95_000_000, required: 6_000_001 },
      'This browser may spend $100.00 a day. $95.00 of it are spent or in open orders, and this takes $6.01. Nothing was done.',
    ],
    [
      { bound: 'price_band', limit: 5_400, price: 7_000, price_band: 1_000 },
      '70¢ is further from the market than this browser may trade: 54¢ is its limit here just now. Nothing was done.',
    ],
    [{ bound: 'redeem' }, 'This browser may not redeem pairs. Nothing was done.'],
    [{ bound: 'a newer one' }, WORDS.errors.refused],
  ])('say which bound of its key a browser has met: %j', (details, said) => {
    expect(say.sayCode('TRADING_KEY_BOUND', details)).toBe(said);
  });
});
