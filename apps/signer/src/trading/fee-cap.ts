import { CodedError } from '@bellwether/errors';

/**
 * A builder's fee is limited by what was agreed when its key was issued: the user does not sign `fee_bps`, so this cap
 * is all that protects a user from a builder that raises it. Throws `VALIDATION_FAILED` naming the maximum.
 */
export function requireFeeWithinCap(feeBps: number, maxFeeBps: number): void {
  if (feeBps <= maxFeeBps) return;
  throw new CodedError('VALIDATION_FAILED', {
    field: 'fee_bps',
    value: feeBps,
    expected: `at most ${maxFeeBps}, the maximum of this API key`,
    maximum: maxFeeBps,
  });
}
