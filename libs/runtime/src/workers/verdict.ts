import { InvariantViolation, CodedError, Fault } from '@bellwether/errors';

/**
 * - `stop`: a belief is broken, nothing of this process is to be trusted
 * - `retry`: the world is not as it should be; time helps
 * - `alarm`: time alone may not help, somebody must look; tried again all the same
 */
export type Verdict = 'stop' | 'retry' | 'alarm';

/** How to treat work that threw. An unforeseen error is a bug: an alarm. */
export function verdictOf(error: unknown): Verdict {
  if (error instanceof InvariantViolation) return 'stop';
  if (error instanceof Fault) return error.verdict === 'retry' ? 'retry' : 'alarm';
  if (error instanceof CodedError) return error.retryable ? 'retry' : 'alarm';
  return 'alarm';
}
