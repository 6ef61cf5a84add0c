import { presentOrder } from '@bellwether/api';
import { refusalError } from '@bellwether/bus';
import { CodedError, Fault } from '@bellwether/errors';
import type { Answer, ReplyBody, ReplyKind, ReplyOf } from '@bellwether/exchange';
import type { FastifyReply } from 'fastify';

/** A command that was carried out: its place, and what it came to. */
export interface CarriedOut<K extends ReplyKind> {
  readonly body: ReplyOf<K>;
  readonly asOf: { readonly seq: number; readonly timestampMs: number };
  /** This is the answer of an earlier, equal command. */
  readonly replayed: boolean;
}

/**
 * The answer to a command of which the reply is a `kind`. A refusal is thrown as the coded error it is at the edge.
 * An answer of another kind is the engine's fault; what was done stands, so it is OUTCOME_UNKNOWN, never a failure.
 */
export function carriedOut<K extends ReplyKind>(answer: Answer, kind: K): CarriedOut<K> {
  const { seq, timestampMs, body } = answer.reply;
  if (body.kind === 'refused') throw refusalError(body, presentOrder, answer.replayed);
  if (isOf(body, kind)) return { body, asOf: { seq, timestampMs }, replayed: answer.replayed };
  const cause = new Fault('poison', `the engine answered with ${body.kind} where ${kind} belongs`);
  throw new CodedError('OUTCOME_UNKNOWN', {}, { cause });
}

const isOf = <K extends ReplyKind>(body: ReplyBody, kind: K): body is ReplyOf<K> =>
  body.kind === kind;

/** Decisions 3: a repeat is answered with the first answer, and says that it is one. */
export function markReplay(
  reply: FastifyReply,
  { replayed }: { readonly replayed: boolean },
): void {
  if (replayed) void reply.header('idempotent-replay', 'true');
}
