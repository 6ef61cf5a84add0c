/** The checks of a command, besides its signature, before it is journaled. A rejected command was not carried out. */
import { refusalError } from '@bellwether/bus';
import type { IncomingCommand } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { LANES_OF, validateCommand } from '@bellwether/exchange';

export type CheckedParts = Pick<IncomingCommand, 'lane' | 'command' | 'deadlineMs'>;

/** Includes the time it was judged by, so that a caller with a wrong clock can correct it and repeat. */
export const deadlineExceeded = (nowMs: number): CodedError =>
  new CodedError('DEADLINE_EXCEEDED', { now_ms: nowMs });

/**
 * Null: valid. The checks, in order: its deadline has not passed (DEADLINE_EXCEEDED); its kind is allowed on its lane
 * and its fields have allowed values (VALIDATION_FAILED).
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
