/** What a command must pass, beside its signature, before it gets a place in the journal. What fails was not done. */
import { refusalError } from '@bellwether/bus';
import type { IncomingCommand } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { LANES_OF, validateCommand } from '@bellwether/exchange';

export type CheckedParts = Pick<IncomingCommand, 'lane' | 'command' | 'deadlineMs'>;

/** Says the time by which it is judged: who asked by a clock that is wrong learns it, and asks again. */
export const deadlineExceeded = (nowMs: number): CodedError =>
  new CodedError('DEADLINE_EXCEEDED', { now_ms: nowMs });

/**
 * Null: nothing is wrong with it. In order: its deadline has not passed (DEADLINE_EXCEEDED); its kind may come on its
 * lane, and its fields have values that are allowed (VALIDATION_FAILED).
 */
export function checkCommand(
  { lane, command, deadlineMs }: CheckedParts,
  nowMs: number,
): CodedError | null {
  if (nowMs > deadlineMs) return deadlineExceeded(nowMs);
  const lanes = LANES_OF[command.kind];
  if (!lanes.includes(lane)) {
    const expected = `a command that comes on ${lane}`;
    return new CodedError('VALIDATION_FAILED', { field: 'kind', value: command.kind, expected });
  }
  const refusal = validateCommand(command, lane);
  return refusal === null ? null : refusalError(refusal);
}
