import { afterEach, describe, expect, it } from 'vitest';
import { CodedError } from '@bellwether/errors';
import { Health } from '../src/health/health';
import type { HealthCheck } from '../src/health/health';
import { startHealthServer } from '../src/health/health-server';
import type { HealthServer } from '../src/health/health-server';
import { createLogger } from '../src/logging/logger';
import { Metrics } from '../src/metrics/metrics';

const check = (name: string, run: () => Promise<unknown>, required = true): HealthCheck => ({
  name,
  required,
  check: run,
});
const well = async () => 'pong';
const never = () => new Promise<never>(() => {});

describe('Health', () => {
  it('is ready when every required check is well', async () => {
    const health = new Health({ checks: [check('nats', well), check('postgres', well, false)] });
    const report = await health.report();
    expect(report).toMatchObject({ ready: true, stopping: false });
    expect(report.checks['nats']).toMatchObject({ ok: true, required: true });
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('host db-7 refused')), 'failed'],
    [
      'rejects with a code',
      () => Promise.reject(new CodedError('ENGINE_UNAVAILABLE')),
      'ENGINE_UNAVAILABLE',
    ],
    [
      'throws',
      () => {
        throw new Error('sync');
      },
      'failed',
    ],
    ['never answers', never, 'timed out'],
  ])('is not ready when a required check %s', async (_how, run, error) => {
    const health = new Health({ checks: [check('nats', run)], timeoutMs: 20 });
    const report = await health.report();
    expect(report.ready).toBe(false);
    expect(report.checks['nats']).toMatchObject({ ok: false, error });
  });

  it('shows a failing optional check and stays ready', async () => {
    const health = new Health({
      checks: [check('postgres', () => Promise.reject(new Error()), false)],
    });
    const report = await health.report();
    expect(report.ready).toBe(true);
    expect(report.checks['postgres']?.ok).toBe(false);
  });

  it('runs the checks once for concurrent callers, and anew afterwards', async () => {
    let runs = 0;
    const health = new Health({ checks: [check('nats', async () => ++runs)] });
    await Promise.all([health.report(), health.report(), health.report()]);
    expect(runs).toBe(1);
    await health.report();
    expect(runs).toBe(2);
  });
});

describe('startHealthServer', () => {
  let server: HealthServer | undefined;
  afterEach(() => server?.close());

  it('serves health, readiness that follows the checks, and metrics', async () => {
    let isWell = true;
    const health = new Health({
      checks: [
        check('nats', async () => {
          if (!isWell) throw new Error('lost');
        }),
      ],
    });
    const metrics = new Metrics({ service: 'engine' });
    const log = createLogger({ service: 'engine', level: 'silent' });
    server = await startHealthServer({ host: '127.0.0.1', port: 0 }, { health, metrics, log });
    const get = (path: string) => fetch(`http://127.0.0.1:${server?.port}${path}`);

    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
    isWell = false;
    const unready = await get('/readyz');
    expect(unready.status).toBe(503);
    expect(await unready.json()).toMatchObject({ ready: false, checks: { nats: { ok: false } } });
    isWell = true;
    health.markStopping();
    expect((await get('/readyz')).status).toBe(503);
    const exposed = await (await get('/metrics')).text();
    expect(exposed).toContain('process_cpu_seconds_total{service="engine"}');
    // It begins at 0, so that the first error is a rise.
    expect(exposed).toContain('bellwether_errors_total{code="INTERNAL",service="engine"} 0');
    expect((await get('/other')).status).toBe(404);
  });
});
