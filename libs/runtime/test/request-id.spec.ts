import { describe, expect, it } from 'vitest';
import { requestIdOfCall } from '../src/http/request-context';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('what a request is called', () => {
  it.each([
    ['what its caller calls it', { 'x-request-id': 'Order.7:a_b-c' }, 'Order.7:a_b-c'],
    ['that, before its trace', { 'x-request-id': 'mine', traceparent }, 'mine'],
    ['its trace id', { traceparent }, TRACE_ID],
    ['the trace id of a later version', { traceparent: `01${traceparent.slice(2)}-x` }, TRACE_ID],
  ])('is %s', (_title, headers, id) => {
    expect(requestIdOfCall(headers)).toBe(id);
  });

  it.each([
    ['nothing', {}],
    ['an empty id', { 'x-request-id': '' }],
    ['a long id', { 'x-request-id': 'x'.repeat(65) }],
    ['an id with a space', { 'x-request-id': 'a b' }],
    ['an id with a line end', { 'x-request-id': 'a\nb' }],
    ['a trace of zeros', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }],
    ['a trace in upper case', { traceparent: traceparent.toUpperCase() }],
    ['half a trace', { traceparent: traceparent.slice(0, 30) }],
  ])('is new where there is %s', (_title, headers) => {
    expect(requestIdOfCall(headers)).toMatch(UUID);
  });
});
