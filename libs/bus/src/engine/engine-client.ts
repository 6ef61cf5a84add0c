/**
 * The engine as the edges see it: commands answered once they are journaled and applied, and questions about the
 * state. Every error is coded: ENGINE_UNAVAILABLE and OVERLOADED mean that nothing was done, OUTCOME_UNKNOWN that the
 * command may have been; the same command sent again gets the true answer.
 */
import { decode, encode } from '@bellwether/codec';
import { CodedError, Fault } from '@bellwether/errors';
import type { Answer, Command, RequestLane } from '@bellwether/exchange';
import type { Bus } from '../connection/bus';
import {
  ENGINE_MESSAGE_VERSION,
  engineRequestLayout,
  engineResponseLayout,
} from './engine-message';
import type { EngineResponse } from './engine-message';
import type { EngineQuery, ParamsOf, ResultOf } from './engine-query';
import { decodeQueryResponse, encodeQueryRequest } from './engine-query-json';
import { FollowedClock } from '../exchange-time/followed-clock';
import { COMMAND_TIMEOUT_MS, DEADLINE_GRACE_MS, QUERY_TIMEOUT_MS } from '../limits';
import { detailsRecord } from './refusal-error';
import { RequestError } from '../rpc/request-mux';
import { subjectsOf } from '../subjects';
import type { ShardSubjects } from '../subjects';
import { traceHeaders } from '../connection/trace-headers';

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
  /** The engine's time, learned of its answers; one for all clients of a process. Default: of this one alone. */
  readonly time?: FollowedClock;
}

/** What the engine had for the time when a deadline had passed. */
const NOW_DETAIL = 'now_ms';

export class EngineClient {
  private readonly bus: Bus;
  private readonly subjects: ShardSubjects;
  readonly time: FollowedClock;

  constructor({ shard, bus, time = new FollowedClock() }: EngineClientOptions) {
    this.bus = bus;
    this.subjects = subjectsOf(shard);
    this.time = time;
  }

  /**
   * Sends a command on its lane and gives the engine's answer, which may be a refusal
   * (`answer.reply.body.kind === 'refused'`; `refusalError` makes it an error).
   * @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED, DEADLINE_EXCEEDED, CANCEL_ONLY, VALIDATION_FAILED,
   *   SIGNATURE_INVALID (nothing was done), OUTCOME_UNKNOWN (it may have been)
   */
  async send(lane: RequestLane, command: Command, options: EngineRequestOptions): Promise<Answer> {
    const { requestId, timeoutMs = COMMAND_TIMEOUT_MS } = options;
    const { steadyMs } = this.time.clocks;
    const untilMs = steadyMs() + timeoutMs;
    const ask = (leftMs: number) => this.sendOnce(lane, { command, requestId, timeoutMs: leftMs });
    let response = await ask(timeoutMs);
    // It was not done, and may have been asked with the time of a clock that is wrong: now the engine's is known.
    const leftMs = untilMs - steadyMs();
    if (response.kind === 'failed' && response.code === 'DEADLINE_EXCEEDED' && leftMs > 0)
      response = await ask(leftMs);
    if (response.kind === 'failed') {
      const { [NOW_DETAIL]: _, ...details } = detailsRecord(response.details);
      throw new CodedError(response.code, details);
    }
    return response.answer;
  }

  private async sendOnce(
    lane: RequestLane,
    { command, requestId, timeoutMs }: Sending,
  ): Promise<EngineResponse> {
    const request = encode(engineRequestLayout, {
      version: ENGINE_MESSAGE_VERSION,
      deadlineMs: this.time.deadlineMs(Math.ceil(timeoutMs)),
      requestId,
      command,
    });
    const subject = this.subjects.lane[lane];
    const sent = this.time.begin();
    const bytes = await this.exchange(subject, request, timeoutMs, 'OUTCOME_UNKNOWN');
    const response = readable(() => decode(engineResponseLayout, bytes));
    if (response.kind === 'failed' && response.code === 'DEADLINE_EXCEEDED')
      this.time.learn(sent, detailsRecord(response.details)[NOW_DETAIL]);
    return response;
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
    const sent = this.time.begin();
    const answered = this.exchange(subject, request, timeoutMs, 'ENGINE_UNAVAILABLE');
    if (options?.isAtOnce === true) this.bus.send();
    const bytes = await answered;
    const response = readable(() => decodeQueryResponse<Q>(bytes));
    if ('failed' in response) throw new CodedError(response.failed.code, response.failed.details);
    const { nowMs, ...result } = response;
    this.time.learn(sent, nowMs);
    return result;
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

interface Sending {
  readonly command: Command;
  readonly requestId: string;
  readonly timeoutMs: number;
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
