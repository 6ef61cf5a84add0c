/**
 * A span for each request, in the trace of its caller's `traceparent` or in a new one. This side decides by the trace
 * id which are recorded, whatever the caller's flag, so no caller can switch the recording on for all its requests.
 */
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  context,
  propagation,
  trace,
} from '@opentelemetry/api';
import type { Context, Span, SpanContext } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestIdOf } from '../http/request-context';
import { isTracing } from './start-tracing';

const FIRST_SERVER_FAULT = 500;

interface TracedRequest {
  readonly span: Span;
  readonly context: Context;
}

/** Adds its hooks only if traces are recorded, so that requests cost nothing otherwise. */
export function traceRequests(server: FastifyInstance, service: string): void {
  if (!isTracing()) return;
  const tracer = trace.getTracer(service);
  const traced = new WeakMap<FastifyRequest, TracedRequest>();
  server.addHook('onRequest', (request, _reply, done) => {
    const route = request.routePattern ?? 'unmatched';
    const caller = callerOf(request);
    const span = tracer.startSpan(
      `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'bellwether.request_id': requestIdOf(request),
        },
      },
      caller,
    );
    traced.set(request, { span, context: trace.setSpan(caller, span) });
    done();
  });
  // After the body was received, as its events would lose the context again.
  server.addHook('preValidation', (request, _reply, done) => {
    const known = traced.get(request);
    if (known === undefined) done();
    else context.with(known.context, done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const span = traced.get(request)?.span;
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= FIRST_SERVER_FAULT) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}

/** The caller's span as the parent. */
function callerOf({ headers }: FastifyRequest): Context {
  const extracted = propagation.extract(ROOT_CONTEXT, headers);
  const caller = trace.getSpanContext(extracted);
  return caller === undefined ? ROOT_CONTEXT : trace.setSpanContext(extracted, unflagged(caller));
}

const unflagged = (caller: SpanContext): SpanContext => ({
  ...caller,
  traceFlags: TraceFlags.NONE,
});
