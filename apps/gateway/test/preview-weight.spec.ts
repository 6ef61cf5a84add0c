/** A preview is charged for the engine's work, also if the caller leaves before it is done. */
import { once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PredictedOrder, PreviewView, Refusal } from '@bellwether/exchange';
import { GatewayLimits } from '../src/rate-limits/gateway-limits';
import {
  PREVIEW_RESERVED,
  previewWeight,
  weightOfPreview,
} from '../src/rate-limits/request-weight';

const AT_ONCE = 100;
const FILLS = 500;
const limit = { requests: 1, perMs: 36_000_000, burst: AT_ONCE };
const limits = new GatewayLimits({
  address: limit,
  adminFailures: limit,
  adminLogins: limit,
  depositAddresses: limit,
  faucet: limit,
  faucetOfRecipient: limit,
  userOrders: limit,
  userCancels: limit,
  userKeys: limit,
});

const server = fastify();
let worked: () => void;
const done = new Promise<void>((resolve) => (worked = resolve));
let port: number;

beforeAll(async () => {
  server.decorateRequest('routePattern', null);
  server.addHook('onRequest', async (request, reply) => {
    request.routePattern = request.routeOptions.url ?? null;
    limits.admit(request, reply);
  });
  server.get('/v1/time', () => ({}));
  server.post('/v1/preview', async (request) => {
    // The engine still works on it.
    await once(request.raw.socket, 'close');
    limits.settlePreview(request, previewWeight(FILLS));
    worked();
    return {};
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  port = server.addresses()[0]!.port;
});
afterAll(() => server.close());

it('who leaves before the answer has paid for it', async () => {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write('POST /v1/preview HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n');
  await once(server.server, 'request');
  socket.destroy();
  await done;
  const { headers } = await server.inject({ url: '/v1/time', remoteAddress: '127.0.0.1' });
  expect(PREVIEW_RESERVED).toBeGreaterThan(previewWeight(FILLS));
  expect(headers['ratelimit-remaining']).toBe(String(AT_ONCE - previewWeight(FILLS) - 1));
});

describe('a preview weighs', () => {
  const fill = {
    quantity: 1,
    price: 9_999,
    outcome: 'yes',
    takerSide: 'buy',
    settlementType: 'mint',
    takerFee: 0,
    builderFee: 0,
    makerPrice: 1,
    makerOutcome: 'no',
    makerSide: 'buy',
    makerRebate: 0,
  } as const;
  const predicted: PredictedOrder = {
    size: 2,
    ordersMet: 2,
    status: 'cancelled',
    filled: 1,
    cancelReason: 'ioc_remainder',
    fills: [fill],
    selfTradeCancelled: [41],
    releasedMicroUsdc: 0,
    notional: 9_999,
    takerFee: 0,
    builderFee: 0,
    lockedMicroUsdc: 0,
    lockedContracts: 0,
  };
  const refusal: Refusal = { code: 'MARKET_NOT_ACTIVE', details: [], order: null };

  it.each<[string, PreviewView, number]>([
    ['what it met, filled or not', { kind: 'order', ...predicted, ordersMet: 1_000 }, 1 + 50],
    ['no more than it met', { kind: 'order', ...predicted, ordersMet: 21 }, 1 + 2],
    [
      'as much if the order would be refused',
      { kind: 'refused', refusal, order: { ...predicted, ordersMet: 1_000 } },
      1 + 50,
    ],
    ['one without numbers', { kind: 'refused', refusal, order: null }, 1],
  ])('%s', (_title, view, weight) => {
    expect(weightOfPreview(view)).toBe(weight);
    expect(weight).toBeLessThanOrEqual(PREVIEW_RESERVED);
  });
});
