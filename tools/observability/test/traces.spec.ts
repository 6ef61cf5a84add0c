/**
 * One trace leads from an HTTP request through gateway and engine to the journal's record, and from the record back to
 * its trace. The apps are the built ones, as processes; without a collector they send and record nothing.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jetstreamManager } from '@nats-io/jetstream';
import { connectBus, notedTraces, subjectsOf } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { freePort, startManagedProcess, startNatsServer } from '@bellwether/local-services';
import type { ManagedProcess, NatsServer } from '@bellwether/local-services';
import { ROOT } from '../src/checkout';
import { Collector } from '../src/collector';
import type { CollectedSpan } from '../src/collector';

const ADMIN_KEY = 'an admin key for the test';
const TIMEOUT_MS = 240_000;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

const collector = new Collector();
let folder: string;
let nats: NatsServer;
let bus: Bus;
const running: ManagedProcess[] = [];
let traced: string;
let untraced: string;

async function startApp(
  name: string,
  recordName: string,
  env: Record<string, string>,
  ready: string,
): Promise<void> {
  const app = await startManagedProcess({
    name,
    command: process.execPath,
    args: [join(ROOT, 'dist/apps', name, 'main.js')],
    recordFile: join(folder, `${recordName}.json`),
    isReady: (line) => line.includes(`"msg":"${ready}"`),
    env: { NATS_URL: nats.url, HOST: '127.0.0.1', ...env },
  });
  running.push(app);
}

async function startGateway(recordName: string, tracing: Record<string, string>): Promise<string> {
  const port = await freePort();
  const env = {
    NETWORK: 'test',
    PORT: String(port),
    // No one listens there: history is not used.
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    ADMIN_KEY_HASH: createHash('sha256').update(ADMIN_KEY).digest('hex'),
  };
  await startApp('gateway', recordName, { ...env, ...tracing }, 'listening');
  return `http://127.0.0.1:${port}`;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-traces-'));
  const endpoint = await collector.start();
  nats = await startNatsServer({ dataDir: join(folder, 'nats') });
  bus = await connectBus({ servers: nats.url, name: 'test', log: silent });
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '1' };
  const engine = { NETWORK: 'test', HEALTH_PORT: '0', SIGNATURE_THREADS: '0' };
  await startApp('matching-engine', 'engine', { ...engine, ...tracing }, 'serving');
  [traced, untraced] = await Promise.all([
    startGateway('traced', tracing),
    startGateway('untraced', {}),
  ]);
});
afterAll(async () => {
  await Promise.all(running.map((app) => app.stop()));
  await bus.close();
  await nats.stop();
  await collector.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Any command will do; this one needs no user. @returns its seq */
async function command(gateway: string, traceparent: string): Promise<number> {
  const answer = await fetch(`${gateway}/admin/mode`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-key': ADMIN_KEY, traceparent },
    body: JSON.stringify({ mode: 'open' }),
  });
  const told: any = await answer.json(); // oxlint-disable-line typescript/no-explicit-any
  expect(told).toMatchObject({ success: true });
  expect(answer.headers.get('x-request-id')).toBe(traceparent.slice(3, 35));
  return told.data.seq;
}

async function journalTail(): Promise<number> {
  const { streams } = await jetstreamManager(bus.connection);
  return (await streams.info(subjectsOf(0).journalStream)).state.last_seq;
}

/** The traceparents beside the records after this one: ticks of the clock may be among them. */
async function notedAfter(tail: number): Promise<readonly string[]> {
  const { streams } = await jetstreamManager(bus.connection);
  const noted: string[] = [];
  for (let seq = tail + 1, last = await journalTail(); seq <= last; seq++) {
    const message = await streams.getMessage(subjectsOf(0).journalStream, { seq });
    noted.push(...notedTraces(message?.header));
  }
  return noted;
}

async function spansOf(traceId: string, count: number): Promise<CollectedSpan[]> {
  for (let waitedMs = 0; waitedMs < TIMEOUT_MS; waitedMs += 50) {
    if (collector.of(traceId).length >= count) break;
    await sleep(50);
  }
  return collector.of(traceId);
}

const newTraceparent = (flags: '00' | '01'): string =>
  `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-${flags}`;

describe('a trace', () => {
  it.each(['00', '01'] as const)(
    'leads from the request to the journal, caller’s flag %s',
    async (flags) => {
      const caller = newTraceparent(flags);
      const [, traceId = '', callersSpan] = caller.split('-');
      const tail = await journalTail();
      const seq = await command(traced, caller);
      const noted = await notedAfter(tail);
      const spans = await spansOf(traceId, 2);
      const gateway = spans.find(({ service }) => service === 'gateway');
      const engine = spans.find(({ service }) => service === 'matching-engine');
      expect(gateway?.name).toBe('POST /admin/mode');
      expect(gateway?.parentSpanId).toBe(callersSpan);
      expect(engine?.parentSpanId).toBe(gateway?.spanId);
      expect(engine?.events).toEqual(['sequenced', 'durable', 'applied and answered']);
      expect(Number(engine?.attributes.get('bellwether.seq'))).toBe(seq);
      expect(noted).toEqual([`00-${traceId}-${gateway?.spanId}-01`]);
    },
  );

  it('ends where nobody asked for it: nothing is sent, nothing noted', async () => {
    const caller = newTraceparent('01');
    const tail = await journalTail();
    await command(untraced, caller);
    expect(await notedAfter(tail)).toEqual([]);
    // A later span that arrived shows that earlier ones would have.
    const later = newTraceparent('01');
    await command(traced, later);
    await spansOf(later.slice(3, 35), 2);
    expect(collector.of(caller.slice(3, 35))).toEqual([]);
    expect([...collector.requests]).toEqual(['POST /v1/traces']);
  });
});
