import { Catch } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { InvariantViolation, CODES, CodedError } from '@bellwether/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asCodedError, errorAnswer } from './error-answer';
import type { Logger } from '../logging/logger';
import type { Metrics } from '../metrics/metrics';
import { methodNotAllowed } from './method-not-allowed';
import { rawTargetOf, requestIdOf } from './request-context';
import { noteCode } from './request-log';
import type { RouteTable } from './route-table';

/** The longest part of a header that is returned to its sender. */
const MAX_SHOWN_CHARACTERS = 100;

export interface ErrorFilterParts {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly routes: RouteTable;
  readonly bodyLimitBytes: number;
}

/** Converts every error to an answer. It never shows a stack trace. Our own faults are logged with their cause. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly parts: ErrorFilterParts) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = this.precise(asCodedError(thrown), request, reply);
    this.record(error, thrown, request);
    if (thrown instanceof InvariantViolation) stopProcessWith(thrown);
    if (reply.sent) return;
    const answer = errorAnswer(error, requestIdOf(request));
    const body = this.wraps(error, request) ? { success: false, ...answer.body } : answer.body;
    void reply.status(answer.status).headers(answer.headers).send(body);
  }

  /** An answer that Node or Fastify refuse to send is our fault, and no reason to stop the process. */
  cannotSend(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    this.record(asCodedError(thrown), thrown, request);
    reply.raw.destroy();
  }

  /** Wrapped or not by the endpoint that was reached; without one, by the path. */
  private wraps({ code }: CodedError, request: FastifyRequest): boolean {
    const isReached = typeof request.routePattern === 'string' && code !== 'METHOD_NOT_ALLOWED';
    return isReached
      ? request.routeOptions.config.wraps === true
      : this.parts.routes.wraps(rawTargetOf(request));
  }

  /** Adds what only the edge knows: the methods of a path, the limit of a body. */
  private precise(error: CodedError, request: FastifyRequest, reply: FastifyReply): CodedError {
    if (error.code === 'NOT_FOUND') {
      const isReached = typeof request.routePattern === 'string';
      const allowed = isReached ? [] : this.parts.routes.methodsOf(rawTargetOf(request));
      if (allowed.length > 0) return methodNotAllowed(request, reply, allowed);
      return Object.keys(error.details).length > 0 ? error : noSuchPath(request);
    }
    if (error.code === 'BODY_TOO_LARGE') {
      return new CodedError('BODY_TOO_LARGE', { max_bytes: this.parts.bodyLimitBytes });
    }
    if (error.code === 'UNSUPPORTED_MEDIA_TYPE' && error.details['field'] === undefined) {
      const value = request.headers['content-type']?.slice(0, MAX_SHOWN_CHARACTERS) ?? null;
      const details = { field: 'content-type', value, expected: 'application/json' };
      return new CodedError('UNSUPPORTED_MEDIA_TYPE', details);
    }
    return error;
  }

  private record(error: CodedError, thrown: unknown, request: FastifyRequest): void {
    this.parts.metrics.countError(error.code);
    noteCode(request, error.code);
    // Under overload a log line for each would add load. They are counted instead.
    if (CODES[error.code].status < 500 || error.code === 'OVERLOADED') return;
    const context = {
      err: thrown,
      code: error.code,
      request_id: requestIdOf(request),
      method: request.method,
      route: request.routeOptions?.url,
    };
    if (error.code === 'INTERNAL') this.parts.log.error(context, 'request failed');
    else this.parts.log.warn(context, 'request could not be served');
  }
}

function noSuchPath(request: FastifyRequest): CodedError {
  const [path = ''] = rawTargetOf(request).split('?', 1);
  const details = { method: request.method, path: path.slice(0, MAX_SHOWN_CHARACTERS) };
  return new CodedError('NOT_FOUND', details);
}

/** Outside this call stack only the process catches it, and stops (run-application.ts). */
function stopProcessWith(broken: InvariantViolation): void {
  setImmediate(() => {
    throw broken;
  });
}
