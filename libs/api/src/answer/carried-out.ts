import { CodedError, Fault } from '@bellwether/errors';
import type { Answer, AsOf, Refusal, ReplyBody, ReplyKind, ReplyOf } from '@bellwether/exchange';
import { presentOrder } from './order';

/** A command that was carried out: its place, and what it came to. */
export interface CarriedOut<K extends ReplyKind> extends AsOf {
  readonly body: ReplyOf<K>;
  /** This is the answer to an earlier, equal command. */
  readonly replayed: boolean;
}

/**
 * The engine's answer to a command of which the reply is a `kind`. A refusal is thrown as the coded error it is at the
 * edge. An answer of another kind is the engine's fault; what was done stands, so it is never called a failure.
 * @throws CodedError the refusal's code; OUTCOME_UNKNOWN
 */
export function carriedOut<K extends ReplyKind>(
  { replayed, reply }: Answer,
  kind: K,
): CarriedOut<K> {
  const { seq, timestampMs, body } = reply;
  if (body.kind === 'refused') throw refused(body, replayed);
  if (isOf(body, kind)) return { seq, timestampMs, body, replayed };
  const cause = new Fault('poison', `the engine answered with ${body.kind} where ${kind} belongs`);
  throw new CodedError('OUTCOME_UNKNOWN', {}, { cause });
}

const isOf = <K extends ReplyKind>(body: ReplyBody, kind: K): body is ReplyOf<K> =>
  body.kind === kind;

/** Its facts as flat details; the final order that comes with ORDER_NOT_OPEN as the edge shows orders. */
function refused({ code, details, order }: Refusal, isReplay: boolean): CodedError {
  const facts = Object.fromEntries(details.map(({ name, value }) => [name, value]));
  const final = order === null ? {} : { order: presentOrder(order) };
  return new CodedError(code, { ...facts, ...final }, { isReplay });
}
