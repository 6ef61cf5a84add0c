import { presentOrder } from '@bellwether/api';
import { refusalError } from '@bellwether/bus';
import { CodedError, Fault } from '@bellwether/errors';
import type { Answer, ReplyKind, ReplyOf } from '@bellwether/exchange';

/** A command that was carried out: its place, and what it came to. */
export interface CarriedOut<K extends ReplyKind> {
  /** True where this is the answer to an earlier, equal request. */
  readonly replayed: boolean;
  readonly seq: number;
  readonly timestampMs: number;
  readonly body: ReplyOf<K>;
}

/**
 * The answer to a command of which the reply is a `kind`. A refusal is thrown as the coded error it is at the edge.
 * An answer of another kind is a fault of the engine; what was done stands, so it is `OUTCOME_UNKNOWN`, never a failure.
 */
export function carriedOut<K extends ReplyKind>(
  { replayed, reply }: Answer,
  kind: K,
): CarriedOut<K> {
  const { seq, timestampMs, body } = reply;
  if (body.kind === 'refused') throw refusalError(body, presentOrder, replayed);
  if (isOf(body, kind)) return { replayed, seq, timestampMs, body };
  const cause = new Fault('poison', `the engine answered with ${body.kind} where ${kind} belongs`);
  throw new CodedError('OUTCOME_UNKNOWN', {}, { cause });
}

const isOf = <K extends ReplyKind>(body: Answer['reply']['body'], kind: K): body is ReplyOf<K> =>
  body.kind === kind;
