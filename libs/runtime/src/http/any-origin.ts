/**
 * Allows any web page to call a public API (Fetch standard, CORS protocol). No cookies are used, and no right depends
 * on the origin, so a page may read what anyone may read, and with a session what its owner may. Keys of builders and
 * operators must not be used in others' pages, so their headers are not allowed.
 *
 * The paths of the own pages are separate: their calls carry a cookie. No other origin may call them or read their
 * answers.
 */
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER, rawTargetOf } from './request-context';

/** Seconds for which a browser need not send a preflight again: ten minutes, the most that some browsers accept. */
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
/**
 * For every answer to a page, which a browser marks with `Origin`. A cache must not use one answer for both (RFC 9110,
 * 12.5.5).
 */
const ANY_ORIGIN_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
};

export interface AnyOriginOptions {
  /** These paths and all below them are only for pages of the same origin. */
  readonly except?: readonly string[];
  /** Only these paths and all below them are for pages of any origin. Default: all. */
  readonly only?: readonly string[];
  /** Headers that a page may send in addition to the content type and the request id. */
  readonly headers?: readonly string[];
}

/** Runs before every other hook, so that a page can read refusals too. */
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
    // OPTIONS that is not a preflight is like any other method, and no path takes it.
    void reply.header(REQUEST_ID_HEADER, request.id);
    reply.callNotFound();
  });
  // In a scope of its own, so that its hook runs for preflights only. Other requests need nothing more than the
  // above.
  await server.register(async (preflights) => {
    await preflights.register(cors, {
      origin: '*',
      methods: ['GET', 'HEAD', 'POST'],
      allowedHeaders: ['Authorization', 'Content-Type', 'X-Request-Id', 'traceparent', ...headers],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: PREFLIGHT_SECONDS,
    });
  });
}

/** The path as the router reads it: without the query, and decoded. */
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
