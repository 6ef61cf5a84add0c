/**
 * The HTTP edge of every app that has one: Nest's controllers on Fastify, with strict requests and one format of
 * errors.
 *
 * A request passes the limits of headers and body first. Its bytes are stored, and nothing is parsed. Then follows what
 * serve-endpoints.ts says. Whatever is thrown ends in `ErrorFilter`. Every answer carries `X-Request-Id`.
 */
import type { IncomingMessage } from 'node:http';
import type { DynamicModule } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CodedError } from '@bellwether/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { afterAnswers } from './after-answers';
import type { AfterAnswer } from './after-answers';
import { answerAnyOrigin } from './any-origin';
import type { AnyOriginOptions } from './any-origin';
import { ARRIVAL_TIMES, arrivalOptions } from './arrival-times';
import type { ArrivalTimes } from './arrival-times';
import { refuseBrokenHttp, refuseExpectation } from './broken-http';
import type { DocumentsOptions } from '../documents/documents-options';
import { openApiDocument } from '../documents/openapi-document';
import { requireWhole } from '../documents/require-whole';
import { serveDocuments } from '../documents/serve-documents';
import { serveEndpoints } from '../endpoints/serve-endpoints';
import { asCodedError } from './error-answer';
import { ErrorFilter } from './error-filter';
import type { Health } from '../health/health';
import type { Logger } from '../logging/logger';
import { methodNotAllowed } from './method-not-allowed';
import type { Metrics } from '../metrics/metrics';
import { NestLog } from '../logging/nest-log';
import { OPERATIONS_PATHS, answerOperations } from './operations-routes';
import { parseQueryString } from './query-string';
import { REQUEST_ID_HEADER, rawTargetOf, requestIdOfCall } from './request-context';
import { logRequests } from './request-log';
import { RouteTable } from './route-table';
import { traceRequests } from '../tracing/trace-requests';

/** The largest honest body, an event of 100 outcomes, is 15 KiB. */
export const DEFAULT_BODY_LIMIT_BYTES = 16 * 1024;
/** Three times the longest honest path parameter, 64 characters, all percent-encoded. */
const MAX_PATH_PARAMETER_CHARACTERS = 192;
/** The longest part of a header that is returned to its sender. */
const MAX_SHOWN_CHARACTERS = 100;
const HOST_EXPECTED = 'given as a header in every request of HTTP/1.1';

export interface HttpApplicationOptions {
  readonly log: Logger;
  readonly health: Health;
  readonly metrics: Metrics;
  /** Default `DEFAULT_BODY_LIMIT_BYTES`. */
  readonly bodyLimitBytes?: number;
  /** Default `ARRIVAL_TIMES`. */
  readonly arrivalTimes?: ArrivalTimes;
  /** The addresses of proxies, for Fastify's `trustProxy`. Default: none is trusted. */
  readonly trustProxy?: boolean | string;
  /** The documents at `/openapi.json` and `/docs`. Without them neither is served. */
  readonly documents?: DocumentsOptions;
  /** Which paths web pages of any origin may call. Default: none. */
  readonly anyOrigin?: AnyOriginOptions;
  /** Called first for every request but OPTIONS, before its body is read. What it throws is the answer. */
  readonly admit?: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Adds headers that are known only when a request is answered. */
  readonly beforeAnswer?: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Serves web pages, after `admit`. It returns whether it answers the request. */
  readonly pages?: (request: FastifyRequest, reply: FastifyReply) => boolean;
}

type NestModule = NonNullable<DynamicModule['imports']>[number];

/** The application's own module, and the discovery of its controllers. */
class HttpModule {}

/** Initialised and ready for `inject` or `listen`. `close()` waits for the requests under way. */
export async function createHttpApplication(
  module: NestModule,
  options: HttpApplicationOptions,
): Promise<NestFastifyApplication> {
  const bodyLimitBytes = options.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES;
  const arrivalTimes = options.arrivalTimes ?? ARRIVAL_TIMES;
  const routes = new RouteTable();
  const filter = new ErrorFilter({ ...options, routes, bodyLimitBytes });
  const adapter = new FastifyAdapter({
    bodyLimit: bodyLimitBytes,
    // Fastify sets it itself, and would override the server's options.
    requestTimeout: arrivalTimes.requestMs,
    connectionTimeout: arrivalTimes.stillMs,
    keepAliveTimeout: arrivalTimes.idleMs,
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    skipMiddie: true,
    routerOptions: {
      maxParamLength: MAX_PATH_PARAMETER_CHARACTERS,
      querystringParser: parseQueryString,
    },
    genReqId: (request: IncomingMessage) => requestIdOfCall(request.headers),
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      void reply.header(REQUEST_ID_HEADER, request.id);
      const details = { field: 'path', reason: error.message };
      filter.answer(new CodedError('VALIDATION_FAILED', details), request, reply);
    },
    clientErrorHandler: refuseBrokenHttp,
    // Node's own refusal of a request without Host would be bare. `misdirected` answers it in our format.
    http: { requireHostHeader: false, ...arrivalOptions(arrivalTimes) },
  });
  const server: FastifyInstance = adapter.getInstance();
  if (options.anyOrigin !== undefined) await answerAnyOrigin(server, options.anyOrigin);
  server.server.on('checkExpectation', refuseExpectation);
  keepBodiesRaw(server);
  admitRequests(server, routes, options);
  afterAnswers(server, [
    observeRequests(options.metrics),
    logRequests(options.log),
    letGoWhenStopping(server, arrivalTimes),
  ]);
  traceRequests(server, options.metrics.service);
  serveOperations(server, options);
  const { documents } = options;
  if (documents !== undefined) {
    const openApi = () => {
      const document = openApiDocument(documents);
      requireWhole(document, routes);
      return document;
    };
    const { streams } = documents;
    serveDocuments(server, { openApi, ...(streams === undefined ? {} : { streams }) });
  }
  const root = { module: HttpModule, imports: [module, DiscoveryModule] };
  const application: NestFastifyApplication = await NestFactory.create(root, adapter, {
    bodyParser: false,
    logger: new NestLog(options.log),
    abortOnError: false,
  });
  application.useGlobalFilters(filter);
  await application.init();
  serveEndpoints(application, filter);
  await server.ready();
  return application;
}

/** Only JSON is accepted. It remains bytes until a handler's schema parses it. Anything else is 415. */
function keepBodiesRaw(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
}

function admitRequests(
  server: FastifyInstance,
  routes: RouteTable,
  { admit, pages, beforeAnswer }: HttpApplicationOptions,
): void {
  if (beforeAnswer !== undefined) {
    server.addHook('onSend', (request, reply, _payload, done) => {
      beforeAnswer(request, reply);
      done();
    });
  }
  server.addHook('onRoute', (route) => {
    routes.add(route.url, [route.method].flat(), {
      wraps: route.config?.wraps === true,
    });
  });
  server.decorateRequest('routePattern', null);
  server.addHook('onRequest', (request, reply, done) => {
    request.routePattern = request.routeOptions.url ?? null;
    void reply.header(REQUEST_ID_HEADER, request.id).header('x-content-type-options', 'nosniff');
    try {
      // A preflight is not charged, as the request that follows it is.
      if (request.method !== 'OPTIONS') admit?.(request, reply);
    } catch (error) {
      done(asCodedError(error));
      return;
    }
    if (pages?.(request, reply) === true) return;
    done(misdirected(request, reply, routes));
  });
}

const observeRequests =
  (metrics: Metrics): AfterAnswer =>
  (request, reply) =>
    metrics.observeRequest({
      method: request.method,
      route: request.routePattern ?? 'unmatched',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });

/** Only errors before the handler matter here. */
function misdirected(
  request: FastifyRequest,
  reply: FastifyReply,
  routes: RouteTable,
): CodedError | undefined {
  const { httpVersion } = request.raw;
  if (request.headers.host === undefined && httpVersion === '1.1') {
    const details = { field: 'host', expected: HOST_EXPECTED };
    return new CodedError('VALIDATION_FAILED', details, {
      message: `host must be ${HOST_EXPECTED}.`,
    });
  }
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity' && hasBody(request)) {
    return encodedBody(encoding);
  }
  const pattern = request.routePattern;
  const allowed = pattern !== null && routes.methodsByName(pattern, rawTargetOf(request));
  return allowed ? methodNotAllowed(request, reply, allowed) : undefined;
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Compressed bytes would be reported as broken JSON. */
function encodedBody(encoding: string): CodedError {
  const value = encoding.slice(0, MAX_SHOWN_CHARACTERS);
  const details = { field: 'content-encoding', value, expected: 'absent' };
  const message = 'content-encoding must be absent: a body is taken as it is, without compression.';
  return new CodedError('UNSUPPORTED_MEDIA_TYPE', details, { message });
}

/**
 * Closing waits for every connection, and a caller keeps its own alive after an answer that was under way. Without
 * this, closing would wait until the keep-alive time is over. A connection on which nothing was sent does not count as
 * idle, and a closing server no longer checks for slow requests. So they are closed with all others.
 */
function letGoWhenStopping(server: FastifyInstance, { stopMs }: ArrivalTimes): AfterAnswer {
  let isStopping = false;
  server.addHook('preClose', (done) => {
    isStopping = true;
    const cut = setTimeout(() => server.server.closeAllConnections(), stopMs);
    server.server.once('close', () => clearTimeout(cut));
    done();
  });
  return () => {
    if (isStopping) setImmediate(() => server.server.closeIdleConnections());
  };
}

function serveOperations(server: FastifyInstance, options: HttpApplicationOptions): void {
  for (const path of OPERATIONS_PATHS) {
    server.get(path, async (_request, reply) => {
      const { status, contentType, body } = await answerOperations(path, options);
      return reply.status(status).type(contentType).send(body);
    });
  }
}
