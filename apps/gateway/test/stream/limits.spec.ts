/**
 * The bounds of streams: which clients are admitted and closed, and what replaces updates beyond a limit. A trusted
 * proxy names the addresses. Limits are small where reaching them would take thousands of connections.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_CHANNELS_PER_MESSAGE } from '@bellwether/api';
import { subjectsOf } from '@bellwether/bus';
import { fromHex } from '@bellwether/codec';
import { MAX_FILLS_PER_COMMAND } from '@bellwether/exchange';
import type { OrderCommand } from '@bellwether/exchange';
import { until } from '@bellwether/funding-testbed';
import { WebSocket } from 'ws';
import { ROUTE_WEIGHTS } from '../../src/rate-limits/request-weight';
import { MAX_RESUMED_UPDATES } from '../../src/stream/limits';
import { EVENT, GatewayUnderTest } from '../gateway-under-test';
import type { AnotherGateway } from '../gateway-under-test';
import { UserUnderTest } from '../user-under-test';
import { Followed } from './followed';
import { HANDSHAKE_HEADERS, clientFrame, connectTo, exchange, requestText } from './raw-connection';
import { StreamClient } from './stream-client';

const GET = 'GET /v1/ws HTTP/1.1';
const HOURS_MS = 10 * 3_600_000;
const OF_ADDRESS = 2;
const OF_GATEWAY = 5;
/** The budget of an address. */
const BURST = 20;
/** So that two pings take less than a second and a half. */
const HEARTBEAT_MS = 200;
const maker = new UserUnderTest(1);
const taker = new UserUnderTest(2);

let gateway: GatewayUnderTest;
let small: AnotherGateway;
let market_id: string;
/** The fault that stopped `small`. */
const failures: unknown[] = [];
/** The other gateways get the same fault sooner or later. It says nothing about `small`. */
const onFailure = (): void => undefined;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ onFailure });
  market_id = await gateway.openMarket(EVENT);
  await gateway.credit(maker, taker);
  small = await gateway.startAnother({
    streams: { maxConnections: OF_GATEWAY, maxConnectionsOfAddress: OF_ADDRESS },
    rates: { address: { requests: 1, perMs: HOURS_MS, burst: BURST } },
    trustedProxies: '127.0.0.1',
    onFailure: (reason) => void failures.push(reason),
  });
  await until(async () => (await fetch(`${small.url}/readyz`)).status === 200);
});
afterAll(async () => {
  // If all went well, it has stopped itself.
  await small?.running.stop().catch(() => undefined);
  await gateway?.stop();
});

const from = (address: string) => ({ ...HANDSHAKE_HEADERS, 'X-Forwarded-For': address });

/** Open, and never read again. */
async function openFrom(address: string, { url } = small): Promise<Socket> {
  const socket = await connectTo(url);
  socket.write(requestText(GET, from(address)));
  const head = await until(() => String(socket.read() ?? '') || undefined);
  expect(head).toMatch(/^HTTP\/1.1 101 /);
  return socket;
}

async function figure(name: string, { url } = small): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(name));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
const connections = (of = small) => figure('bellwether_stream_connections', of);

describe('connections', () => {
  it('are limited of an address and of a gateway; one that ends makes room', async () => {
    const [one, ...others] = [await openFrom('192.0.2.1'), await openFrom('192.0.2.1')];
    const third = await exchange(small.url, GET, from('192.0.2.1'));
    expect([third.status, third.body.error]).toMatchObject([
      429,
      {
        code: 'RATE_LIMITED',
        retryable: true,
        details: { connections: OF_ADDRESS, max_connections: OF_ADDRESS },
      },
    ]);
    expect(third.head).toMatch(/retry-after: 1\b/i);

    for (const address of ['192.0.2.2', '192.0.2.3', '192.0.2.4']) {
      others.push(await openFrom(address));
    }
    const sixth = await exchange(small.url, GET, from('192.0.2.5'));
    expect([sixth.status, sixth.body.error.code]).toEqual([503, 'OVERLOADED']);
    expect(sixth.head).toMatch(/retry-after: 1\b/i);

    one?.destroy();
    await until(async () => (await connections()) < OF_GATEWAY);
    others.push(await openFrom('192.0.2.1'));
    for (const socket of others) socket.destroy();
    await until(async () => (await connections()) === 0);
  });

  it('are asked for at the rate of an address, as everything is', async () => {
    const refused = { ...from('192.0.2.9'), 'Sec-WebSocket-Version': '8' };
    for (let count = 0; count < BURST / ROUTE_WEIGHTS['/v1/ws']!; count++) {
      expect((await exchange(small.url, GET, refused)).status).toBe(426);
    }
    const { status, head, body } = await exchange(small.url, GET, from('192.0.2.9'));
    expect([status, body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(body.error.details).toMatchObject({ limit: 'address_reads', burst: BURST });
    expect(Number(/retry-after: (\d+)/i.exec(head)?.[1])).toBeGreaterThan(HOURS_MS / 2_000);
  });

  it('are open to pages of any origin, as the reads are', async () => {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/ws`, {
      origin: 'https://somewhere.example',
    });
    await once(socket, 'open');
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
  });
});

describe('a peer that is gone without a word', () => {
  it('is dropped where it does not answer a ping, and nothing of it is kept; one that answers stays', async () => {
    const quick = await gateway.startAnother({ streams: { heartbeatMs: HEARTBEAT_MS } });
    await until(async () => (await fetch(`${quick.url}/readyz`)).status === 200);
    const alive = new WebSocket(`${quick.url.replace('http', 'ws')}/v1/ws`);
    let pings = 0;
    alive.on('ping', () => pings++);
    await once(alive, 'open');
    // It reads, and sends nothing, not even what `ws` would send itself.
    const dead = await openFrom('192.0.2.21', quick);
    const isGone = once(dead, 'close');
    let received = '';
    dead.on('data', (data) => (received += String(data)));
    dead.write(clientFrame(JSON.stringify({ op: 'subscribe', channels: ['markets'] })));
    await isGone;
    expect(received).toContain('"type":"subscribed"');
    await until(async () => (await connections(quick)) === 1);
    const subscriptions = await figure('bellwether_stream_subscriptions', quick);
    expect([subscriptions, await figure('bellwether_stream_unread_bytes', quick)]).toEqual([0, 0]);
    await until(() => pings >= 3);
    expect(alive.readyState).toBe(WebSocket.OPEN);
    alive.terminate();
    await quick.running.stop();
  });
});

describe('a client that asks too much', () => {
  it('is closed for pings as for messages', async () => {
    const client = await StreamClient.open(gateway.url);
    for (let count = 0; count < 200; count++) client.socket.ping();
    const { code, reason } = await client.whenClosed();
    expect([code, reason]).toEqual([4429, expect.stringMatching(/^RATE_LIMITED: /)]);
  });

  it('over and over for the same is answered for the last time it asked', async () => {
    const client = await StreamClient.open(gateway.url);
    const channels = Array.from(
      { length: MAX_CHANNELS_PER_MESSAGE },
      (_, number) => `user:${(number + 1).toString(16).padStart(64, '0')}`,
    );
    // As often as the work budget of a connection allows at once.
    for (let count = 0; count < 6; count++) client.send({ op: 'subscribe', channels });
    const answers = await client.request({ op: 'subscribe', channels }, channels.length);
    expect(answers.map(({ type }) => type)).toEqual(channels.map(() => 'subscribed'));
    await client.until(() => client.lastSeqs.size === channels.length);
    await client.close();
  });
});

describe('more than is good at once', () => {
  let nonce = 1_000;
  /** A command of the test's own, as often as the rules accept it. It is not signed. */
  const buy = (user: UserUnderTest, terms: Pick<OrderCommand, 'outcome' | 'price' | 'size'>) => {
    const { reply } = gateway.engine.apply('order', {
      kind: 'order',
      user: user.publicKey,
      marketId: fromHex(market_id, 32)!,
      side: 'buy',
      orderType: 'gtc',
      nonce: ++nonce,
      feeBps: 0,
      builder: null,
      signature: new Uint8Array(64),
      ...terms,
    });
    expect(reply.body.kind).toBe('order');
    return reply.seq;
  };

  it('to resume is a snapshot', async () => {
    const channel = `book:${market_id}`;
    const { seq } = (await gateway.get(`/v1/markets/${market_id}/book`)).body;
    for (let count = 0; count <= MAX_RESUMED_UPDATES; count++) {
      buy(count % 2 === 0 ? maker : taker, { outcome: 'yes', price: 50 + count, size: 1 });
    }
    const client = await StreamClient.open(gateway.url);
    client.lastSeqs.set(channel, seq + 1);
    expect(await client.resume({ channel, seq: seq + 1 })).toEqual([true]);
    await client.until(() => client.of(channel).length === MAX_RESUMED_UPDATES);
    expect(await client.resume({ channel, seq })).toEqual([false]);
    expect(await client.next('snapshot')).toMatchObject({ channel, prev_seq: 0 });
    await client.close();
  });

  it('in one command is a snapshot that nobody asked for', async () => {
    const [many, one] = [new UserUnderTest(3), new UserUnderTest(4)];
    await gateway.credit(many, one);
    const followed = new Followed();
    const client = await StreamClient.open(gateway.url, { onMessage: followed.take });
    await client.subscribe(`user:${one.name}`);
    for (let count = 0; count < MAX_FILLS_PER_COMMAND; count++) {
      buy(many, { outcome: 'no', price: 4_000, size: 1 });
    }
    const size = MAX_FILLS_PER_COMMAND;
    const seq = buy(one, { outcome: 'yes', price: 6_000, size });
    await client.until(() => client.lastSeqs.get(`user:${one.name}`) === seq);
    const types = client.of(`user:${one.name}`).map(({ type }) => type);
    expect(types).toEqual(['snapshot', 'snapshot']);
    const { body } = await gateway.get(`/v1/position/${market_id}/${one.name}`);
    expect(body.yes_contracts).toBe(size);
    expect(followed.user.positions.get(market_id)).toMatchObject({ yes_contracts: size });
    await client.close();
  });
});

describe('a channel of nothing', () => {
  const nowhere = 'ab'.repeat(32);
  const names = [`book:${nowhere}`, `trades:${nowhere}`];

  it('is refused by its name, whether it is subscribed to or resumed', async () => {
    const client = await StreamClient.open(gateway.url);
    const seq = Number((await gateway.get('/v1/status')).body.seq ?? 1);
    const ofSubscribe = await client.request({ op: 'subscribe', channels: names }, names.length);
    const channels = names.map((channel) => ({ channel, seq }));
    const ofResume = await client.request({ op: 'resume', channels }, channels.length);
    for (const answers of [ofSubscribe, ofResume]) {
      expect(answers.map((one) => one.type === 'error' && [one.channel, one.error.code])).toEqual(
        names.map((name) => [name, 'MARKET_NOT_FOUND']),
      );
    }
    await client.close();
  });
});

describe('work over the socket', () => {
  it('is charged to the address by weight: channels, whoever else has them', async () => {
    const other = await gateway.startAnother({
      rates: { address: { requests: 1, perMs: HOURS_MS, burst: 100 } },
      onFailure,
    });
    const client = await StreamClient.open(other.url);
    const channels = [`book:${market_id}`, `trades:${market_id}`, 'markets'];
    const ofType = (type: string) => client.messages.filter((one) => one.type === type);
    await client.subscribe(...channels);
    expect(ofType('error')).toEqual([]);
    for (let count = 0; count < 12; count++) client.send({ op: 'subscribe', channels });
    await client.until(() => ofType('error').length > 0);
    const codes = ofType('error').map((one) => 'error' in one && one.error.code);
    expect(new Set(codes)).toEqual(new Set(['RATE_LIMITED']));
    const read = await fetch(`${other.url}/v1/trades/${maker.name}?limit=1000`);
    expect(read.status).toBe(429);
    await client.close();
    await other.running.stop();
  });
});

describe('a gateway that cannot go on', () => {
  it('says so to everybody: 1011', async () => {
    const client = await StreamClient.open(small.url);
    // Not a batch of events, on a subject that only the engine writes to.
    gateway.bus.connection.publish(subjectsOf(0).events, new Uint8Array([1, 2, 3]));
    await until(() => failures.length > 0);
    await small.running.stop();
    const { code, reason } = await client.whenClosed();
    expect([code, reason]).toEqual([1011, expect.stringMatching(/^GATEWAY_FAILED: /)]);
  });
});
