/** A span for an operation over a WebSocket, like that of `traceRequests` for a request. It has no caller's trace. */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, context, trace } from '@opentelemetry/api';
import { isTracing } from './start-tracing';

const FIRST_SERVER_FAULT = 500;

export interface TracedOperation {
  readonly service: string;
  /** It replaces an HTTP method. */
  readonly method: string;
  readonly route: string;
  readonly requestId: string;
}

/**
 * Runs the operation in a span of a new trace, if this process traces. What it sends meanwhile joins the trace.
 *
 * @param work returns the status of the answer
 */
export async function traceOperation(
  { service, method, route, requestId }: TracedOperation,
  work: () => Promise<number>,
): Promise<void> {
  if (!isTracing()) {
    await work();
    return;
  }
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'bellwether.request_id': requestId,
  };
  const span = trace
    .getTracer(service)
    .startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
  try {
    const status = await context.with(trace.setSpan(ROOT_CONTEXT, span), work);
    span.setAttribute('http.response.status_code', status);
    if (status >= FIRST_SERVER_FAULT) span.setStatus({ code: SpanStatusCode.ERROR });
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
