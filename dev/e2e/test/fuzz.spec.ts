/**
 * Whatever is sent to whatever endpoint, the answer is below 500 and an error has the one shape.
 * FUZZ_RUNS raises the count a endpoint; a failure prints seed and path to repeat it.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { failure } from '../src/answers';
import { callEndpoint } from '../src/call-endpoint';
import { endpointsOf } from '../src/endpoints';
import type { Endpoint } from '../src/endpoints';
import { suiteExchange } from '../src/exchange';
import type { HttpAnswer } from '../src/http';
import { fundedUser, newBuilder, newEvent } from '../src/scenario';
import type { Builder } from '../src/builder';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 10);
/** A fuzzed body can hold a valid word by chance; this one would stop the suite's exchange. */
const NEVER_SENT = /"halted"|"cancel_only"/;
/** The one honest 503 of an exchange that is well. */
const NOT_CONFIGURED = 'FUNDING_NOT_CONFIGURED';

const exchange = suiteExchange();
let builder: Builder;
let endpoints: readonly Endpoint[];

beforeAll(async () => {
  const made = await newBuilder(exchange);
  builder = made.builder;
  const { eventId, marketIds } = await newEvent(exchange);
  const user = await fundedUser(exchange, builder);
  endpoints = endpointsOf({
    marketId: marketIds[0] ?? '',
    eventId,
    user,
    builderId: made.builderId,
  });
});

const oddNumbers = fc.constantFrom(
  0,
  -1,
  1,
  0.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  4_294_967_296,
  1_700_000_000_000,
);
const oddTexts = fc.constantFrom(
  '',
  '\u0000',
  '\ud800',
  '💥',
  '../../../tools/etc',
  "' OR 1=1 --",
  '%',
  'a'.repeat(5_000),
);
/** What a check that looks before it judges the type may stumble over. */
const oddObjects = fc.constantFrom(
  { length: {} },
  { length: [0.5] },
  { size: {} },
  { toString: 1, valueOf: 1 },
  [{ length: {} }],
);
const anyValue = fc.oneof(
  oddNumbers,
  oddTexts,
  oddObjects,
  fc.string(),
  fc.integer(),
  fc.jsonValue(),
);

/** A good body with some fields replaced, left out or added. */
function brokenBody(body: Readonly<Record<string, unknown>>): fc.Arbitrary<string> {
  const names = Object.keys(body);
  const change = fc.record({
    name: names.length === 0 ? fc.string() : fc.oneof(fc.constantFrom(...names), fc.string()),
    value: fc.option(anyValue, { nil: undefined }),
  });
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .array(change, { minLength: 1, maxLength: 3 })
        .map((changes) => apply(body, changes)),
    },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string() },
  );
}

function apply(
  body: Readonly<Record<string, unknown>>,
  changes: readonly { readonly name: string; readonly value: unknown }[],
): string {
  const changed = new Map(Object.entries(body));
  for (const { name, value } of changes) {
    if (value === undefined) changed.delete(name);
    else changed.set(name, value);
  }
  return JSON.stringify(Object.fromEntries(changed));
}

/** A good path with a part or a query value replaced. */
const brokenPath = (path: string): fc.Arbitrary<string> => {
  const parts = path.split(/(?<=[/=])|(?=[?&])/);
  const replaceable = parts.flatMap((part, index) => (/^[\w-]+$/.test(part) ? [index] : []));
  return fc
    .tuple(fc.constantFrom(...replaceable), fc.oneof(oddTexts, fc.string(), oddNumbers.map(String)))
    .map(([index, text]) =>
      parts
        .map((part, at) =>
          at === index ? encodeURIComponent(text.replace(/\p{Surrogate}/gu, '')) : part,
        )
        .join(''),
    );
};

function isFit({ status, body }: HttpAnswer): boolean {
  if (status < 400) return true;
  const { success, data } = failure.safeParse(body);
  return success && (status < 500 || data.error.code === NOT_CONFIGURED);
}

async function expectFit(endpoint: Endpoint, text: string | undefined): Promise<void> {
  if (text !== undefined && NEVER_SENT.test(text)) return;
  const answer = await callEndpoint({ exchange, builder }, endpoint, text);
  if (isFit(answer)) return;
  throw new Error(
    `${endpoint.method} ${endpoint.path} ${text}: ${answer.status} ${JSON.stringify(answer.body)}`,
  );
}

describe('a fuzz', () => {
  it('of every body gives no 5xx', async () => {
    for (const endpoint of endpoints.filter(({ body }) => body !== undefined)) {
      const property = fc.asyncProperty(brokenBody(endpoint.body ?? {}), (text) =>
        expectFit(endpoint, text),
      );
      await fc.assert(property, { numRuns: RUNS });
    }
    expect(endpoints.length).toBeGreaterThan(80);
  });

  it('of an object in the place of every value gives no 5xx', async () => {
    let sent = 0;
    for (const endpoint of endpoints) {
      for (const name of Object.keys(endpoint.body ?? {})) {
        for (const value of [{ length: {} }, [{ length: {} }], { toString: 1, valueOf: 1 }]) {
          await expectFit(endpoint, JSON.stringify({ ...endpoint.body, [name]: value }));
          sent++;
        }
      }
    }
    expect(sent).toBeGreaterThan(100);
  });

  it('of every path gives no 5xx', async () => {
    for (const endpoint of endpoints) {
      const text = endpoint.body === undefined ? undefined : JSON.stringify(endpoint.body);
      const property = fc.asyncProperty(brokenPath(endpoint.path), (path) =>
        expectFit({ ...endpoint, path }, endpoint.path.includes('/admin/mode') ? undefined : text),
      );
      await fc.assert(property, { numRuns: RUNS });
    }
    expect(endpoints.length).toBeGreaterThan(80);
  });

  it('leaves the exchange open and solvent', async () => {
    expect(await exchange.get('/v1/status')).toMatchObject({ status: 200, body: { mode: 'open' } });
    expect(await exchange.get('/v1/solvency')).toMatchObject({
      status: 200,
      body: { difference: 0 },
    });
  });
});
