import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

export const REQUEST_ID_HEADER = 'x-request-id';

/** What a caller may give as `X-Request-Id`: it is logged and sent back, so it is short and plain. */
const SANE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,64}$/;

export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && SANE_REQUEST_ID.test(header) ? header : randomUUID();
}

/** The id that the answer's `X-Request-Id`, its error body and the log lines of this request carry. */
export const requestIdOf = (request: FastifyRequest): string => request.id;

const NO_BYTES = Buffer.alloc(0);

/**
 * The body exactly as received (empty where there is none). The body stays raw until a handler's schema asks
 * for it, which Nest does after every guard: a MAC is checked over these bytes before any is parsed.
 */
export const rawBodyOf = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : NO_BYTES;

/** Path and query exactly as sent, e.g. `/v1/trades?limit=5`: what a request signature covers. */
export const rawTargetOf = (request: FastifyRequest): string => request.raw.url ?? '';
