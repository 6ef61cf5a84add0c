/** The errors of a batch's operations. */
import type { BatchResults, OperationResult } from '../generated/interface';
import type { BatchOperation } from '../requests';
import { BellwetherError } from '../errors';
import { errorOf } from '../http/json-answer';

/** The refusal of an operation, as its own endpoint would have thrown it; null if it was carried out. */
export function operationError({ status, body }: OperationResult): BellwetherError | null {
  const error = errorOf(body, status);
  return error === undefined ? null : new BellwetherError(error);
}

/** The last used nonces that refusals name, by which the next ones are chosen. */
export function usedNonces(
  operations: readonly BatchOperation<unknown>[],
  { results }: BatchResults,
): readonly { readonly kind: 'order' | 'cancel_all'; readonly used: number }[] {
  return results.flatMap((result, index) => {
    const used = operationError(result)?.details['last_nonce'];
    const operation = operations[index];
    if (typeof used !== 'number' || operation === undefined) return [];
    return [{ kind: 'cancel_all' in operation ? 'cancel_all' : 'order', used }] as const;
  });
}
