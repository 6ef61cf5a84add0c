import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { CodedError } from '@bellwether/errors';
import { createLogger } from '../src/logging/logger';
import { Metrics } from '../src/metrics/metrics';
import { whileStarting } from '../src/http/while-starting';

const HOST = '127.0.0.1';

async function aFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('whileStarting', () => {
  it('is alive, says what it waits for, refuses the rest with 503, and lets go of the port', async () => {
    const port = await aFreePort();
    const url = `http://${HOST}:${port}`;
    const parts = {
      metrics: new Metrics({ service: 'gateway' }),
      log: createLogger({ service: 'gateway', level: 'silent' }),
      waitsFor: 'nats',
      refusal: new CodedError('ENGINE_UNAVAILABLE'),
    };
    const seen = await whileStarting({ host: HOST, port }, parts, async () => {
      const asked = { method: 'POST', headers: { 'x-request-id': 'mine' }, body: '{}' };
      const refused = await fetch(`${url}/v1/submit`, asked);
      return {
        alive: (await fetch(`${url}/healthz`)).status,
        ready: await (await fetch(`${url}/readyz`)).json(),
        refused: refused.status,
        retryAfter: refused.headers.get('retry-after'),
        requestId: refused.headers.get('x-request-id'),
        body: await refused.json(),
      };
    });
    expect(seen).toMatchObject({
      alive: 200,
      ready: { ready: false, checks: { nats: { ok: false, error: 'ENGINE_UNAVAILABLE' } } },
      refused: 503,
      retryAfter: '1',
      requestId: 'mine',
      body: { error: { code: 'ENGINE_UNAVAILABLE', request_id: 'mine' } },
    });
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
  });

  it('lets go of the port where the work fails', async () => {
    const port = await aFreePort();
    const parts = {
      metrics: new Metrics({ service: 'signer' }),
      log: createLogger({ service: 'signer', level: 'silent' }),
      waitsFor: 'nats',
      refusal: new CodedError('SIGNER_UNAVAILABLE'),
    };
    const work = () => Promise.reject(new Error('refused by the server'));
    await expect(whileStarting({ host: HOST, port }, parts, work)).rejects.toThrow(/refused by/);
    await expect(fetch(`http://${HOST}:${port}/healthz`)).rejects.toThrow('fetch failed');
  });
});
