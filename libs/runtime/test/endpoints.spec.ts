/** Requests to endpoints as a caller sees them: what is checked, in which order, and what is answered. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Controller, Inject, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CodedError } from '@bellwether/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CallerGuard } from '../src/endpoints/caller-guard';
import { Endpoint } from '../src/endpoints/endpoint';
import type { In } from '../src/endpoints/endpoint';
import { MAX_READS_IN_FLIGHT } from '../src/endpoints/serve-endpoints';
import { Health } from '../src/health/health';
import { createHttpApplication } from '../src/http/http-application';
import { createLogger } from '../src/logging/logger';
import { Metrics } from '../src/metrics/metrics';
import { get, post } from './endpoint-under-test';

const letters = z.string().regex(/^[a-z]{2}$/, { error: 'two letters' });
const paging = z.strictObject({ limit: z.string({ error: 'given once' }).optional() });

const order = z.strictObject({
  size: z.int({ error: 'an integer' }).min(1, { error: 'an integer' }),
  note: z.string({ error: 'a text' }).optional(),
});

class Shelf {
  readonly name = 'shelf';
}

const readOne = get('/one/:name', { parameters: { name: letters }, isFromMemory: true });
const list = get('/list', { query: paging, isFromMemory: true });
const place = post('/order', { body: order });
const change = post('/parts/:name', { parameters: { name: letters }, query: paging, body: order });

@Controller()
class ShelfController {
  constructor(@Inject(Shelf) private readonly shelf: Shelf) {}

  @Endpoint(readOne)
  one({ path: { name } }: In<typeof readOne>) {
    if (name === 'no') throw new CodedError('MARKET_NOT_FOUND', { market_id: name });
    return { name, of: this.shelf.name };
  }

  @Endpoint(list)
  async page({ query: { limit } }: In<typeof list>) {
    if (limit === '0') throw new CodedError('OVERLOADED');
    if (limit === '1') throw new Error('the password is hunter2');
    return JSON.stringify({ limit: limit ?? null });
  }

  @Endpoint(place)
  async order({ body: { size, note = '' }, request, reply }: In<typeof place>) {
    if (size === 13) throw new CodedError('OVERLOADED');
    void reply.header('x-size', String(size));
    return { size, note, id: request.id };
  }

  @Endpoint(change)
  change({ path, query, body }: In<typeof change>) {
    return { ...path, ...query, ...body };
  }
}

@Module({ controllers: [ShelfController], providers: [Shelf] })
class ShelfModule {}

const start = (module: Parameters<typeof createHttpApplication>[0]) =>
  createHttpApplication(module, {
    log: createLogger({ service: 'test', level: 'silent' }),
    health: new Health({ checks: [] }),
    metrics: new Metrics({ service: 'test' }),
  });

const JSON_TYPE = 'application/json; charset=utf-8';

describe('an endpoint', () => {
  // Two of them, as handlers belong to an application, although the classes are the same.
  const apps: NestFastifyApplication[] = [];
  beforeAll(async () => {
    apps.push(await start(ShelfModule), await start(ShelfModule));
  });
  afterAll(() => Promise.all(apps.map((app) => app.close())));

  it.each([
    ['GET', '/one/ab', 200, { name: 'ab', of: 'shelf' }],
    ['GET', '/one/abc', 400, { error: { code: 'VALIDATION_FAILED' } }],
    ['GET', '/one/no', 404, { error: { code: 'MARKET_NOT_FOUND' } }],
    ['GET', '/one/ab?limit=1', 400, { error: { code: 'UNKNOWN_FIELD' } }],
    ['POST', '/one/ab', 405, { error: { code: 'METHOD_NOT_ALLOWED' } }],
    ['GET', '/list', 200, { limit: null }],
    ['GET', '/list?limit=7', 200, { limit: '7' }],
    ['GET', '/list?limit=7&limit=8', 400, { error: { code: 'VALIDATION_FAILED' } }],
    ['GET', '/list?limits=7', 400, { error: { code: 'UNKNOWN_FIELD' } }],
    ['GET', '/list?limit=0', 503, { error: { code: 'OVERLOADED' } }],
    ['GET', '/list?limit=1', 500, { error: { code: 'INTERNAL' } }],
  ] as const)('answers %s %s with %i', async (method, url, status, body) => {
    for (const app of apps) {
      const answer = await app.inject({ method, url, headers: { 'x-request-id': 'mine' } });
      expect(answer.statusCode).toBe(status);
      expect(answer.headers).toMatchObject({ 'content-type': JSON_TYPE, 'x-request-id': 'mine' });
      expect(answer.json()).toMatchObject(body);
    }
  });

  it('answers HEAD as GET, without the body', async () => {
    for (const app of apps) {
      const answer = await app.inject({ method: 'HEAD', url: '/one/ab' });
      expect([answer.statusCode, answer.body]).toEqual([200, '']);
    }
  });

  it.each([
    ['{"size":1}', 200],
    ['{"size":1,"note":"a"}', 200],
    [' { "note" : "\\u00e9", "size" : 1 } ', 200],
    ['{"size":1,"note":"é"}', 200],
    ['{"size":13}', 503],
    ['{"size":0.5}', 400],
    ['{"size":1.0}', 400],
    ['{"size":1e3}', 400],
    ['{"size":-0}', 400],
    ['{"size":1e+21}', 400],
    ['{"size":9007199254740993}', 400],
    ['{"size":1,"size":1}', 400],
    ['{"size":1,"__proto__":{}}', 400],
    ['{"size":1,"constructor":1}', 400],
    ['{"size":1,"note":"\\ud800"}', 400],
    ['{"size":1,"sise":2}', 400],
    ['{"size":1}x', 400],
    ['{"size":', 400],
    ['[]', 400],
    ['"size"', 400],
    ['null', 400],
    ['', 400],
  ] as const)('answers the body %s with %i', async (payload, status) => {
    const [app] = apps;
    const headers = { 'content-type': 'application/json' };
    const answer = await app!.inject({ method: 'POST', url: '/order', headers, payload });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['x-size']).toBe(status === 200 ? '1' : undefined);
  });

  it('names the path first, then the query, then the body', async () => {
    const [app] = apps;
    const sent = async (url: string, payload: string) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await app!.inject({ method: 'POST', url, headers, payload });
      return answer.json().error?.details.field ?? answer.json();
    };
    expect(await sent('/parts/abc?limit=1&limit=2', '{"size":0}')).toBe('name');
    expect(await sent('/parts/ab?limit=1&limit=2', '{"size":0}')).toBe('limit');
    expect(await sent('/parts/ab?limit=1', '{"size":0}')).toBe('size');
    const whole = { name: 'ab', limit: '1', size: 2 };
    expect(await sent('/parts/ab?limit=1', '{"size":2}')).toEqual(whole);
  });
});

describe('an endpoint of a caller', () => {
  const done: string[] = [];

  class DoorGuard extends CallerGuard<{ readonly credential: 'door'; readonly open: boolean }> {
    readonly credentials = ['door'] as const;

    async admit(_request: FastifyRequest, _reply: FastifyReply, { open }: { open: boolean }) {
      done.push('admit');
      if (!open) throw new CodedError('API_KEY_INVALID');
    }

    override async around(_request: FastifyRequest, answer: () => Promise<unknown>) {
      try {
        return await answer();
      } finally {
        done.push('around');
      }
    }
  }

  const opened = post('/open', { body: order, caller: { credential: 'door', open: true } });
  const closed = post('/closed', { body: order, caller: { credential: 'door', open: false } });

  @Controller()
  class DoorController {
    @Endpoint(opened)
    open() {
      done.push('handler');
      return {};
    }

    @Endpoint(closed)
    closed() {
      return {};
    }
  }

  const answerOf = async (url: string, payload: string) => {
    @Module({ controllers: [DoorController], providers: [DoorGuard] })
    class DoorModule {}
    const app = await start(DoorModule);
    const headers = { 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url, headers, payload });
    await app.close();
    return { status: answer.statusCode, done: done.splice(0) };
  };

  it('is answered inside its guard, with the checks of what was sent', async () => {
    expect(await answerOf('/open', '{"size":1}')).toEqual({
      status: 200,
      done: ['admit', 'handler', 'around'],
    });
    expect(await answerOf('/open?a=1', '{')).toEqual({ status: 400, done: ['admit', 'around'] });
  });

  it('is refused before anything of the request is read', async () => {
    expect(await answerOf('/closed?a=1', '{')).toEqual({ status: 401, done: ['admit'] });
  });

  it('starts no application without its guard', async () => {
    @Module({ controllers: [DoorController] })
    class WrongModule {}
    await expect(start(WrongModule)).rejects.toThrow('nobody guards it');
  });
});

it('an endpoint without a schema for each part of its path starts no application', async () => {
  @Controller()
  class UncheckedController {
    @Endpoint(get('/unchecked/:name'))
    one() {
      return {};
    }
  }
  @Module({ controllers: [UncheckedController] })
  class WrongModule {}
  await expect(start(WrongModule)).rejects.toThrow('/unchecked/:name has no schemas');
});

describe('more reads from memory than a process has in hand', () => {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });

  const slow = get('/slow', { isFromMemory: true });
  const failing = get('/failing', { isFromMemory: true });

  @Controller()
  class SlowController {
    @Endpoint(slow)
    async one() {
      await isOpen;
      return { done: true };
    }

    @Endpoint(failing)
    fail() {
      throw new CodedError('MARKET_NOT_FOUND');
    }
  }

  @Module({ controllers: [SlowController] })
  class SlowModule {}

  let app: NestFastifyApplication;
  beforeAll(async () => {
    app = await start(SlowModule);
  });
  afterAll(() => app.close());

  it('are turned away with the time to come again, and taken again as soon as others are done', async () => {
    // `inject` begins only when it is awaited.
    const ask = async () => app.inject({ url: '/slow', headers: { 'x-request-id': 'mine' } });
    const inFlight = Array.from({ length: MAX_READS_IN_FLIGHT }, ask);
    const refused = await ask();
    expect(refused.statusCode).toBe(503);
    expect(refused.headers).toMatchObject({
      'retry-after': '1',
      'x-request-id': 'mine',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(refused.json()).toEqual({
      error: {
        code: 'OVERLOADED',
        message: 'The exchange is at capacity; nothing was done.',
        details: {},
        retryable: true,
        request_id: 'mine',
      },
    });
    open();
    const statuses = (await Promise.all(inFlight)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await ask()).json()).toEqual({ done: true });
  });

  it('counts none that has failed', async () => {
    const statuses = new Set<number>();
    for (let read = 0; read <= MAX_READS_IN_FLIGHT; read++) {
      statuses.add((await app.inject({ url: '/failing' })).statusCode);
    }
    expect([...statuses]).toEqual([404]);
  });
});

describe('what an application refuses to serve, or cannot send', () => {
  const { answer: _answer, ...unanswered } = get('/unanswered');
  const unsendable = get('/unsendable', { query: paging });

  @Controller()
  class UnansweredController {
    @Endpoint(unanswered)
    one() {
      return {};
    }
  }

  @Controller()
  class UnsendableController {
    @Endpoint(unsendable)
    one({ query: { limit = 'a\nb' }, reply }: In<typeof unsendable>) {
      void reply.header('x-limit', limit);
      return {};
    }
  }

  it('is an endpoint without an answer whose connection nobody takes over', async () => {
    @Module({ controllers: [UnansweredController] })
    class WrongModule {}
    await expect(start(WrongModule)).rejects.toThrow('/unanswered: no answer');
  });

  it('is a header that Node refuses: the connection ends, and the process goes on', async () => {
    @Module({ controllers: [UnsendableController] })
    class UnsendableModule {}
    const app = await start(UnsendableModule);
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    await expect(fetch(`${url}/unsendable`)).rejects.toThrow('fetch failed');
    expect((await fetch(`${url}/unsendable?limit=1`)).headers.get('x-limit')).toBe('1');
    await app.close();
  });
});
