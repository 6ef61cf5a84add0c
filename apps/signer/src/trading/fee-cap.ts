import { CodedError } from '@bellwether/errors';

/**
 * A builder's fee is limited to what was agreed when its key was issued. The user does not sign `fee_bps`, so only this
 * cap protects a user from a builder that raises it. Throws `VALIDATION_FAILED` naming the maximum.
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
