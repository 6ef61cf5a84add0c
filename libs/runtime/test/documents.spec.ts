/** The documents of a made-up application, and the mistakes for which it refuses to start. */
import { Controller } from '@nestjs/common';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  CallerGuard,
  Endpoint,
  Health,
  Metrics,
  createHttpApplication,
  createLogger,
  operationsOf,
} from '../src/index';
import type { DocumentsOptions, In, OpenApiDocument } from '../src/index';
import { get as getEndpoint } from './endpoint-under-test';

const thing = z
  .strictObject({ size: z.int().meta({ description: 'How large', example: 3 }) })
  .meta({ id: 'Thing', description: 'A thing.' });
const wish = z
  .strictObject({
    size: z.int().meta({ description: 'How large', example: 3 }),
    colour: z.string().meta({ description: 'Which', example: 'red' }).default('blue'),
  })
  .meta({ id: 'Wish', description: 'What it should be.' });
const failure = z
  .strictObject({ error: z.strictObject({ code: z.string() }) })
  .meta({ id: 'Failure', description: 'Why not.' });
const wrappedFailure = failure.extend({ success: z.literal(false) }).meta({ id: 'WrappedFailure' });
const id = z.string().meta({ description: 'Which', example: 'a' });
const limit = z
  .string()
  .transform(Number)
  .meta({ type: 'integer', description: 'How many', example: 2, codes: ['INVALID_CURSOR'] })
  .default(10);

const getThing = {
  id: 'getThing',
  tag: 'Things',
  method: 'GET',
  path: '/things/:id',
  caller: null,
  parameters: { id },
  query: z.strictObject({ limit }),
  summary: 'Read a thing',
  answer: thing,
  codes: ['NOT_FOUND'],
} as const;
const makeThing = {
  id: 'makeThing',
  tag: 'Things',
  method: 'POST',
  path: '/things',
  body: wish,
  summary: 'Make a thing',
  answer: thing,
  repeats: true,
  wraps: true,
  caller: { credential: 'key' },
} as const;

class KeyGuard extends CallerGuard {
  readonly credentials = ['key'];

  async admit() {}
}

@Controller()
class Things {
  @Endpoint(getThing)
  read() {
    return { size: 3 };
  }

  @Endpoint(makeThing)
  make({ body: { size } }: In<typeof makeThing>) {
    return { size };
  }
}

const silent = getEndpoint('/silent');

@Controller()
class Silent {
  @Endpoint(silent)
  read() {
    return {};
  }
}

const OPTIONS: DocumentsOptions = {
  title: 'Things',
  description: 'A <b>bold</b> claim.',
  version: '1.0.0',
  tags: [{ name: 'Things', description: 'All of them.' }],
  endpoints: [getThing, makeThing],
  credentials: { key: { headers: { 'X-Key': 'The key' }, codes: ['API_KEY_INVALID'] } },
  failure,
  wrappedFailure,
};
const logged: string[] = [];
const stops: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(stops.map((stop) => stop())));

async function applicationOf(...controllers: (typeof Things | typeof Silent)[]) {
  class Made {}
  const log = createLogger(
    { service: 'test', level: 'error' },
    { write: (line) => logged.push(line) },
  );
  const application = await createHttpApplication(
    { module: Made, controllers, providers: [KeyGuard] },
    {
      log,
      health: new Health({ checks: [] }),
      metrics: new Metrics({ service: 'test' }),
      documents: OPTIONS,
    },
  );
  stops.push(() => application.close());
  return application;
}

const get = async (application: Awaited<ReturnType<typeof applicationOf>>, url: string) =>
  application.inject({ method: 'GET', url, headers: { host: 'test' } });

describe('OpenAPI of an application', () => {
  it('says of an operation what its endpoint and its credential say', async () => {
    const application = await applicationOf(Things);
    const document: OpenApiDocument = (await get(application, '/openapi.json')).json();
    const operations = new Map(
      operationsOf(document).map(({ operation }) => [operation.operationId, operation]),
    );
    const read = operations.get('getThing');
    expect(read?.parameters).toEqual([
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'Which',
        schema: { type: 'string', examples: ['a'] },
      },
      {
        name: 'limit',
        in: 'query',
        required: false,
        description: 'How many',
        schema: { type: 'integer', default: 10, examples: [2], 'x-codes': ['INVALID_CURSOR'] },
      },
    ]);
    expect(
      Object.keys(read?.responses['400']?.content?.['application/json']?.examples ?? {}),
    ).toContain('INVALID_CURSOR');
    expect(Object.keys(read?.responses ?? {})).toEqual(['200', '400', '404', '429', '500']);
    const make = operations.get('makeThing');
    expect(make?.security).toEqual([{ 'X-Key': [] }]);
    expect(make?.requestBody?.content['application/json']?.example).toEqual({
      size: 3,
      colour: 'red',
    });
    const done = make?.responses['200'];
    expect(done?.content?.['application/json']?.example).toEqual({
      success: true,
      data: { size: 3 },
    });
    expect(Object.keys(done?.headers ?? {})).toContain('Idempotent-Replay');
    expect(document.components.examples['API_KEY_INVALID.wrapped']?.value).toMatchObject({
      success: false,
    });
  });

  it('has equal failures once, by shape, status and codes', async () => {
    const application = await applicationOf(Things);
    const document: OpenApiDocument = (await get(application, '/openapi.json')).json();
    const written = Object.values(document.paths).flatMap(Object.values);
    const failures = written.map(({ responses }) => responses['429']);
    expect(new Set(failures.map((one) => JSON.stringify(one)))).toEqual(
      new Set(
        ['Failure', 'WrappedFailure'].map((shape) =>
          JSON.stringify({ $ref: `#/components/responses/${shape}.429.RATE_LIMITED` }),
        ),
      ),
    );
    expect(document.components.responses).toHaveProperty(['Failure.404.NOT_FOUND']);
  });

  it('says in words what a field of a body is that may be left out', async () => {
    const application = await applicationOf(Things);
    const document: OpenApiDocument = (await get(application, '/openapi.json')).json();
    const { properties, required } = document.components.schemas['Wish'] ?? {};
    expect(required).toEqual(['size']);
    expect(properties?.['colour']).toEqual({
      type: 'string',
      description: 'Which; absent: `"blue"`',
      examples: ['red'],
    });
  });

  it('tells of the routes that every application has', async () => {
    const application = await applicationOf(Things);
    const document: OpenApiDocument = (await get(application, '/openapi.json')).json();
    const paths = operationsOf(document).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['/healthz', '/readyz', '/metrics', '/docs']));
  });

  it('is not made where an endpoint is served that it does not list', async () => {
    const application = await applicationOf(Things, Silent);
    expect((await get(application, '/openapi.json')).statusCode).toBe(500);
    expect(logged.join('')).toContain('GET /silent is not documented');
  });

  it('is not made where no controller answers what it lists', async () => {
    const application = await applicationOf(Silent);
    expect((await get(application, '/openapi.json')).statusCode).toBe(500);
    expect(logged.join('')).toContain('POST /things is not served');
  });
});

describe('the page', () => {
  it('shows what is said as text, and lets nothing run', async () => {
    const application = await applicationOf(Things);
    const page = await get(application, '/docs');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).toContain('A &lt;b&gt;bold&lt;/b&gt; claim.');
    expect(page.body).toContain('Make a thing');
    expect(page.body).not.toContain('<script');
  });
});
