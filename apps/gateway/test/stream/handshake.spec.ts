/** Which requests become streams, a client that stops reading, and a gateway that is stopped. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_UNREAD_BYTES } from '@bellwether/api';
import { fromHex } from '@bellwether/codec';
import { until } from '@bellwether/funding-testbed';
import { EVENT, GatewayUnderTest } from '../gateway-under-test';
import { UserUnderTest } from '../user-under-test';
import {
  HANDSHAKE_HEADERS,
  PONG,
  clientFrame,
  connectTo,
  exchange,
  requestText,
} from './raw-connection';
import { StreamClient } from './stream-client';

const maker = new UserUnderTest(1);
const taker = new UserUnderTest(2);
const GET = 'GET /v1/ws HTTP/1.1';

let gateway: GatewayUnderTest;
let market_id: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  market_id = await gateway.openMarket(EVENT);
  await gateway.credit(maker);
  const client = await StreamClient.open(gateway.url);
  await client.close();
});
afterAll(() => gateway?.stop());

async function figure(name: string, url = gateway.url): Promise<number> {
  const response = await fetch(`${url}/metrics`);
  const line = (await response.text()).split('\n').find((one) => one.startsWith(name));
  return Number(line?.split(' ').at(-1));
}

/** A stream that is never read. It is requested until the gateway accepts it, as it knows no network at its start. */
function openSilentReader(url: string): Promise<Socket> {
  return until(async () => {
    const socket = await connectTo(url);
    socket.write(requestText(GET, HANDSHAKE_HEADERS));
    const head = await until(() => String(socket.read() ?? '') || undefined);
    if (head.startsWith('HTTP/1.1 101 ')) return socket.pause();
    socket.destroy();
    return undefined;
  });
}

describe('a handshake', () => {
  it('is answered with the id of the connection', async () => {
    const socket = await connectTo(gateway.url);
    socket.write(requestText(GET, { ...HANDSHAKE_HEADERS, 'X-Request-Id': 'tell-me' }));
    const head = await until(() => String(socket.read() ?? '') || undefined);
    expect(head).toMatch(/^HTTP\/1.1 101 /);
    // The answer to this key in RFC 6455, section 1.3.
    expect(head).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
    expect(head).toContain('X-Request-Id: tell-me');
    socket.destroy();
  });

  it.each([
    ['a handshake', 'websocket'],
    ['an upgrade to another protocol', 'h2c'],
  ])(
    '%s behind a request that is not answered yet ends the connection, and nothing else',
    async (_what, upgrade) => {
      const socket = await connectTo(gateway.url);
      const headers = { ...HANDSHAKE_HEADERS, Upgrade: upgrade };
      socket.write(
        requestText('GET /v1/time HTTP/1.1', { Host: 'localhost' }) + requestText(GET, headers),
      );
      const ended = once(socket, 'close');
      socket.resume();
      await ended;
      expect((await fetch(`${gateway.url}/v1/time`)).status).toBe(200);
    },
  );

  it('that is refused ends the connection, also of a client that keeps its end open', async () => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    socket.write(requestText('GET /v1/ws?x=1 HTTP/1.1', HANDSHAKE_HEADERS));
    socket.resume();
    await once(socket, 'end');
    // It sends until the connection is reset.
    const sending = setInterval(() => socket.write('x'), 50);
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(sending);
    expect((await fetch(`${gateway.url}/v1/time`)).status).toBe(200);
  });

  it.each([
    ['no upgrade at all', { Connection: 'close', Upgrade: '' }],
    ['another protocol', { Upgrade: 'tls/1.2' }],
    ['an old version', { 'Sec-WebSocket-Version': '8' }],
    ['a key that is none', { 'Sec-WebSocket-Key': 'short' }],
  ])('with %s is 426', async (_what, headers) => {
    const wanted = Object.entries({ ...HANDSHAKE_HEADERS, ...headers }).filter(
      ([, value]) => value,
    );
    const { status, head, body } = await exchange(gateway.url, GET, Object.fromEntries(wanted));
    expect([status, body.error.code]).toEqual([426, 'UPGRADE_REQUIRED']);
    expect(head).toMatch(/upgrade: websocket/i);
    expect(head).toMatch(/sec-websocket-version: 13/i);
  });

  it.each([
    ['GET /v1/nothing HTTP/1.1', 404, 'NOT_FOUND'],
    ['POST /v1/ws HTTP/1.1', 405, 'METHOD_NOT_ALLOWED'],
    ['GET /v1/ws?token=1 HTTP/1.1', 400, 'UNKNOWN_FIELD'],
  ])('%s is %i', async (line, status, code) => {
    const answer = await exchange(gateway.url, line, HANDSHAKE_HEADERS);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });
});

describe('a plain request that offers an upgrade', () => {
  const offer = {
    Host: 'localhost',
    Connection: 'Upgrade, HTTP2-Settings',
    Upgrade: 'h2c',
    'HTTP2-Settings': 'AAMA',
  };

  it('is answered as if it did not', async () => {
    const { status, body } = await exchange(gateway.url, 'GET /v1/time HTTP/1.1', offer);
    expect([status, body.time]).toEqual([200, expect.any(Number)]);
  });

  it('keeps its body, also one that comes later', async () => {
    const order = JSON.stringify(
      maker.order({ market_id, side: 'buy', outcome: 'yes', price: 500, size: 1, nonce: 1 }),
    );
    const headers = {
      ...offer,
      'Content-Type': 'application/json',
      'Content-Length': String(order.length),
    };
    const socket = await connectTo(gateway.url);
    socket.write(requestText('POST /v1/orders HTTP/1.1', headers, order.slice(0, 10)));
    await until(async () => (await gateway.get('/v1/time')).status === 200);
    socket.write(order.slice(10));
    const answer = await until(() => String(socket.read() ?? '') || undefined);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).toContain('"status":"resting"');
    socket.destroy();
  });
});

describe('a reader that stops reading', () => {
  it('is closed, with no more kept for it than the limit; others go on', async () => {
    const attentive = await StreamClient.open(gateway.url);
    await attentive.subscribe('markets');
    const socket = await openSilentReader(gateway.url);
    const users = [maker, taker].map(({ name }) => `user:${name}`);
    const channels = [`book:${market_id}`, `trades:${market_id}`, ...users];
    socket.write(clientFrame(JSON.stringify({ op: 'subscribe', channels })));
    await until(async () => (await figure(SUBSCRIBED_TO_TRADES)) === 1);

    const trade = tradesOn(gateway, market_id);
    let most = 0;
    await until(async () => {
      // It answers pings, and reads nothing.
      socket.write(PONG);
      for (let count = 0; count < 300; count++) {
        trade();
        if (count % 30 === 0) await sleep(1);
      }
      most = Math.max(most, await figure('bellwether_stream_unread_bytes'));
      return (await figure('bellwether_stream_connections')) === 1;
    });
    expect(most).toBeLessThanOrEqual(MAX_UNREAD_BYTES + ONE_TURN_BYTES);
    expect(await figure(CLOSED_AS_SLOW)).toBe(1);
    socket.destroy();
    const { seq } = (await gateway.get(`/v1/markets/${market_id}`)).body;
    await attentive.until(() => (attentive.lastSeqs.get('markets') ?? 0) >= seq - 1);
    await attentive.close();
  });

  it('is closed where nothing more comes for it, too', async () => {
    const { url, running } = await gateway.startAnother({ streams: { heartbeatMs: 3_000 } });
    const socket = await openSilentReader(url);
    const pongs = setInterval(() => socket.write(PONG), 500);
    const channels = [`book:${market_id}`, `trades:${market_id}`];
    socket.write(clientFrame(JSON.stringify({ op: 'subscribe', channels })));
    await until(async () => (await figure(SUBSCRIBED_TO_TRADES, url)) === 1);
    const trade = tradesOn(gateway, market_id);
    const isClosed = async () => (await figure(CLOSED_AS_SLOW, url)) === 1;
    const isGone = async () => (await figure('bellwether_stream_connections', url)) === 0;
    const hasUnread = async () => (await figure('bellwether_stream_unread_bytes', url)) > 0;
    for (let made = 0; !(await hasUnread()) && !(await isGone());) {
      for (let count = 0; count < FEW_TRADES; count++) trade();
      made += FEW_TRADES;
      await until(async () => (await figure(TRADES_GIVEN, url)) >= made || isGone());
    }
    socket.write(clientFrame(JSON.stringify({ op: 'unsubscribe', channels })));
    await until(isGone);
    expect(await isClosed()).toBe(true);
    expect(await hasUnread()).toBe(false);
    clearInterval(pongs);
    socket.destroy();
    await running.stop();
  });
});

/** Far less than may wait for a reader. */
const FEW_TRADES = 200;
const TRADES_GIVEN = 'bellwether_stream_updates_total{kind="trades"';
const CLOSED_AS_SLOW = 'bellwether_stream_closed_total{code="4408"';
const SUBSCRIBED_TO_TRADES = 'bellwether_stream_subscriptions{kind="trades"';
/**
 * The gateway drops what comes after it has seen the limit exceeded, so at most the messages of one turn are in
 * addition to it.
 */
const ONE_TURN_BYTES = 512 * 1024;

let nonce = 1_000;

/** Each call is one trade between two users, one contract bought and sold back. */
function tradesOn({ engine }: GatewayUnderTest, market: string): () => void {
  const marketId = fromHex(market, 32)!;
  const users = [maker.publicKey, taker.publicKey];
  for (const [at, user] of users.entries()) {
    const credit = {
      kind: 'test_credit',
      user,
      amount: 1_000_000_000,
      reference: `more-${at}`,
    } as const;
    engine.apply('admin', credit);
  }
  const order = (user: Uint8Array, outcome: 'yes' | 'no', side: 'buy' | 'sell'): void => {
    engine.apply('order', {
      kind: 'order',
      user,
      marketId,
      outcome,
      side,
      price: 5000,
      size: 1,
      orderType: 'gtc',
      nonce: ++nonce,
      feeBps: 0,
      builder: null,
      signature: new Uint8Array(64),
    });
  };
  let side: 'buy' | 'sell' = 'sell';
  return () => {
    side = side === 'buy' ? 'sell' : 'buy';
    order(maker.publicKey, 'yes', side);
    order(taker.publicKey, 'no', side);
  };
}

describe('stopping', () => {
  it('tells everybody, whether they answer or not', async () => {
    const another = await gateway.startAnother();
    const client = await StreamClient.open(another.url);
    await client.subscribe(`book:${market_id}`);
    const socket = await openSilentReader(another.url);
    await another.running.stop();
    expect(await client.whenClosed()).toMatchObject({ code: 1001 });
    socket.destroy();
  });
});
