import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The pattern of the route that was reached, such as `/v1/markets/:id/book`. It is cached, as `routeOptions` is
     * made again at each access.
     */
    routePattern: string | null;
  }
}

export const REQUEST_ID_HEADER = 'x-request-id';

/** What a caller may send as `X-Request-Id`. It is logged and returned, so it is short and plain. */
const SANE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** W3C Trace Context: version, trace id, parent id, flags. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;
const NO_TRACE = '0'.repeat(32);

/** The caller's id of its request: `X-Request-Id`, else the trace id of its `traceparent`, else a new one. */
export function requestIdOfCall(headers: IncomingHttpHeaders): string {
  const { [REQUEST_ID_HEADER]: given, traceparent } = headers;
  if (typeof given === 'string' && SANE_REQUEST_ID.test(given)) return given;
  const traceId = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
  return traceId === undefined || traceId === NO_TRACE ? randomUUID() : traceId;
}

/** The id in the answer's `X-Request-Id`, its error body and the log lines of this request. */
export const requestIdOf = (request: FastifyRequest): string => request.id;

const NO_BYTES = Buffer.alloc(0);

/**
 * The body exactly as received, empty if there is none. It remains raw until a handler's schema parses it, after every
 * guard: a MAC is checked over these bytes before any is parsed.
 */
export const rawBodyOf = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : NO_BYTES;

/** Path and query exactly as sent, such as `/v1/trades?limit=5`: what a request signature covers. */
export const rawTargetOf = (request: FastifyRequest): string => request.raw.url ?? '';
