import { CodedError } from '@bellwether/errors';

/**
 * A builder's own fee is bounded by what was agreed when its key was issued: `fee_bps` is not under the user's
 * signature, so the cap is what stands between a user and a builder that changes its mind.
 * Throws `VALIDATION_FAILED` naming the maximum.
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
