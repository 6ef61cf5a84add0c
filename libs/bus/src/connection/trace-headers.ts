/**
 * A message's trace context: W3C `traceparent`, as a header beside the bytes. Only sampled traces are propagated;
 * without tracing there is no header to write or read.
 */
import { ROOT_CONTEXT, TraceFlags, context, trace } from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';
import { headers } from '@nats-io/transport-node';
import type { MsgHdrs } from '@nats-io/transport-node';

export const TRACEPARENT_HEADER = 'traceparent';
/** For a journal record: the traceparents of its traced commands, comma-separated. */
export const TRACEPARENTS_HEADER = 'Traceparents';

/** Per record: under 2 kB beside at most 64 kB of commands. */
export const MAX_NOTED_TRACES = 32;

/** Version 0, and sampled. */
const RECORDED = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;

/** Of the current span; `undefined` if there is none or it is not sampled. */
export function currentTraceparent(): string | undefined {
  const span = trace.getSpanContext(context.active());
  if (span === undefined || (span.traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
  return `00-${span.traceId}-${span.spanId}-01`;
}

/** Headers for a request made now. */
export function traceHeaders(): MsgHdrs | undefined {
  const traceparent = currentTraceparent();
  if (traceparent === undefined) return undefined;
  const made = headers();
  made.set(TRACEPARENT_HEADER, traceparent);
  return made;
}

/** The sender's traceparent, if valid and sampled. */
export function traceparentOf(received: MsgHdrs | undefined): string | undefined {
  const text = received?.get(TRACEPARENT_HEADER);
  return text !== undefined && RECORDED.test(text) ? text : undefined;
}

/** The sender of a message in a sampled trace, and when the message arrived. */
export interface TracedSender {
  readonly traceparent: string;
  /** Unix milliseconds with fractions. */
  readonly arrivedMs: number;
}

/** Call it when the message arrives; `undefined` if its sender is in no sampled trace. */
export function tracedSenderOf(received: MsgHdrs | undefined): TracedSender | undefined {
  const traceparent = traceparentOf(received);
  if (traceparent === undefined) return undefined;
  return { traceparent, arrivedMs: performance.timeOrigin + performance.now() };
}

/** `undefined` if there are none. */
export function traceparentsHeader(traceparents: Iterable<string>): string | undefined {
  const noted: string[] = [];
  for (const one of traceparents) {
    if (noted.length === MAX_NOTED_TRACES) break;
    if (RECORDED.test(one)) noted.push(one);
  }
  return noted.length === 0 ? undefined : noted.join(',');
}

/** The traceparents in a message of the journal or of the events. */
export function notedTraces(received: MsgHdrs | undefined): readonly string[] {
  const text = received?.get(TRACEPARENTS_HEADER) ?? '';
  return text.split(',').filter((one) => RECORDED.test(one));
}

/** The context that a traceparent names, for spans that continue it. */
export function remoteContext(traceparent: string | undefined): Context {
  const [, traceId, spanId] = RECORDED.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const place = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, place);
}
