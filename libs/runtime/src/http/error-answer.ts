/**
 * Converts any error to its answer (docs/protocol/http.md, section 2): status, headers and
 * `{error:{code,message,details,retryable,request_id}}`.
 */
import { CODES, CodedError } from '@bellwether/errors';
import type { Code, ErrorDetails } from '@bellwether/errors';
import { rateHeaders } from './rate-limits/rate-headers';
import { refillMs } from './rate-limits/rate-limit';
import { limitIn } from './rate-limits/rate-limited';
import { REPLAY_HEADER } from './replay-header';

export interface ErrorBody {
  readonly error: {
    readonly code: Code;
    readonly message: string;
    readonly details: ErrorDetails;
    readonly retryable: boolean;
    readonly request_id: string;
  };
}

export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

/** For codes whose details have neither `retry_after_seconds` nor `retry_after_ms`. */
const DEFAULT_RETRY_AFTER_SECONDS = 1;

/** Such an answer asks for a session of an account, whose token is sent as a bearer token. */
const ACCOUNT_SESSION_CODES: ReadonlySet<Code> = new Set(['SESSION_REQUIRED', 'SESSION_INVALID']);

export function errorAnswer(error: CodedError, requestId: string): ErrorAnswer {
  const { status, retryable } = CODES[error.code];
  const { code, message, details } = error;
  const isRetriedLater = retryable && (status === 429 || status === 503);
  return {
    status,
    headers: {
      ...(isRetriedLater ? { 'retry-after': String(retryAfterSeconds(details)) } : {}),
      ...(error.code === 'RATE_LIMITED' ? usedUpHeaders(details) : {}),
      ...(status === 401 && ACCOUNT_SESSION_CODES.has(error.code)
        ? { 'www-authenticate': 'Bearer' }
        : {}),
      ...(error.isReplay ? { [REPLAY_HEADER]: 'true' } : {}),
    },
    body: { error: { code, message, details, retryable, request_id: requestId } },
  };
}

/** Whole seconds, rounded up, so that a caller who waits them is not too early. */
function retryAfterSeconds(details: ErrorDetails): number {
  const { retry_after_seconds: seconds, retry_after_ms: ms } = details;
  if (typeof seconds === 'number') return Math.ceil(seconds);
  return typeof ms === 'number' ? Math.max(1, Math.ceil(ms / 1_000)) : DEFAULT_RETRY_AFTER_SECONDS;
}

/** The headers of the limit that refused. They replace those of any other limit that was charged. */
function usedUpHeaders(details: ErrorDetails): Record<string, string> {
  const refused = limitIn(details);
  if (refused === undefined) return {};
  const { name, limit } = refused;
  return { ...rateHeaders(name, limit, { remaining: 0, resetAfterMs: refillMs(limit) }) };
}

/** Refusals of the HTTP layer itself, by the status of its own answer. */
const CODE_OF_STATUS: Readonly<Record<number, Code>> = {
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

/**
 * The coded error behind anything that was thrown. Errors of the HTTP layer keep their message. Anything else without a
 * code is our fault: INTERNAL, with the original as cause for the log, and nothing of it for the caller.
 */
export function asCodedError(thrown: unknown): CodedError {
  if (thrown instanceof CodedError) return thrown;
  const status = statusOf(thrown);
  if (status === undefined || status < 400 || status >= 500) {
    return new CodedError('INTERNAL', {}, { cause: thrown });
  }
  const code = CODE_OF_STATUS[status];
  if (code !== undefined) return new CodedError(code, {}, { cause: thrown });
  const reason = thrown instanceof Error ? thrown.message : 'the request is malformed';
  return new CodedError('VALIDATION_FAILED', { field: 'request', reason }, { cause: thrown });
}

/** Nest's HttpException has `getStatus()`, Fastify's errors have `statusCode`. */
function statusOf(thrown: unknown): number | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  if ('statusCode' in thrown && typeof thrown.statusCode === 'number') return thrown.statusCode;
  if ('getStatus' in thrown && typeof thrown.getStatus === 'function') {
    const status: unknown = thrown.getStatus();
    return typeof status === 'number' ? status : undefined;
  }
  return undefined;
}
