/**
 * The engine as the edges see it: commands answered once they are journaled and applied, and questions about the
 * state. Every error is coded: ENGINE_UNAVAILABLE and OVERLOADED mean that nothing was done, OUTCOME_UNKNOWN that the
 * command may have been; the same command sent again gets the true answer.
 */
import { decode, encode } from '@bellwether/codec';
import { CodedError, Fault } from '@bellwether/errors';
import type { Answer, Command, RequestLane } from '@bellwether/exchange';
import type { Bus } from './bus';
import {
  ENGINE_MESSAGE_VERSION,
  engineRequestLayout,
  engineResponseLayout,
} from './engine-message';
import type { EngineQuery, ParamsOf, ResultOf } from './engine-query';
import { decodeQueryResponse, encodeQueryRequest } from './engine-query-json';
import { COMMAND_TIMEOUT_MS, DEADLINE_GRACE_MS, QUERY_TIMEOUT_MS } from './limits';
import { detailsRecord } from './refusal-error';
import { RequestError } from './request-mux';
import { subjectsOf } from './subjects';
import type { ShardSubjects } from './subjects';
import { traceHeaders } from './trace-headers';

export interface EngineRequestOptions {
  readonly requestId: string;
  /** Until when the engine may begin; then a little longer for the answer. Default 5,000 for commands, 2,000 for queries. */
  readonly timeoutMs?: number;
}

export interface EngineQueryOptions extends EngineRequestOptions {
  /** Leaves now, not with all that is asked in this turn of the event loop: for who has waited for others already. */
  readonly isAtOnce?: boolean;
}

export interface EngineClientOptions {
  readonly shard: number;
  readonly bus: Bus;
}

export class EngineClient {
  private readonly bus: Bus;
  private readonly subjects: ShardSubjects;

  constructor({ shard, bus }: EngineClientOptions) {
    this.bus = bus;
    this.subjects = subjectsOf(shard);
  }

  /**
   * Sends a command on its lane and gives the engine's answer, which may be a refusal
   * (`answer.reply.body.kind === 'refused'`; `refusalError` makes it an error).
   * @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED, DEADLINE_EXCEEDED, CANCEL_ONLY, VALIDATION_FAILED,
   *   SIGNATURE_INVALID (nothing was done), OUTCOME_UNKNOWN (it may have been)
   */
  async send(lane: RequestLane, command: Command, options: EngineRequestOptions): Promise<Answer> {
    const timeoutMs = options.timeoutMs ?? COMMAND_TIMEOUT_MS;
    const request = encode(engineRequestLayout, {
      version: ENGINE_MESSAGE_VERSION,
      deadlineMs: Date.now() + timeoutMs,
      requestId: options.requestId,
      command,
    });
    const bytes = await this.exchange(
      this.subjects.lane[lane],
      request,
      timeoutMs,
      'OUTCOME_UNKNOWN',
    );
    const response = readable(() => decode(engineResponseLayout, bytes));
    if (response.kind === 'failed') {
      throw new CodedError(response.code, detailsRecord(response.details));
    }
    return response.answer;
  }

  /**
   * Asks the engine about its state; what an answered command changed is in the view.
   * @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED, VALIDATION_FAILED
   */
  async query<Q extends EngineQuery>(
    what: Q,
    params: ParamsOf<Q>,
    options?: EngineQueryOptions,
  ): Promise<ResultOf<Q>> {
    const timeoutMs = options?.timeoutMs ?? QUERY_TIMEOUT_MS;
    const request = encodeQueryRequest(params, options?.requestId ?? '');
    // A question changes nothing: without an answer it is as if it had not been asked.
    const subject = this.subjects.query(what);
    const answered = this.exchange(subject, request, timeoutMs, 'ENGINE_UNAVAILABLE');
    if (options?.isAtOnce === true) this.bus.send();
    const bytes = await answered;
    const response = readable(() => decodeQueryResponse<Q>(bytes));
    if ('failed' in response) throw new CodedError(response.failed.code, response.failed.details);
    return response;
  }

  private async exchange(
    subject: string,
    request: Uint8Array,
    timeoutMs: number,
    whenUnanswered: 'OUTCOME_UNKNOWN' | 'ENGINE_UNAVAILABLE',
  ): Promise<Uint8Array> {
    try {
      const patienceMs = timeoutMs + DEADLINE_GRACE_MS;
      const message = await this.bus.request(subject, request, patienceMs, traceHeaders());
      return message.data;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.failure === 'too_many') throw new CodedError('OVERLOADED', {}, { cause: error });
      const code = error.neverSent ? 'ENGINE_UNAVAILABLE' : whenUnanswered;
      throw new CodedError(code, {}, { cause: error });
    }
  }
}

/** The engine answered, but in a way this version does not read: the outcome stands, we cannot tell it. */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new CodedError(
      'OUTCOME_UNKNOWN',
      {},
      { cause: new Fault('poison', 'unreadable answer', { cause }) },
    );
  }
}
