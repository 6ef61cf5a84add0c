/** Sends one request until it has an answer: attempts, backoff and a deadline. Every attempt sends the same bytes. */
import { BellwetherError, ConnectionError, OutcomeUnknownError } from '../errors';
import type { NonceQuery } from '../errors';
import { isObject, successOf } from './json-answer';
import type { AnswerShape, JsonObject, RawAnswer } from './json-answer';
import type { Transport } from './transport';
import { DEFAULT_RETRY_POLICY, pause, pauseMsAfter } from './retry-policy';
import type { RetryPolicy } from './retry-policy';
import { verdictOfAttempt } from './verdict';

/** With another way than HTTP for some requests. */
export interface SenderOptions extends ConnectionOptions {
  readonly line?: Transport | undefined;
}

export interface ConnectionOptions {
  /** Base URL, e.g. `https://gateway.example`. */
  readonly url: string;
  /** Attempts, backoff and deadline. */
  readonly retry?: Partial<RetryPolicy>;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  /**
   * Aborts the call. A request already sent may still be carried out: the call then fails with OutcomeUnknownError.
   */
  readonly signal?: AbortSignal;
  /** Replaces the policy's deadline. */
  readonly deadlineMs?: number;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Including its query. */
  readonly path: string;
  /** JSON as it is sent. */
  readonly body?: string;
  /** Built for each attempt: an envelope carries the time. */
  readonly headers?: () => Readonly<Record<string, string>>;
  /**
   * - `read` changes nothing
   * - `exactly-once`: however often it is sent, it is carried out once and has one answer
   * - `once`: a repeat would act again, so an attempt is repeated only if it certainly did nothing
   */
  readonly effect: 'read' | 'exactly-once' | 'once';
  readonly shape: AnswerShape;
  readonly nonceQuery?: NonceQuery;
  /** Learns from an error (a clock that is off). @returns whether the request can be repeated at once */
  readonly correct?: (error: BellwetherError) => boolean;
}

export interface HttpAnswer {
  readonly content: JsonObject;
  readonly headers: RawAnswer['headers'];
  readonly attempts: number;
}

/** The state of one call's attempts. */
interface Progress {
  attempts: number;
  /** An attempt may have been carried out. */
  isInDoubt: boolean;
}

export class HttpSender {
  readonly policy: RetryPolicy;
  private readonly url: string;
  private readonly fetch: typeof fetch;
  private readonly line: Transport | undefined;

  constructor(options: SenderOptions) {
    this.url = options.url.replace(/\/+$/, '');
    this.policy = { ...DEFAULT_RETRY_POLICY, ...options.retry };
    this.fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.line = options.line;
  }

  /** @throws BellwetherError, ConnectionError, InvalidAnswerError, OutcomeUnknownError; the reason of an abort */
  async send(request: HttpRequest, options: CallOptions = {}): Promise<HttpAnswer> {
    options.signal?.throwIfAborted();
    const deadlineMs = performance.now() + (options.deadlineMs ?? this.policy.deadlineMs);
    const progress: Progress = { attempts: 0, isInDoubt: false };
    for (;;) {
      progress.attempts++;
      try {
        const answer = await this.attempt(request, options.signal, deadlineMs);
        const content = successOf(answer, request.shape);
        return { content, headers: answer.headers, attempts: progress.attempts };
      } catch (error) {
        await this.beforeNext(error, { request, progress, deadlineMs, signal: options.signal });
      }
    }
  }

  /** Waits until the next attempt is due. @throws the call's final error if there is no next attempt */
  private async beforeNext(
    error: unknown,
    call: {
      readonly request: HttpRequest;
      readonly progress: Progress;
      readonly deadlineMs: number;
      readonly signal: AbortSignal | undefined;
    },
  ): Promise<void> {
    const { request, progress, deadlineMs, signal } = call;
    const { proves, mayRepeat } = verdictOfAttempt(error);
    const isSettled = proves === 'everything' || (proves === 'itself' && !progress.isInDoubt);
    if (proves === 'nothing') progress.isInDoubt = true;
    const end = (): unknown =>
      isSettled || request.effect === 'read' ? error : outcomeUnknown(request, progress, error);
    if (signal?.aborted === true) throw end();
    if (error instanceof BellwetherError && request.correct?.(error) === true) return;
    const isSafe = request.effect !== 'once' || proves === 'itself';
    const pauseMs = pauseMsAfter(progress.attempts, this.policy, {
      chance: Math.random(),
      retryAfterSeconds: error instanceof BellwetherError ? error.retryAfterSeconds : null,
    });
    const isInTime = performance.now() + pauseMs < deadlineMs;
    const isAllowed = mayRepeat && isSafe && progress.attempts < this.policy.maxAttempts;
    if (!isAllowed || !isInTime) throw end();
    await pause(pauseMs, signal).catch((reason: unknown) => {
      throw progress.isInDoubt && request.effect !== 'read'
        ? outcomeUnknown(request, progress, reason)
        : reason;
    });
  }

  private async attempt(
    { method, path, body, headers }: HttpRequest,
    signal: AbortSignal | undefined,
    deadlineMs: number,
  ): Promise<RawAnswer> {
    const timeoutMs = Math.min(this.policy.attemptTimeoutMs, deadlineMs - performance.now());
    const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)));
    const ends = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    try {
      if (body !== undefined && this.line?.takes(method, path) === true) {
        return await this.line.send({ path, body, signal: ends });
      }
      const response = await this.fetch(`${this.url}${path}`, {
        method,
        headers: {
          ...headers?.(),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        signal: ends,
        ...(body === undefined ? {} : { body }),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (cause) {
      if (signal?.aborted === true) throw signal.reason;
      if (cause instanceof ConnectionError) throw cause;
      const refusal = neverConnected(cause);
      const mayBeSent = refusal === null;
      const reason = mayBeSent
        ? interruption(timeout, timeoutMs)
        : `nobody answers at ${this.url} (${refusal})`;
      throw new ConnectionError(`${method} ${path}: ${reason}`, { mayBeSent, cause });
    }
  }
}

const interruption = (timeout: AbortSignal, timeoutMs: number) =>
  timeout.aborted ? `no answer within ${Math.round(timeoutMs)} ms` : 'cut off';

/** The codes by which Node.js reports that no connection was made. */
const NEVER_CONNECTED: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** The code; null: a connection was made, or the runtime does not report it. */
function neverConnected(error: unknown): string | null {
  const cause = isObject(error) ? error['cause'] : undefined;
  const code = isObject(cause) ? cause['code'] : undefined;
  return typeof code === 'string' && NEVER_CONNECTED.includes(code) ? code : null;
}

const outcomeUnknown = (request: HttpRequest, { attempts }: Progress, cause: unknown) =>
  new OutcomeUnknownError({ nonceQuery: request.nonceQuery ?? null, attempts }, { cause });
