import { InvariantViolation, CodedError, Fault } from '@bellwether/errors';

/**
 * - `stop`: an invariant is broken, and nothing of this process can be trusted
 * - `retry`: an external fault, which time may repair
 * - `alarm`: time alone may not repair it, so a person must look; it is still retried
 */
export type Verdict = 'stop' | 'retry' | 'alarm';

/** How to treat work that threw. An unexpected error is a bug: an alarm. */
export function verdictOf(error: unknown): Verdict {
  if (error instanceof InvariantViolation) return 'stop';
  if (error instanceof Fault) return error.verdict === 'retry' ? 'retry' : 'alarm';
  if (error instanceof CodedError) return error.retryable ? 'retry' : 'alarm';
  return 'alarm';
}
