/** Work that a message asks for, as a span in its sender's trace. */
import { SpanKind, SpanStatusCode, context, trace } from '@opentelemetry/api';
import type { MsgHdrs } from '@nats-io/transport-node';
import { remoteContext, traceparentOf } from './trace-headers';

const TRACER = 'bellwether-bus';

/** Does the work; in a span where the message's sender is traced. What is asked of others meanwhile is in the trace too. */
export async function tracedWork<T>(
  name: string,
  received: MsgHdrs | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const traceparent = traceparentOf(received);
  if (traceparent === undefined) return work();
  const sender = remoteContext(traceparent);
  const span = trace.getTracer(TRACER).startSpan(name, { kind: SpanKind.SERVER }, sender);
  try {
    return await context.with(trace.setSpan(sender, span), work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
