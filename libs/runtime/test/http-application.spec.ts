/**
 * The edge as a caller sees it, with a controller that exists only here: strict requests, one format of errors. It uses
 * `inject` for what Fastify sees, and a raw socket for what is not HTTP.
 */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Controller, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CodedError } from '@bellwether/errors';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CallerGuard } from '../src/endpoints/caller-guard';
import { Endpoint } from '../src/endpoints/endpoint';
import type { In } from '../src/endpoints/endpoint';
import { Health } from '../src/health/health';
import { DEFAULT_BODY_LIMIT_BYTES, createHttpApplication } from '../src/http/http-application';
import { createLogger } from '../src/logging/logger';
import { Metrics } from '../src/metrics/metrics';
import { rawBodyOf, rawTargetOf, requestIdOf } from '../src/http/request-context';
import * as endpoint from './endpoint-under-test';

const price = z
  .int({ error: 'an integer from 1 to 9999' })
  .min(1, { error: 'an integer from 1 to 9999' })
  .max(9999, { error: 'an integer from 1 to 9999' });
const thing = z.strictObject({
  price,
  side: z.enum(['buy', 'sell'], { error: '"buy" or "sell"' }).optional(),
  category: z
    .strictObject({ name: z.string({ error: 'a text' }) }, { error: 'an object' })
    .optional(),
});
const filter = z.strictObject({
  limit: z
    .string({ error: 'given once' })
    .regex(/^[0-9]{1,4}$/, { error: 'a decimal integer' })
    .optional(),
});
const key = z.string().regex(/^[0-9a-f]{4}$/, { error: '4 characters of hex' });

/** Refuses unless the raw body is what was sent. It stands in for a MAC check. */
class RawBodyGuard extends CallerGuard {
  readonly credentials = ['body'];

  async admit(request: FastifyRequest): Promise<void> {
    const expected = request.headers['x-expected-body'];
    if (expected !== undefined && rawBodyOf(request).toString() !== expected) {
      throw new CodedError('API_KEY_INVALID');
    }
  }
}

/** The slow handler waits for this. */
const slowWork = { finish: () => {}, promise: Promise.resolve() };

const caller = { credential: 'body' } as const;
const create = endpoint.post('/things', { body: thing, caller });
const idle = endpoint.post('/things/idle', { body: z.strictObject({}), caller });
const list = endpoint.get('/things', { query: filter, caller });
const one = endpoint.get('/things/:key', { parameters: { key }, caller });
const createParcel = endpoint.post('/parcels', { body: thing, wraps: true });

@Controller()
class ThingController {
  @Endpoint(create)
  create({ body }: In<typeof create>) {
    return body;
  }

  @Endpoint(idle)
  idle({ body }: In<typeof idle>) {
    return body;
  }

  @Endpoint(list)
  list({ query, request }: In<typeof list>) {
    return { ...query, id: requestIdOf(request), target: rawTargetOf(request) };
  }

  @Endpoint(endpoint.get('/things/broken'))
  broken(): never {
    throw new Error('the password is hunter2');
  }

  @Endpoint(endpoint.get('/things/halted'))
  halted(): never {
    throw new CodedError('HALTED', { retry_after_seconds: 2.5 });
  }

  @Endpoint(endpoint.get('/things/never'))
  never(): never {
    throw new CodedError('FUNDING_NOT_CONFIGURED');
  }

  @Endpoint(endpoint.get('/things/slow'))
  async slow() {
    await slowWork.promise;
    return { done: true };
  }

  @Endpoint(one)
  one({ path: { key: name } }: In<typeof one>) {
    return { name };
  }
}

@Controller()
class ParcelController {
  @Endpoint(createParcel)
  create({ body }: In<typeof createParcel>) {
    return body;
  }
}

@Controller()
class LetterController {
  @Endpoint(endpoint.get('/letters/wrapped', { wraps: true }))
  wrapped(): never {
    throw new CodedError('HALTED');
  }

  @Endpoint(endpoint.get('/letters/plain'))
  plain(): never {
    throw new CodedError('HALTED');
  }
}

@Module({
  controllers: [ThingController, ParcelController, LetterController],
  providers: [RawBodyGuard],
})
class ThingModule {}

describe('the HTTP edge', () => {
  let app: NestFastifyApplication;
  const lines: string[] = [];
  const metrics = new Metrics({ service: 'test' });

  beforeAll(async () => {
    app = await createHttpApplication(ThingModule, {
      log: createLogger({ service: 'test', level: 'warn' }, { write: (line) => lines.push(line) }),
      health: new Health({ checks: [] }),
      metrics,
    });
  });
  afterAll(() => app.close());

  const json = { 'content-type': 'application/json' };
  const post = (payload: string | Buffer, headers: Record<string, string> = json) =>
    app.inject({ method: 'POST', url: '/things', headers, payload });
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url, headers });

  it('gives a handler what its schema made of the body', async () => {
    const answer = await post('{"price":5000,"category":{"name":"a"}}');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ price: 5000, category: { name: 'a' } });
  });

  it.each([
    ['{"price":0}', 'VALIDATION_FAILED', 'price', 0, 'an integer from 1 to 9999'],
    ['{"price":1.5}', 'VALIDATION_FAILED', 'price', '1.5', 'an integer from 1 to 9999'],
    ['{"price":1e3}', 'VALIDATION_FAILED', 'price', '1e3', 'an integer from 1 to 9999'],
    [
      '{"price":9007199254740993}',
      'VALIDATION_FAILED',
      'price',
      '9007199254740993',
      'an integer from 1 to 9999',
    ],
    ['{"price":"5000"}', 'VALIDATION_FAILED', 'price', '5000', 'an integer from 1 to 9999'],
    ['{"price":null}', 'VALIDATION_FAILED', 'price', null, 'an integer from 1 to 9999'],
    ['{"price":[1]}', 'VALIDATION_FAILED', 'price', 'a list of 1', 'an integer from 1 to 9999'],
    ['{}', 'VALIDATION_FAILED', 'price', undefined, 'an integer from 1 to 9999'],
    ['', 'VALIDATION_FAILED', 'price', undefined, 'an integer from 1 to 9999'],
    ['{"price":1,"side":"hold"}', 'VALIDATION_FAILED', 'side', 'hold', '"buy" or "sell"'],
    ['{"price":1,"category":1.5}', 'VALIDATION_FAILED', 'category', '1.5', 'an object'],
    ['{"price":1,"category":{"name":7}}', 'VALIDATION_FAILED', 'category.name', 7, 'a text'],
    ['[]', 'VALIDATION_FAILED', 'body', 'a list of 0', 'a JSON object'],
    ['7', 'VALIDATION_FAILED', 'body', 7, 'a JSON object'],
    ['null', 'VALIDATION_FAILED', 'body', null, 'a JSON object'],
    ['{"price":1,"price":1}', 'VALIDATION_FAILED', 'price', undefined, 'given once'],
    ['{"prize":1}', 'UNKNOWN_FIELD', 'prize', 1, 'absent: this endpoint does not know it'],
    [
      '{"price":1,"__proto__":{}}',
      'UNKNOWN_FIELD',
      '__proto__',
      'an object',
      'absent: this endpoint does not know it',
    ],
    [
      '{"price":1,"category":{"name":"a","b":1}}',
      'UNKNOWN_FIELD',
      'category.b',
      1,
      'absent: this endpoint does not know it',
    ],
  ])('refuses %s', async (body, code, field, value, expected) => {
    const answer = await post(body);
    expect(answer.statusCode).toBe(400);
    const { error } = answer.json();
    expect(error).toMatchObject({ code, retryable: false, details: { field, expected } });
    expect(error.details.value).toEqual(value);
    expect(error.message).toContain(field);
    expect(error.request_id).toBe(answer.headers['x-request-id']);
  });

  it('names every wrong field, the first one at the top', async () => {
    const { error } = (await post('{"price":0,"side":"hold"}')).json();
    expect(error.details).toEqual({
      field: 'price',
      value: 0,
      expected: 'an integer from 1 to 9999',
      others: [{ field: 'side', value: 'hold', expected: '"buy" or "sell"' }],
    });
  });

  it('wraps the errors of endpoints that wrap their answers, wherever they come from', async () => {
    const send = (payload: string, headers = json) =>
      app.inject({ method: 'POST', url: '/parcels', headers, payload });
    expect((await send('{"price":1}')).json()).toEqual({ success: true, data: { price: 1 } });
    const tooLong = JSON.stringify({ side: 'x'.repeat(DEFAULT_BODY_LIMIT_BYTES) });
    for (const answer of [
      await send('{"price":0}'),
      await send('{'),
      await send(tooLong),
      await send('{}', { 'content-type': 'text/plain' }),
      await get('/letters/wrapped'),
    ]) {
      const { code } = answer.json().error;
      expect(answer.json()).toEqual({ success: false, error: expect.objectContaining({ code }) });
    }
    expect(Object.keys((await get('/letters/plain')).json())).toEqual(['error']);
  });

  it('wraps what reached no endpoint, where all there wrap', async () => {
    const isWrapped = async (method: 'GET' | 'DELETE', url: string) =>
      'success' in (await app.inject({ method, url })).json();
    expect(await isWrapped('GET', '/parcels')).toBe(true);
    expect(await isWrapped('GET', '/parcels/nothing')).toBe(true);
    expect(await isWrapped('DELETE', '/letters/wrapped')).toBe(true);
    expect(await isWrapped('DELETE', '/letters/plain')).toBe(false);
    expect(await isWrapped('GET', '/letters/nothing')).toBe(false);
    expect(await isWrapped('GET', '/nothing')).toBe(false);
  });

  it('names the path that is not there, without its query', async () => {
    const { error } = (await get('/nothing/here?key=1')).json();
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      details: { method: 'GET', path: '/nothing/here' },
    });
  });

  it.each(['gzip', 'br', 'gzip, identity'])('refuses a body that is encoded: %s', async (name) => {
    const answer = await post('{"price":1}', { ...json, 'content-encoding': name });
    expect(answer.statusCode).toBe(415);
    expect(answer.json().error).toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'content-encoding must be absent: a body is taken as it is, without compression.',
      details: { field: 'content-encoding', value: name, expected: 'absent' },
    });
  });

  it('takes a body whose encoding is none, and a parameter once', async () => {
    const answer = await post('{"price":1}', { ...json, 'content-encoding': 'identity' });
    expect(answer.statusCode).toBe(200);
    expect((await get('/things?limit=1&limit=2')).json().error).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'limit is given twice.',
      details: { field: 'limit', value: 'a list of 2', expected: 'given once' },
    });
  });

  it('cuts what it shows of a long value', async () => {
    const { error } = (await post(JSON.stringify({ price: 'x'.repeat(5000) }))).json();
    expect(error.details.value).toHaveLength(101);
  });

  it.each(['{', '{"price":1}}', 'price=1', '\ufeff{}', '['.repeat(5000)])(
    'refuses malformed JSON: %j',
    async (body) => {
      const answer = await post(body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error).toMatchObject({ code: 'MALFORMED_JSON' });
      expect(answer.json().error.details.reason).toEqual(expect.any(String));
    },
  );

  it.each([
    ['{"price":{"length":{}}}', 'price.length', 'an object'],
    ['{ "price": [{"length":[0.5]}] }', 'price.0.length', 'a list of 1'],
    ['{"price":{"l\\u0065ngth":{}}}', 'price.length', 'an object'],
    ['{"length":1}', 'length', 1],
  ])(
    'refuses a `length`, which a limit would take for that of a list: %s',
    async (body, field, value) => {
      const answer = await post(body);
      expect(answer.statusCode).toBe(400);
      const details = { field, value, expected: 'absent: this endpoint does not know it' };
      expect(answer.json().error).toMatchObject({ code: 'UNKNOWN_FIELD', details });
    },
  );

  it('takes a body of exactly the limit and refuses one byte more', async () => {
    const padded = (bytes: number) => '{"price":1}'.padEnd(bytes, ' ');
    expect((await post(padded(DEFAULT_BODY_LIMIT_BYTES))).statusCode).toBe(200);
    const answer = await post(padded(DEFAULT_BODY_LIMIT_BYTES + 1));
    expect(answer.statusCode).toBe(413);
    expect(answer.json().error).toMatchObject({
      code: 'BODY_TOO_LARGE',
      details: { max_bytes: DEFAULT_BODY_LIMIT_BYTES },
    });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data',
    'nonsense',
  ])('refuses a body of type %s', async (type) => {
    const answer = await post('{"price":1}', { 'content-type': type });
    expect(answer.statusCode).toBe(415);
    expect(answer.json().error).toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      details: { field: 'content-type', value: type, expected: 'application/json' },
    });
  });

  it('refuses a body without a type, takes a charset parameter', async () => {
    expect((await post(Buffer.from('{"price":1}'), {})).statusCode).toBe(415);
    const typed = { 'content-type': 'application/json; charset=utf-8' };
    expect((await post('{"price":1}', typed)).statusCode).toBe(200);
  });

  it('takes no body at all where nothing is required', async () => {
    const idle = (headers: Record<string, string>, payload?: string) =>
      app.inject({
        method: 'POST',
        url: '/things/idle',
        headers,
        ...(payload === undefined ? {} : { payload }),
      });
    expect((await idle({})).statusCode).toBe(200);
    expect((await idle(json)).statusCode).toBe(200);
    expect((await idle(json, '{}')).statusCode).toBe(200);
    expect((await idle(json, '{"a":1}')).json().error.code).toBe('UNKNOWN_FIELD');
  });

  it('shows guards the raw bytes before anything is parsed', async () => {
    const body = '{ "price" : 1 }';
    expect((await post(body, { ...json, 'x-expected-body': body })).statusCode).toBe(200);
    const forged = await post('{not json', { ...json, 'x-expected-body': body });
    expect(forged.json().error.code).toBe('API_KEY_INVALID');
  });

  it('reads queries strictly', async () => {
    expect((await get('/things?limit=7')).json()).toMatchObject({
      limit: '7',
      target: '/things?limit=7',
    });
    expect((await get('/things?limit=x')).json().error).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'limit', value: 'x' },
    });
    expect((await get('/things?limit=1&limit=2')).json().error).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'limit', expected: 'given once' },
    });
    expect((await get('/things?limits=1')).json().error).toMatchObject({
      code: 'UNKNOWN_FIELD',
      details: { field: 'limits' },
    });
    expect((await get('/things/00ff?limit=1')).json().error).toMatchObject({
      code: 'UNKNOWN_FIELD',
      details: { field: 'limit', value: '1' },
    });
    expect((await get('/things/00ff?')).statusCode).toBe(200);
  });

  it('names a wrong path parameter', async () => {
    expect((await get('/things/zz')).json().error).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'key', value: 'zz', expected: '4 characters of hex' },
    });
  });

  it.each([
    '/things/%',
    '/things/%ff',
    '/things/%00',
    '/things/%2e%2e',
    `/things/${'a'.repeat(5000)}`,
    '/things?%',
    '/things?limit=%ff',
    '/things?=&&==&limit',
    '/things?limit[a]=1',
    '/things?__proto__=1',
    '/things//',
    '//things',
    '/things;x=1',
    '/nothing/%E0%A4%A',
  ])('answers the odd URL %j with a 4xx in the one shape', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.json().error.request_id).toBe(answer.headers['x-request-id']);
  });

  it('tells an unknown path from a wrong method', async () => {
    expect((await get('/nothing')).json().error.code).toBe('NOT_FOUND');
    const answer = await app.inject({ method: 'DELETE', url: '/things/idle' });
    expect(answer.statusCode).toBe(405);
    expect(answer.json().error.code).toBe('METHOD_NOT_ALLOWED');
    expect(answer.headers['allow']).toBe('POST');
    const keyed = await app.inject({ method: 'DELETE', url: '/things/00ff' });
    expect([keyed.statusCode, keyed.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS'] as const)(
    'does not take a path that exists by name for a parameter: %s',
    async (method) => {
      const answer = await app.inject({ method, url: '/things/idle?limit=1' });
      expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST']);
      if (method === 'HEAD') return;
      expect(answer.json().error).toMatchObject({
        code: 'METHOD_NOT_ALLOWED',
        details: { method, allowed: ['POST'] },
        request_id: answer.headers['x-request-id'],
      });
    },
  );

  it('serves no version by header', async () => {
    expect((await get('/things/00ff', { 'accept-version': '1.x' })).statusCode).toBe(200);
  });

  it('keeps a sane request id and replaces any other', async () => {
    const idOf = async (id: string) =>
      (await get('/things', { 'x-request-id': id })).headers['x-request-id'];
    expect(await idOf('order-7:retry.2_a')).toBe('order-7:retry.2_a');
    for (const odd of ['a b', 'x'.repeat(65), '<script>', '']) {
      expect(await idOf(odd)).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect((await get('/things', { 'x-request-id': 'mine' })).json().id).toBe('mine');
  });

  it('says nothing of what is our fault, and logs it with its cause', async () => {
    const answer = await get('/things/broken', { 'x-request-id': 'broken-1' });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      error: {
        code: 'INTERNAL',
        message: 'Something went wrong on our side; it has been logged.',
        details: {},
        retryable: false,
        request_id: 'broken-1',
      },
    });
    const line = lines.find((one) => one.includes('broken-1'));
    expect(line).toContain('the password is hunter2');
  });

  it('says when to come back, where coming back can help', async () => {
    const halted = await get('/things/halted');
    expect(halted.statusCode).toBe(503);
    expect(halted.headers['retry-after']).toBe('3');
    expect(halted.json().error.retryable).toBe(true);
    const never = await get('/things/never');
    expect(never.statusCode).toBe(503);
    expect(never.headers['retry-after']).toBeUndefined();
  });

  it('has health, readiness and metrics with bounded labels', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'alive' });
    expect((await get('/readyz')).json()).toMatchObject({ ready: true });
    await get('/things/00ff');
    const text = (await get('/metrics')).body;
    expect(text).toContain('route="/things/:key",status="200"');
    expect(text).toContain('bellwether_errors_total{code="UNKNOWN_FIELD",service="test"}');
    expect(text).not.toContain('00ff');
    expect(text).not.toContain('/nothing');
  });

  it('never lets a browser guess the type', async () => {
    expect((await get('/things')).headers['x-content-type-options']).toBe('nosniff');
  });

  describe('over a socket', () => {
    let port: number;
    beforeAll(async () => {
      await app.listen(0, '127.0.0.1');
      port = Number(new URL(await app.getUrl()).port);
    });

    const send = (text: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        let received = '';
        socket.on('data', (chunk) => (received += chunk.toString()));
        socket.on('close', () => resolve(received));
        socket.on('error', reject);
      });

    it.each([
      ['not HTTP', 'hello there\r\n\r\n', 'the request is not HTTP'],
      [
        'too many headers',
        `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
        'the headers are larger than 16 KiB',
      ],
    ])('answers %s in the one shape', async (_what, text, reason) => {
      const answer = await send(text);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/);
      const { error } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
      expect(error).toMatchObject({ code: 'VALIDATION_FAILED', details: { reason } });
    });

    it('answers an expectation that nobody meets in the one shape, and knows 100-continue', async () => {
      const asking = (expected: string) =>
        send(`GET /things HTTP/1.1\r\nhost: a\r\nconnection: close\r\nexpect: ${expected}\r\n\r\n`);
      const answer = await asking('banana');
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      const { error } = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
      expect(error).toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { field: 'expect', value: 'banana', expected: 'absent, or 100-continue' },
      });
      expect(answer).toContain(`x-request-id: ${error.request_id}\r\n`);
      expect(await asking('100-continue')).toContain('HTTP/1.1 200 ');
    });

    it('answers a request without Host in the one shape, and takes one of HTTP/1.0', async () => {
      const answer = await send('GET /things HTTP/1.1\r\nconnection: close\r\n\r\n');
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      const { error } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
      expect(error).toMatchObject({ code: 'VALIDATION_FAILED', details: { field: 'host' } });
      expect(answer).toContain(`x-request-id: ${error.request_id}\r\n`);
      expect(await send('GET /things HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    });
  });

  it('finishes the requests in hand when it stops, and takes no more', async () => {
    const stopping = await createHttpApplication(ThingModule, {
      log: createLogger({ service: 'test', level: 'silent' }),
      health: new Health({ checks: [] }),
      metrics: new Metrics({ service: 'test' }),
    });
    await stopping.listen(0, '127.0.0.1');
    const url = await stopping.getUrl();
    slowWork.promise = new Promise((resolve) => {
      slowWork.finish = resolve;
    });
    const inHand = fetch(`${url}/things/slow`);
    await fetch(`${url}/healthz`);
    const closed = stopping.close();
    await expect(fetch(`${url}/things`)).rejects.toThrow('fetch failed');
    slowWork.finish();
    expect(await (await inHand).json()).toEqual({ done: true });
    await closed;
  });
});
