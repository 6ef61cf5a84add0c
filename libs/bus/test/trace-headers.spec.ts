import { describe, expect, it } from 'vitest';
import { TraceFlags, trace } from '@opentelemetry/api';
import { headers } from '@nats-io/transport-node';
import {
  MAX_NOTED_TRACES,
  TRACEPARENTS_HEADER,
  TRACEPARENT_HEADER,
  notedTraces,
  remoteContext,
  traceHeaders,
  tracedSenderOf,
  traceparentsHeader,
} from '../src/connection/trace-headers';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN_ID = '00f067aa0ba902b7';
const RECORDED = `00-${TRACE_ID}-${SPAN_ID}-01`;

const withHeader = (name: string, value: string) => {
  const made = headers();
  made.set(name, value);
  return made;
};

describe('traces beside messages', () => {
  it('are not there where nothing is traced', () => {
    expect(traceHeaders()).toBeUndefined();
    expect(tracedSenderOf(undefined)).toBeUndefined();
    expect(notedTraces(undefined)).toEqual([]);
    expect(traceparentsHeader([])).toBeUndefined();
  });

  it.each([
    ['not recorded', `00-${TRACE_ID}-${SPAN_ID}-00`],
    ['of another version', `01-${TRACE_ID}-${SPAN_ID}-01`],
    ['in upper case', RECORDED.toUpperCase()],
    ['with something behind it', `${RECORDED}-x`],
    ['several', `${RECORDED},${RECORDED}`],
    ['empty', ''],
  ])('count for nothing where they are %s', (_why, text) => {
    expect(tracedSenderOf(withHeader(TRACEPARENT_HEADER, text))).toBeUndefined();
  });

  it('name the sender’s span, and when its message came', () => {
    const beforeMs = performance.timeOrigin + performance.now();
    const sender = tracedSenderOf(withHeader(TRACEPARENT_HEADER, RECORDED));
    expect(sender?.traceparent).toBe(RECORDED);
    expect(sender?.arrivedMs).toBeGreaterThanOrEqual(beforeMs);
    expect(trace.getSpanContext(remoteContext(sender?.traceparent))).toEqual({
      traceId: TRACE_ID,
      spanId: SPAN_ID,
      traceFlags: TraceFlags.SAMPLED,
      isRemote: true,
    });
    expect(trace.getSpanContext(remoteContext('something'))).toBeUndefined();
  });

  it('are noted of a record, at most as many as there may be', () => {
    const many = Array.from({ length: 128 }, () => RECORDED);
    const noted = traceparentsHeader(many) ?? '';
    expect(notedTraces(withHeader(TRACEPARENTS_HEADER, noted))).toEqual(
      many.slice(0, MAX_NOTED_TRACES),
    );
    expect(noted.length).toBeLessThan(2_048);
    expect(traceparentsHeader(['no traceparent', RECORDED])).toBe(RECORDED);
  });
});
