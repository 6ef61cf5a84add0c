/** A handler marked `@Direct()` beside its twin that is not: no caller can tell them apart. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  Controller,
  Get,
  Header,
  HttpCode,
  Inject,
  Module,
  Param,
  Post,
  UseGuards,
} from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CodedError } from '@bellwether/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Direct, MAX_DIRECT_IN_HAND } from '../src/http/direct-answers';
import { Health } from '../src/health/health';
import { HttpReply, HttpRequest, JsonBody, PathParam, QueryParams } from '../src/http/route-inputs';
import { createHttpApplication } from '../src/http/http-application';
import { createLogger } from '../src/logging/logger';
import { Metrics } from '../src/metrics/metrics';

const letters = z.string().regex(/^[a-z]{2}$/, { error: 'two letters' });
const paging = z.strictObject({ limit: z.string({ error: 'given once' }).optional() });

const order = z.strictObject({
  size: z.int({ error: 'an integer' }).min(1, { error: 'an integer' }),
  note: z.string({ error: 'a text' }).optional(),
});
type Order = z.infer<typeof order>;

class Shelf {
  readonly name = 'shelf';
}

class Handlers {
  constructor(@Inject(Shelf) private readonly shelf: Shelf) {}

  read(name: string) {
    if (name === 'no') throw new CodedError('MARKET_NOT_FOUND', { market_id: name });
    return { name, of: this.shelf.name };
  }

  async list({ limit }: z.infer<typeof paging>) {
    if (limit === '0') throw new CodedError('OVERLOADED');
    if (limit === '1') throw new Error('the password is hunter2');
    return JSON.stringify({ limit: limit ?? null });
  }

  async place({ size, note = '' }: Order, request: FastifyRequest, reply: FastifyReply) {
    if (size === 13) throw new CodedError('OVERLOADED');
    void reply.header('x-size', String(size));
    return { size, note, id: request.id };
  }
}

@Controller('/direct')
class DirectController extends Handlers {
  @Get('/one/:name')
  @Direct()
  one(@PathParam('name', letters) name: string) {
    return this.read(name);
  }

  @Direct({ 'content-type': 'application/json; charset=utf-8' })
  @Get('/list')
  page(@QueryParams(paging) query: z.infer<typeof paging>) {
    return this.list(query);
  }

  @Post('/order')
  @HttpCode(200)
  @Direct()
  order(
    @JsonBody(order) body: Order,
    @HttpRequest() request: FastifyRequest,
    @HttpReply() reply: FastifyReply,
  ) {
    return this.place(body, request, reply);
  }
}

@Controller('/usual')
class UsualController extends Handlers {
  @Get('/one/:name')
  one(@PathParam('name', letters) name: string) {
    return this.read(name);
  }

  @Get('/list')
  @Header('content-type', 'application/json; charset=utf-8')
  page(@QueryParams(paging) query: z.infer<typeof paging>) {
    return this.list(query);
  }

  @Post('/order')
  @HttpCode(200)
  order(
    @JsonBody(order) body: Order,
    @HttpRequest() request: FastifyRequest,
    @HttpReply() reply: FastifyReply,
  ) {
    return this.place(body, request, reply);
  }
}

@Module({ controllers: [DirectController, UsualController], providers: [Shelf] })
class ShelfModule {}

const start = (module: Parameters<typeof createHttpApplication>[0]) =>
  createHttpApplication(module, {
    log: createLogger({ service: 'test', level: 'silent' }),
    health: new Health({ checks: [] }),
    metrics: new Metrics({ service: 'test' }),
  });

describe('a direct answer', () => {
  // Two of them: handlers belong to the application, although the classes are the same.
  const apps: NestFastifyApplication[] = [];
  beforeAll(async () => {
    apps.push(await start(ShelfModule), await start(ShelfModule));
  });
  afterAll(() => Promise.all(apps.map((app) => app.close())));

  it.each([
    ['GET', '/one/ab', 200],
    ['HEAD', '/one/ab', 200],
    ['GET', '/one/abc', 400],
    ['GET', '/one/no', 404],
    ['GET', '/one/ab?limit=1', 400],
    ['POST', '/one/ab', 405],
    ['GET', '/list', 200],
    ['GET', '/list?limit=7', 200],
    ['GET', '/list?limit=7&limit=8', 400],
    ['GET', '/list?limits=7', 400],
    ['GET', '/list?limit=0', 503],
    ['GET', '/list?limit=1', 500],
  ] as const)('%s %s: is the answer that Nest gives', async (method, path, status) => {
    for (const app of apps) {
      const ask = async (folder: string) => {
        const headers = { 'x-request-id': 'the-same' };
        const answer = await app.inject({ method, url: `${folder}${path}`, headers });
        const { date: _, ...rest } = answer.headers;
        return { status: answer.statusCode, headers: rest, body: answer.body };
      };
      const direct = await ask('/direct');
      expect(direct.status).toBe(status);
      expect(direct).toEqual(await ask('/usual'));
    }
  });
});

describe('a direct answer to a command', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => {
    app = await start(ShelfModule);
  });
  afterAll(() => app.close());

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
  ] as const)('to %s is the answer that Nest gives', async (payload, status) => {
    const ask = async (folder: string, query = '') => {
      const headers = { 'x-request-id': 'the-same', 'content-type': 'application/json' };
      const url = `${folder}/order${query}`;
      const answer = await app.inject({ method: 'POST', url, headers, payload });
      const { date: _, ...rest } = answer.headers;
      return { status: answer.statusCode, headers: rest, body: answer.body };
    };
    const direct = await ask('/direct');
    expect(direct.status).toBe(status);
    expect(direct).toEqual(await ask('/usual'));
    expect(await ask('/direct', '?a=1')).toEqual(await ask('/usual', '?a=1'));
  });
});

describe('more direct answers than a process has in hand', () => {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });

  @Controller('/slow')
  class SlowController {
    @Get()
    @Direct()
    async one() {
      await isOpen;
      return { done: true };
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
    // `inject` alone waits until it is waited for.
    const ask = async () => app.inject({ url: '/slow', headers: { 'x-request-id': 'mine' } });
    const inHand = Array.from({ length: MAX_DIRECT_IN_HAND }, ask);
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
    const statuses = (await Promise.all(inHand)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await ask()).json()).toEqual({ done: true });
  });
});

describe('what a direct answer would pass by', () => {
  class Closed {
    canActivate() {
      return false;
    }
  }

  @Controller('/guarded')
  @UseGuards(Closed)
  class GuardedController {
    @Get()
    @Direct()
    one() {
      return {};
    }
  }

  @Controller('/headed')
  class HeadedController {
    @Get()
    @Direct()
    @Header('x-one', '1')
    one() {
      return {};
    }
  }

  @Controller('/unchecked')
  class UncheckedController {
    @Get('/:name')
    @Direct()
    one(@Param('name') name: string) {
      return { name };
    }
  }

  it.each([
    ['a guard', GuardedController],
    ['a header of Nest', HeadedController],
    ['a parameter without a schema', UncheckedController],
  ])('is found at the start: %s', async (_name, controller) => {
    @Module({ controllers: [controller] })
    class WrongModule {}
    await expect(start(WrongModule)).rejects.toThrow('one: a direct answer');
  });
});
