/** Spans of operations over a WebSocket: a collector receives what a request's span has. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { context, trace } from '@opentelemetry/api';
import { expect, it } from 'vitest';
import { startTracing } from '../src';
import { traceOperation } from '../src/tracing/trace-operation';

interface Received {
  readonly name: string;
  readonly traceId: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

const OPERATION = { service: 'gateway', method: 'WS', route: '/v1/orders', requestId: 'r.1' };

it('is carried out without a span where nothing is traced', async () => {
  let active: unknown = 'not done';
  await traceOperation(OPERATION, async () => {
    active = trace.getSpanContext(context.active());
    return 200;
  });
  expect(active).toBeUndefined();
});

it('has a span with method, route, request id and status; a fault of the server is one of the span', async () => {
  const spans: Received[] = [];
  const collector = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      for (const resource of JSON.parse(body).resourceSpans)
        for (const scope of resource.scopeSpans) spans.push(...scope.spans);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const tracing = await startTracing('gateway', { endpoint, sampledShare: 1 });
  const traceIds: (string | undefined)[] = [];
  for (const status of [200, 503])
    await traceOperation(OPERATION, async () => {
      traceIds.push(trace.getSpanContext(context.active())?.traceId);
      return status;
    });
  await tracing.stop();
  await new Promise((resolve) => collector.close(resolve));
  expect(spans.map(({ name, traceId }) => [name, traceId])).toEqual(
    traceIds.map((traceId) => ['WS /v1/orders', traceId]),
  );
  expect(new Set(traceIds).size).toBe(2);
  const attributesOf = (span: Received) =>
    Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
  expect(attributesOf(spans[0]!)).toMatchObject({
    'http.request.method': 'WS',
    'http.route': '/v1/orders',
    'bellwether.request_id': 'r.1',
    'http.response.status_code': 200,
  });
  expect(spans.map(({ status }) => status.code ?? 0)).toEqual([0, 2]);
});
