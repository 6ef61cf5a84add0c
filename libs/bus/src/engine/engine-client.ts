/**
 * The engine's client for the edges: commands, answered once they are journaled and applied, and queries of the state.
 * Every error is coded. ENGINE_UNAVAILABLE and OVERLOADED mean that nothing was done; OUTCOME_UNKNOWN, that the command
 * may have been executed: sending the same command again returns its true outcome.
 */
import { decode, encode } from '@bellwether/codec';
import { CodedError, Fault } from '@bellwether/errors';
import type { Answer, Command, RequestLane } from '@bellwether/exchange';
import type { Bus } from '../connection/bus';
import {
  ENGINE_BATCH_VERSION,
  ENGINE_MESSAGE_VERSION,
  engineBatchLayout,
  engineRequestLayout,
  engineResponseLayout,
} from './engine-message';
import type { EngineResponse, OperationOutcome } from './engine-message';
import type { EngineQuery, ParamsOf, ResultOf } from './engine-query';
import { decodeQueryResponse, encodeQueryRequest } from './engine-query-json';
import { FollowedClock } from '../exchange-time/followed-clock';
import { COMMAND_TIMEOUT_MS, DEADLINE_GRACE_MS, QUERY_TIMEOUT_MS } from '../limits';
import { detailsRecord } from './refusal-error';
import { RequestError } from '../rpc/request-mux';
import { Standings } from './standings';
import { subjectsOf } from '../subjects';
import type { ShardSubjects } from '../subjects';
import { traceHeaders } from '../connection/trace-headers';

export interface EngineRequestOptions {
  readonly requestId: string;
  /**
   * The deadline by which the engine must begin; the client waits a little longer for the answer. Milliseconds; default
   * 5,000 for commands, 2,000 for queries.
   */
  readonly timeoutMs?: number;
}

export interface EngineQueryOptions extends EngineRequestOptions {
  /** Sends now, not with all requests of this turn of the event loop: for callers that have waited already. */
  readonly isAtOnce?: boolean;
}

export interface EngineClientOptions {
  readonly shard: number;
  readonly bus: Bus;
  /** The engine's time, from its answers; shared by all clients of a process. Default: for this client alone. */
  readonly time?: FollowedClock;
}

/** The engine's time, reported when a deadline had passed. */
const NOW_DETAIL = 'now_ms';

export class EngineClient {
  private readonly bus: Bus;
  private readonly subjects: ShardSubjects;
  readonly time: FollowedClock;
  readonly standings = new Standings();

  constructor({ shard, bus, time = new FollowedClock() }: EngineClientOptions) {
    this.bus = bus;
    this.subjects = subjectsOf(shard);
    this.time = time;
  }

  /**
   * Sends a command on its lane and returns the engine's answer, which may be a refusal (`answer.reply.body.kind ===
   * 'refused'`; `refusalError` turns it into an error).
   * @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED, DEADLINE_EXCEEDED, CANCEL_ONLY, VALIDATION_FAILED,
   * SIGNATURE_INVALID (nothing was done), OUTCOME_UNKNOWN (it may have been)
   */
  async send(lane: RequestLane, command: Command, options: EngineRequestOptions): Promise<Answer> {
    const request = (deadlineMs: number): Uint8Array =>
      encode(engineRequestLayout, {
        version: ENGINE_MESSAGE_VERSION,
        deadlineMs,
        requestId: options.requestId,
        command,
      });
    const response = await this.ask(lane, request, options);
    if (response.kind === 'answer') {
      this.standings.note(options.requestId, response.standing);
      return response.answer;
    }
    throw new CodedError('OUTCOME_UNKNOWN', {}, { cause: new Fault('poison', 'outcomes for one') });
  }

  /**
   * Sends commands that are carried out in this order, in one record, each by itself.
   * @returns for each its outcome, in their order
   * @throws CodedError as `send` does, if it applies to all of them
   */
  async sendBatch(
    lane: RequestLane,
    operations: readonly BatchOperation[],
    options: EngineRequestOptions,
  ): Promise<readonly OperationOutcome[]> {
    const request = (deadlineMs: number): Uint8Array =>
      encode(engineBatchLayout, {
        version: ENGINE_BATCH_VERSION,
        deadlineMs,
        requestId: options.requestId,
        operations: [...operations],
      });
    const response = await this.ask(lane, request, options);
    if (response.kind === 'outcomes' && response.outcomes.length === operations.length) {
      this.standings.note(options.requestId, response.standing);
      return response.outcomes;
    }
    throw new CodedError('OUTCOME_UNKNOWN', {}, { cause: new Fault('poison', 'one for outcomes') });
  }

  private async ask(
    lane: RequestLane,
    request: (deadlineMs: number) => Uint8Array,
    { timeoutMs = COMMAND_TIMEOUT_MS }: EngineRequestOptions,
  ): Promise<Exclude<EngineResponse, { kind: 'failed' }>> {
    const { steadyMs } = this.time.clocks;
    const untilMs = steadyMs() + timeoutMs;
    const ask = (leftMs: number) => this.sendOnce(lane, request, leftMs);
    let response = await ask(timeoutMs);
    // It was not executed, and its deadline may come from a wrong clock: now the engine's time is known.
    const leftMs = untilMs - steadyMs();
    if (response.kind === 'failed' && response.code === 'DEADLINE_EXCEEDED' && leftMs > 0)
      response = await ask(leftMs);
    if (response.kind === 'failed') {
      const { [NOW_DETAIL]: _, ...details } = detailsRecord(response.details);
      throw new CodedError(response.code, details);
    }
    return response;
  }

  private async sendOnce(
    lane: RequestLane,
    requestBy: (deadlineMs: number) => Uint8Array,
    timeoutMs: number,
  ): Promise<EngineResponse> {
    const request = requestBy(this.time.deadlineMs(Math.ceil(timeoutMs)));
    const subject = this.subjects.lane[lane];
    const sent = this.time.begin();
    const bytes = await this.exchange(subject, request, timeoutMs, 'OUTCOME_UNKNOWN');
    const response = readable(() => decode(engineResponseLayout, bytes, 'skip'));
    if (response.kind === 'failed' && response.code === 'DEADLINE_EXCEEDED')
      this.time.learn(sent, detailsRecord(response.details)[NOW_DETAIL]);
    return response;
  }

  /**
   * Queries the engine's state; the view includes the effects of every answered command.
   * @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED, VALIDATION_FAILED
   */
  async query<Q extends EngineQuery>(
    what: Q,
    params: ParamsOf<Q>,
    options?: EngineQueryOptions,
  ): Promise<ResultOf<Q>> {
    const timeoutMs = options?.timeoutMs ?? QUERY_TIMEOUT_MS;
    const request = encodeQueryRequest(params, options?.requestId ?? '');
    // A query changes nothing, so a missing answer leaves no open outcome.
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
      const waitMs = timeoutMs + DEADLINE_GRACE_MS;
      const message = await this.bus.request(subject, request, waitMs, traceHeaders());
      return message.data;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.failure === 'too_many') throw new CodedError('OVERLOADED', {}, { cause: error });
      const code = error.neverSent ? 'ENGINE_UNAVAILABLE' : whenUnanswered;
      throw new CodedError(code, {}, { cause: error });
    }
  }
}

/** A command of a batch, and the lane on which it would come alone. */
export interface BatchOperation {
  readonly lane: RequestLane;
  readonly command: Command;
}

/** If this version cannot decode the engine's answer, the outcome stands but is unknown to the caller. */
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
