/** One `grep` over all logs shows the way of a request, whichever door it came in by. */
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectOk, submitted } from '../src/answers';
import { eventually } from '../src/eventually';
import { suiteExchange } from '../src/exchange';
import { http } from '../src/http';
import type { HttpAnswer } from '../src/http';
import { USDC, credit, fundedUser, newBuilder, newMarket } from '../src/scenario';
import { Wallet } from '../src/wallet';

const exchange = suiteExchange();
const LOGS = join(exchange.dataDir, 'logs');
const order = { side: 'buy', outcome: 'yes', price: 4_000, size: 3, order_type: 'gtc' } as const;
let marketId: string;

beforeAll(async () => {
  marketId = await newMarket(exchange);
});

/** What `grep -l` would say: the parts in whose logs the id is. */
const partsThatLogged = (id: string): string[] =>
  readdirSync(LOGS)
    .filter((file) => readFileSync(join(LOGS, file), 'utf8').includes(id))
    .map((file) => file.replace(/\.log$/, ''))
    .toSorted();

async function expectWay(id: string, parts: readonly string[]): Promise<void> {
  const isLogged = (found: readonly string[]) => parts.every((part) => found.includes(part));
  const found = await eventually(async () => partsThatLogged(id), isLogged);
  expect(found).toEqual(parts.toSorted());
}

const post = (path: string, body: object, headers: Record<string, string>): Promise<HttpAnswer> =>
  http(`${exchange.file.gateway_url}${path}`, {
    method: 'POST',
    headers,
    text: JSON.stringify(body),
  });

describe('the way of a request', () => {
  it('of a user’s own order: gateway, engine, projector', async () => {
    const wallet = await Wallet.create();
    await credit(exchange, wallet.publicKey, 10 * USDC);
    const body = await wallet.order({ ...order, market_id: marketId, nonce: 1 });
    const id = `way-${randomUUID()}`;
    const answer = await post('/v1/orders', body, { 'X-Request-Id': id });
    expectOk(submitted, answer);
    expect(answer.headers.get('x-request-id')).toBe(id);
    await expectWay(id, ['gateway', 'matching-engine', 'projector']);
  });

  it('of a traced one goes by its trace id', async () => {
    const wallet = await Wallet.create();
    await credit(exchange, wallet.publicKey, 10 * USDC);
    const body = await wallet.order({ ...order, market_id: marketId, nonce: 1 });
    const traceId = randomUUID().replaceAll('-', '');
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    const answer = await post('/v1/orders', body, { traceparent });
    expect(answer.headers.get('x-request-id')).toBe(traceId);
    await expectWay(traceId, ['gateway', 'matching-engine', 'projector']);
  });

  it('of a builder’s order: signer, engine, projector', async () => {
    const { builder } = await newBuilder(exchange);
    const user = await fundedUser(exchange, builder);
    const path = '/v1/submit';
    const text = JSON.stringify({ ...order, user, market_id: marketId, nonce: 1 });
    const id = `way-${randomUUID()}`;
    const headers = { ...builder.envelope(path, text), 'X-Request-Id': id };
    const url = `${exchange.file.signer_url}${path}`;
    const answer = await http(url, { method: 'POST', headers, text });
    expect(expectOk(submitted, answer).status).toBe('resting');
    await expectWay(id, ['matching-engine', 'projector', 'signer']);
  });

  it('of a deposit address: gateway, deposit-listener', async () => {
    const { publicKey } = await Wallet.create();
    const id = `way-${randomUUID()}`;
    const url = `${exchange.file.gateway_url}/v1/deposit/bridge-address/${publicKey}`;
    const { status } = await http(url, { headers: { 'X-Request-Id': id } });
    expect(status).toBe(200);
    // A read of the gateway, which logs those at debug alone.
    await expectWay(id, ['deposit-listener']);
  });

  it('that was refused ends where it was', async () => {
    const wallet = await Wallet.create();
    const other = await Wallet.create();
    const body = await wallet.order({ ...order, market_id: marketId, nonce: 1 });
    const id = `way-${randomUUID()}`;
    const forged = { ...body, user: other.publicKey };
    const { status } = await post('/v1/orders', forged, { 'X-Request-Id': id });
    expect(status).toBe(401);
    await expectWay(id, ['gateway']);
  });
});

describe('every answer', () => {
  it('tells its caller what is left of the rate', async () => {
    const { headers } = await exchange.get('/v1/time');
    expect(headers.get('ratelimit-limit')).toBe('4000');
    expect(headers.get('ratelimit-policy')).toBe('4000;w=2;comment="address_reads"');
    expect(Number(headers.get('ratelimit-remaining'))).toBeGreaterThan(0);
    // Of an order it is its user's limit, which is by far the tighter one.
    const wallet = await Wallet.create();
    await credit(exchange, wallet.publicKey, 10 * USDC);
    const own = await wallet.order({ ...order, market_id: marketId, nonce: 1 });
    const placed = await post('/v1/orders', own, {});
    expect(placed.headers.get('ratelimit-policy')).toBe('120;w=3;comment="user_orders"');
    expect(Number(placed.headers.get('ratelimit-remaining'))).toBeLessThan(120);
    const { body } = await exchange.get('/v1/status');
    expect(body).toMatchObject({
      limits: {
        rate_limits: {
          address: { requests: 2_000, per_seconds: 1, burst: 4_000 },
          user_orders: { requests: 40, per_seconds: 1, burst: 120 },
          user_cancels: { requests: 80, per_seconds: 1, burst: 120 },
          user_keys: { requests: 20, per_seconds: 60, burst: 40 },
        },
      },
    });
  });
});
