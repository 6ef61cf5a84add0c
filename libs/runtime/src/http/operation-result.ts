import { InvariantViolation } from '@bellwether/errors';
import { asCodedError, errorAnswer } from './error-answer';

/** The result of one operation of a batch, as its own endpoint would answer it. */
export interface OperationResult {
  readonly status: number;
  readonly replayed: boolean;
  readonly body: object;
}

/**
 * @throws InvariantViolation, which stops the process; CodedError INTERNAL, a fault of ours that answers the whole
 *   request
 */
export function operationResult(
  result: PromiseSettledResult<{ readonly replayed: boolean; readonly body: object }>,
  requestId: string,
): OperationResult {
  if (result.status === 'fulfilled') return { status: 200, ...result.value };
  if (result.reason instanceof InvariantViolation) throw result.reason;
  const error = asCodedError(result.reason);
  if (error.code === 'INTERNAL') throw error;
  const { status, body } = errorAnswer(error, requestId);
  return { status, replayed: error.isReplay, body };
}
