/**
 * The types that the package writes by hand equal the interface's: the compiler compares them with the schemas of
 * libs/api. All others are made of docs/api.
 */
import { describe, expect, it } from 'vitest';
import type * as api from '@bellwether/api';
import type { Code } from '@bellwether/errors';
import { BellwetherError } from '../src';
import type * as client from '../src';

type Json = string | number | boolean | null | undefined;
/**
 * Omits what JSON cannot express: readonly, and undefined for absent fields. Any error code counts as a code, as a
 * refusal's codes are a part of the registry.
 */
type Plain<T> = T extends Code
  ? Code
  : T extends Json
    ? T
    : T extends readonly (infer Item)[]
      ? Plain<Item>[]
      : unknown extends T
        ? T
        : { -readonly [Name in keyof T]: Plain<Exclude<T[Name], undefined>> };
type Within<A, B> = [Plain<A>] extends [Plain<B>]
  ? [keyof Plain<B>] extends [keyof Plain<A>]
    ? true
    : 'the interface has a field that the client does not know'
  : 'the client has what the interface does not say';
/** Compiles only for `true`: the failing line names the pair. */
type Is<T extends true> = T;

/** More exact than its schema. */
type Outcomes = Is<Within<client.NonceOutcome, api.Answer<typeof api.nonceOutcomeAnswer>>>;
const error = (code: client.ErrorCode) =>
  new BellwetherError({
    status: 1,
    code,
    message: '',
    details: {},
    retryable: false,
    requestId: '',
  });
/** Compiles only where a code names its details. */
export function known(shortfall: number): void {
  const refused = error('INSUFFICIENT_BALANCE');
  if (refused.is('INSUFFICIENT_BALANCE', 'INSUFFICIENT_POSITION')) {
    shortfall = refused.details.shortfall;
  }
  if (refused.is('NONCE_TOO_LOW')) {
    const fate: 'never_used' | 'forgotten' = refused.details.fate;
    // @ts-expect-error: that code has no such detail
    shortfall = refused.details.shortfall;
    expect([fate, shortfall]).toHaveLength(2);
  }
}

describe('the types of the package', () => {
  it('are those of the interface, as the compiler says', () => {
    const outcomes: Outcomes = true;
    expect(outcomes).toBe(true);
  });
});
