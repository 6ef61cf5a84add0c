/**
 * One line a request, when it is answered. Bus, engine, funding apps and projector log their work for it under its
 * `request_id`, so one `grep` over all logs shows its way.
 */
import type { Code } from '@bellwether/errors';
import type { FastifyRequest } from 'fastify';
import type { AfterAnswer } from './after-answers';
import type { Logger } from '../logging/logger';
import { requestIdOf } from './request-context';

/** The reasons of failed requests. Others have none. */
const codes = new WeakMap<FastifyRequest, Code>();

export const noteCode = (request: FastifyRequest, code: Code): void => {
  codes.set(request, code);
};

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
const TOO_MANY_REQUESTS = 429;

/** Requests that may have changed something are at `info`. Reads, and the refusals of a flood, are at `debug`. */
export const logRequests = (log: Logger): AfterAnswer => {
  // It contains no header, and masking credentials costs as much as the rest of a line.
  const lines = log.child({}, { redact: [] });
  return (request, reply) => {
    const { method } = request;
    const status = reply.statusCode;
    const isQuiet = READS.includes(method) || status === TOO_MANY_REQUESTS;
    const level = isQuiet ? 'debug' : 'info';
    if (!lines.isLevelEnabled(level)) return;
    const code = codes.get(request);
    lines[level](
      {
        request_id: requestIdOf(request),
        method,
        route: request.routePattern ?? 'unmatched',
        status,
        ...(code === undefined ? {} : { code }),
        ms: Math.round(reply.elapsedTime),
      },
      'request answered',
    );
  };
};
