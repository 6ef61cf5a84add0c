/**
 * Where a message's sender is in its trace: W3C `traceparent`, as a header beside the bytes. Only what is recorded is
 * told on, and where nothing is traced there is no header and nothing to read.
 */
import { ROOT_CONTEXT, TraceFlags, context, trace } from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';
import { headers } from '@nats-io/transport-node';
import type { MsgHdrs } from '@nats-io/transport-node';

export const TRACEPARENT_HEADER = 'traceparent';
/** Of a journal record: those of its commands that are traced, comma-separated. */
export const TRACEPARENTS_HEADER = 'Traceparents';

/** Of one record: under 2 kB beside at most 64 kB of commands. */
export const MAX_NOTED_TRACES = 32;

/** Version 0, and recorded. */
const RECORDED = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;

/** Of the span that is under way; `undefined` where there is none that is recorded. */
export function currentTraceparent(): string | undefined {
  const span = trace.getSpanContext(context.active());
  if (span === undefined || (span.traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
  return `00-${span.traceId}-${span.spanId}-01`;
}

/** For a request that is made now. */
export function traceHeaders(): MsgHdrs | undefined {
  const traceparent = currentTraceparent();
  if (traceparent === undefined) return undefined;
  const made = headers();
  made.set(TRACEPARENT_HEADER, traceparent);
  return made;
}

/** The sender's, where it is one and recorded. */
export function traceparentOf(received: MsgHdrs | undefined): string | undefined {
  const text = received?.get(TRACEPARENT_HEADER);
  return text !== undefined && RECORDED.test(text) ? text : undefined;
}

/** Who sent a message, in a trace that is recorded, and when it came. */
export interface TracedSender {
  readonly traceparent: string;
  /** Unix milliseconds with fractions. */
  readonly arrivedMs: number;
}

export function tracedSenderOf(received: MsgHdrs | undefined): TracedSender | undefined {
  const traceparent = traceparentOf(received);
  if (traceparent === undefined) return undefined;
  return { traceparent, arrivedMs: performance.timeOrigin + performance.now() };
}

/** `undefined` where there is nothing to note. */
export function traceparentsHeader(traceparents: Iterable<string>): string | undefined {
  const noted: string[] = [];
  for (const one of traceparents) {
    if (noted.length === MAX_NOTED_TRACES) break;
    if (RECORDED.test(one)) noted.push(one);
  }
  return noted.length === 0 ? undefined : noted.join(',');
}

/** What a message of the journal or of the events notes. */
export function notedTraces(received: MsgHdrs | undefined): readonly string[] {
  const text = received?.get(TRACEPARENTS_HEADER) ?? '';
  return text.split(',').filter((one) => RECORDED.test(one));
}

/** The place that a traceparent names, for spans that go on from there. */
export function remoteContext(traceparent: string | undefined): Context {
  const [, traceId, spanId] = RECORDED.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const place = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, place);
}
