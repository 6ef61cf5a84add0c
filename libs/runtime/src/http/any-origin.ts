/**
 * A public API may be called from any web page: there are no cookies, nothing is allowed to a caller for where it comes
 * from, and a page may read what anybody may read (Fetch standard, CORS protocol). Keys of builders and operators have no
 * place in a page of others: their headers are not allowed.
 *
 * Paths of one's own pages are apart: their calls carry a cookie. No other origin may ask for them, nor read an answer.
 */
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER, rawTargetOf } from './request-context';

/** How long a browser need not ask again, in seconds: ten minutes, the most that some of them take. */
const PREFLIGHT_SECONDS = 600;

const EXPOSED_HEADERS = [
  'X-Request-Id',
  'Idempotent-Replay',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
];
/** Of every answer to a page; a browser says so by `Origin`. What is kept of an answer is not for both (RFC 9110, 12.5.5). */
const ANY_ORIGIN_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
};

export interface AnyOriginOptions {
  /** These paths and all below them are for pages of the own origin alone. */
  readonly except?: readonly string[];
  /** These paths and all below them alone are for pages of any origin. Default: all. */
  readonly only?: readonly string[];
  /** What a page may send beside the content's type and the request's id. */
  readonly headers?: readonly string[];
}

/** Before every other hook, so that a page can read refusals too. */
export async function answerAnyOrigin(
  server: FastifyInstance,
  { except = [], only = ['/'], headers = [] }: AnyOriginOptions,
): Promise<void> {
  const isForAny = (request: FastifyRequest): boolean => {
    const path = pathOf(request);
    const isBelow = (top: string) => top === '/' || path === top || path.startsWith(`${top}/`);
    return only.some(isBelow) && !except.some(isBelow);
  };
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('vary', 'Origin');
    const answersAny = isForAny(request);
    if (answersAny && request.headers.origin !== undefined) void reply.headers(ANY_ORIGIN_HEADERS);
    if (request.method !== 'OPTIONS' || (answersAny && isPreflight(request))) return done();
    // OPTIONS that no browser asks before a request is a method like any other, and no path takes it.
    void reply.header(REQUEST_ID_HEADER, request.id);
    reply.callNotFound();
  });
  // In a scope of its own, where its hook meets preflights alone: to every request it would say no more than the above.
  await server.register(async (preflights) => {
    await preflights.register(cors, {
      origin: '*',
      methods: ['GET', 'HEAD', 'POST'],
      allowedHeaders: ['Content-Type', 'X-Request-Id', 'traceparent', ...headers],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: PREFLIGHT_SECONDS,
    });
  });
}

/** As the router reads it: without the query, and decoded. */
function pathOf(request: FastifyRequest): string {
  const [path = ''] = rawTargetOf(request).split(/[?#;]/u);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const isPreflight = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
