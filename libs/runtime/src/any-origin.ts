/**
 * A public API may be called from any web page: there are no cookies, nothing is allowed to a caller for where it comes
 * from, and a page may read what anybody may read (Fetch standard, CORS protocol). Keys of builders and operators have no
 * place in a page: their headers are not allowed.
 */
import cors from '@fastify/cors';
import type { FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER } from './request-context';

/** How long a browser need not ask again, in seconds: ten minutes, the most that some of them take. */
const PREFLIGHT_SECONDS = 600;

const ANY_ORIGIN: FastifyCorsOptions = {
  origin: '*',
  methods: ['GET', 'HEAD', 'POST'],
  allowedHeaders: ['Content-Type', 'X-Request-Id', 'traceparent'],
  exposedHeaders: [
    'X-Request-Id',
    'Idempotent-Replay',
    'Retry-After',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'RateLimit-Policy',
  ],
  maxAge: PREFLIGHT_SECONDS,
};

/** Before every other hook, so that a page can read refusals too. */
export async function answerAnyOrigin(server: FastifyInstance): Promise<void> {
  // OPTIONS that no browser asks before a request is a method like any other, and no path takes it.
  server.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'OPTIONS' || isPreflight(request)) return done();
    void reply.header(REQUEST_ID_HEADER, request.id);
    reply.callNotFound();
  });
  await server.register(cors, ANY_ORIGIN);
}

const isPreflight = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
