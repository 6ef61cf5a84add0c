/** Everything a command must pass before it gets a place in the journal. What fails here was not done. */
import { refusalError } from '@bellwether/bus';
import type { IncomingCommand } from '@bellwether/bus';
import type { Verify } from '@bellwether/canonical-message';
import { CodedError } from '@bellwether/errors';
import { LANES_OF, validateCommand } from '@bellwether/exchange';
import { signedBytes } from './signed-bytes';

export type CheckedParts = Pick<IncomingCommand, 'lane' | 'command' | 'deadlineMs'>;

/**
 * Null: it may be journaled. In order:
 * its deadline has not passed (DEADLINE_EXCEEDED); its kind may come on its lane, and its fields have values that are
 * allowed (VALIDATION_FAILED); where a user signs such commands, the signature is that user's (SIGNATURE_INVALID).
 */
export function checkCommand(
  { lane, command, deadlineMs }: CheckedParts,
  nowMs: number,
  verify: Verify,
): CodedError | null {
  if (nowMs > deadlineMs) return new CodedError('DEADLINE_EXCEEDED');
  const lanes = LANES_OF[command.kind];
  if (!lanes.includes(lane)) {
    const expected = `a command that comes on ${lane}`;
    return new CodedError('VALIDATION_FAILED', { field: 'kind', value: command.kind, expected });
  }
  const refusal = validateCommand(command, lane);
  if (refusal !== null) return refusalError(refusal);
  const signed = signedBytes(command);
  if (signed !== null && !verify(signed.signature, signed.message, signed.user)) {
    return new CodedError('SIGNATURE_INVALID');
  }
  return null;
}
