import { CodedError, Fault } from '@bellwether/errors';
import type { Answer, AsOf, Refusal, ReplyBody, ReplyKind, ReplyOf } from '@bellwether/exchange';
import { presentOrder } from './order';

/** An applied command: its seq and time, and its result. */
export interface CarriedOut<K extends ReplyKind> extends AsOf {
  readonly body: ReplyOf<K>;
  /** The answer belongs to an earlier, equal command. */
  readonly replayed: boolean;
}

/**
 * Extracts the engine's reply of the expected `kind`. A refusal is thrown as a coded error. A reply of another kind
 * is a fault of the engine; the command was applied, so it is never reported as failed.
 *
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

/**
 * A reply or a view with the place of its command, and what else an answer has. V8 takes thirty times as long for a literal
 * with a spread and more fields (ADR 0087).
 */
export const withPlace = <Body extends object, Others extends object>(
  body: Body,
  { seq, timestampMs }: AsOf,
  others?: Others,
) => Object.assign({}, body, { seq, timestampMs }, others);

/** Of the request, as its answer repeats it. */
export const sentBy = ({
  clientId = null,
}: {
  readonly clientId?: Uint8Array | null | undefined;
}) => ({
  clientId,
});

const isOf = <K extends ReplyKind>(body: ReplyBody, kind: K): body is ReplyOf<K> =>
  body.kind === kind;

/** The refusal's facts as flat details; the final order of ORDER_NOT_OPEN in the form of order answers. */
function refused({ code, details, order }: Refusal, isReplay: boolean): CodedError {
  const facts = Object.fromEntries(details.map(({ name, value }) => [name, value]));
  const final = order === null ? {} : { order: presentOrder(order) };
  return new CodedError(code, { ...facts, ...final }, { isReplay });
}
