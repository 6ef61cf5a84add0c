/** What a web page of another origin may do with a public API, and that other callers notice no difference. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Controller, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CodedError } from '@bellwether/errors';
import { Endpoint } from '../src/endpoints/endpoint';
import { Health } from '../src/health/health';
import { createHttpApplication } from '../src/http/http-application';
import { createLogger } from '../src/logging/logger';
import { Metrics } from '../src/metrics/metrics';
import { get, post } from './endpoint-under-test';

@Controller()
class ThingController {
  @Endpoint(get('/things'))
  list() {
    return { things: [] };
  }

  @Endpoint(post('/things'))
  create() {
    return {};
  }
}

@Module({ controllers: [ThingController] })
class ThingModule {}

const ORIGIN = { origin: 'https://page.example' };
let app: NestFastifyApplication;
let isRefusing = false;

beforeAll(async () => {
  app = await createHttpApplication(ThingModule, {
    log: createLogger({ service: 'test', level: 'silent' }),
    health: new Health({ checks: [] }),
    metrics: new Metrics({ service: 'test' }),
    anyOrigin: { except: ['/own'] },
    admit: () => {
      if (isRefusing) throw new CodedError('RATE_LIMITED');
    },
  });
});
afterAll(() => app.close());

describe('a page of another origin', () => {
  it.each(['/own', '/own/thing', '/%6fwn/thing?x=1'])('is told nothing of %s', async (url) => {
    const answer = await app.inject({ url, headers: ORIGIN });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    const asked = await app.inject({
      method: 'OPTIONS',
      url,
      headers: { ...ORIGIN, 'access-control-request-method': 'POST' },
    });
    expect(asked.statusCode).toBe(404);
    expect(asked.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('reads answers and the headers that matter', async () => {
    const answer = await app.inject({ url: '/things', headers: ORIGIN });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-expose-headers']).toContain('Retry-After');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('reads refusals too: of a path, of a limit', async () => {
    const unknown = await app.inject({ url: '/nothing', headers: ORIGIN });
    expect([unknown.statusCode, unknown.headers['access-control-allow-origin']]).toEqual([
      404,
      '*',
    ]);
    isRefusing = true;
    const limited = await app.inject({ url: '/things', headers: ORIGIN });
    isRefusing = false;
    expect([limited.statusCode, limited.headers['access-control-allow-origin']]).toEqual([
      429,
      '*',
    ]);
  });

  it('may ask before it posts JSON, and is allowed no key', async () => {
    const answer = await app.inject({
      method: 'OPTIONS',
      url: '/things',
      headers: {
        ...ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-admin-key',
      },
    });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-methods']).toContain('POST');
    const allowed = String(answer.headers['access-control-allow-headers']).toLowerCase();
    expect(allowed).toContain('content-type');
    expect(allowed).not.toContain('x-admin-key');
  });
});

describe('everybody else', () => {
  it('is told that pages get other headers, and none of those', async () => {
    const { headers } = await app.inject('/things');
    expect(headers['vary']).toBe('Origin');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('finds that no path takes OPTIONS, and which methods it does take', async () => {
    const answer = await app.inject({ method: 'OPTIONS', url: '/things' });
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
    expect(answer.json().error.code).toBe('METHOD_NOT_ALLOWED');
    expect((await app.inject({ method: 'OPTIONS', url: '/nothing' })).statusCode).toBe(404);
  });
});
