/**
 * Order entry over the WebSocket: the answers are those of HTTP, by the same code, and mistakes get answers as clear.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CLIENT_MESSAGES_BURST,
  MAX_HELD_CANCELS_PER_CONNECTION,
  MAX_UNDER_WAY_PER_CONNECTION,
  OPERATIONS,
} from '@bellwether/api';
import type { OperationAnswerMessage, OperationName } from '@bellwether/api';
import { buildOwnerText } from '@bellwether/canonical-message';
import { until } from '@bellwether/funding-testbed';
import { EVENT, GatewayUnderTest } from '../gateway-under-test';
import { UserUnderTest } from '../user-under-test';
import { StreamClient } from './stream-client';

const HOURS_MS = 10 * 3_600_000;
const maker = new UserUnderTest(1);
const taker = new UserUnderTest(2);

let gateway: GatewayUnderTest;
let market_id: string;
let nonce = 0;
const clients: StreamClient[] = [];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  market_id = await gateway.openMarket(EVENT);
  await gateway.credit(maker, taker);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await gateway?.stop();
});

async function open(url = gateway.url): Promise<StreamClient> {
  const client = await StreamClient.open(url);
  clients.push(client);
  return client;
}

const answersTo = (client: StreamClient, id: string): OperationAnswerMessage[] =>
  client.messages.filter((one) => one.type === 'answer').filter((one) => one.id === id);

let lastId = 0;
/** Sends an operation and returns its answer. */
async function ask(client: StreamClient, op: OperationName, body?: unknown) {
  const id = `op-${++lastId}`;
  client.send({ op, id, body });
  return client.until(() => answersTo(client, id)[0]) as Promise<
    // The test checks the body of an answer.
    OperationAnswerMessage & { body: any } // oxlint-disable-line typescript/no-explicit-any
  >;
}

const buy = (price: number, size = 10, user = maker) =>
  user.order({ market_id, side: 'buy', outcome: 'yes', price, size, nonce: ++nonce });

/** The fields that differ from one request to the next. */
const apart = ({ seq: _seq, timestamp: _time, order_id: _id, nonce: _nonce, ...rest }: any) => rest; // oxlint-disable-line typescript/no-explicit-any
const apartFromId = ({ request_id: _id, ...rest }: any) => rest; // oxlint-disable-line typescript/no-explicit-any

describe('an operation', () => {
  it('is answered with the status and the body of its endpoint', async () => {
    const client = await open();
    const overHttp = await gateway.post('/v1/orders', buy(1_000));
    const placed = await ask(client, 'order', buy(1_000));
    expect(placed).toMatchObject({ type: 'answer', status: 200, replayed: false });
    expect(apart(placed.body)).toEqual(apart(overHttp.body));

    const cancelled = await ask(client, 'cancel', maker.cancel(market_id, placed.body.order_id));
    expect(cancelled).toMatchObject({
      status: 200,
      body: { order_id: placed.body.order_id, status: 'cancelled', cancelled_size: 10 },
    });
    const again = await ask(client, 'cancel', maker.cancel(market_id, placed.body.order_id));
    const againOverHttp = await gateway.post(
      '/v1/orders/cancel',
      maker.cancel(market_id, placed.body.order_id),
    );
    expect([again.status, again.body.error]).toEqual([
      againOverHttp.status,
      { ...againOverHttp.body.error, request_id: again.request_id },
    ]);
    expect(again.body.error.code).toBe('ORDER_NOT_OPEN');

    const all = await ask(client, 'cancel_all', maker.cancelAll(++nonce));
    expect(all).toMatchObject({ status: 200, body: { count: 1 } });
  });

  it('of a batch is answered as alone, in the list’s order', async () => {
    const client = await open();
    const order = buy(1_200);
    const answer = await ask(client, 'batch', {
      operations: [{ place: order }, { cancel: maker.cancel(market_id, 999_999) }],
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        results: [{ status: 200 }, { status: 404, body: { error: { code: 'ORDER_NOT_FOUND' } } }],
      },
    });
    expect(answer.body.results[1].body.error.request_id).toBe(answer.request_id);
  });

  it('sent twice is done once and answered twice', async () => {
    const client = await open();
    const order = buy(1_300);
    client.send({ op: 'order', id: 'twice', body: order });
    client.send({ op: 'order', id: 'twice', body: order });
    await client.until(() => answersTo(client, 'twice').length === 2);
    const [first, second] = answersTo(client, 'twice');
    expect([first?.replayed, second?.replayed].map(String).toSorted()).toEqual(['false', 'true']);
    expect(first?.body).toEqual(second?.body);
    // And over HTTP, on another connection: the same answer.
    const third = await gateway.post('/v1/orders', order);
    expect(third.headers.get('idempotent-replay')).toBe('true');
    expect(third.body).toEqual(first?.body);
  });

  it('is one of many under way, whatever else the connection does', async () => {
    const client = await open();
    const orders = Array.from({ length: 50 }, (_, index) => buy(100 + index, 1));
    client.send({ op: 'subscribe', id: 'book', channels: [`book:${market_id}`] });
    for (const [index, body] of orders.entries())
      client.send({ op: 'order', id: `m${index}`, body });
    await client.until(() =>
      orders.every((_, index) => answersTo(client, `m${index}`).length === 1),
    );
    const ids = orders.map((_, index) => answersTo(client, `m${index}`)[0]?.body['nonce']);
    expect(ids).toEqual(orders.map((order) => order.nonce));
    await client.next('snapshot');
    expect((await ask(client, 'cancel_all', maker.cancelAll(++nonce))).status).toBe(200);
  });

  it('has a request id of its own, which the log shows with what became of it', async () => {
    const client = await open();
    const { request_id } = await ask(client, 'order', buy(1_400));
    const refused = await ask(client, 'order', { ...buy(1_400), price: 10_000 });
    const lines = gateway.log.map((line) => JSON.parse(line));
    const of = (id: string) => lines.find((line) => line.request_id === id);
    expect(of(request_id)).toMatchObject({ method: 'WS', route: '/v1/orders', status: 200 });
    expect(of(refused.request_id)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    const { body } = { body: await (await fetch(`${gateway.url}/metrics`)).text() };
    expect(body).toContain('method="WS",route="/v1/orders",status="200"');
  });
});

describe('a mistake', () => {
  it.each<[string, OperationName, (order: object) => object | undefined]>([
    ['a price out of range', 'order', (order) => ({ ...order, price: 10_000 })],
    ['a fraction', 'order', (order) => ({ ...order, size: 1.5 })],
    ['an unknown field', 'order', (order) => ({ ...order, tif: 'day' })],
    ['a missing field', 'order', ({ ...order }) => ({ ...order, user: undefined })],
    ['no body', 'order', () => undefined],
    ['an empty batch', 'batch', () => ({ operations: [] })],
    ['an operation of two', 'batch', (order) => ({ operations: [{ place: order, cancel: {} }] })],
    ['a forged signature', 'order', (order) => ({ ...order, signature: '00'.repeat(64) })],
    ['seconds of no switch', 'cancel_after', () => ({ user: maker.name, seconds: 1 })],
    ['a cancel of nothing', 'cancel', () => ({})],
    ['no pairs', 'redeem', () => ({ size: 0 })],
    ['an amend without an order', 'amend', () => ({ user: maker.name })],
  ])('of %s is told as HTTP tells it', async (_title, op, bodyOf) => {
    const client = await open();
    const body = bodyOf(buy(1_500));
    const answer = await ask(client, op, body);
    const overHttp = await gateway.send('POST', OPERATIONS[op].path!, body);
    expect(overHttp.status).toBeGreaterThanOrEqual(400);
    const { request_id: _, ...ours } = answer.body.error;
    const { request_id: __, ...theirs } = overHttp.body.error;
    expect([answer.status, ours]).toEqual([overHttp.status, theirs]);
    await client.close();
  });

  it.each<[string, object | string, { id: string | null; field: string }]>([
    ['without an id', { op: 'order', body: {} }, { id: null, field: 'id' }],
    ['with an empty id', { op: 'order', id: '', body: {} }, { id: '', field: 'id' }],
    ['with a number for an id', { op: 'order', id: 5, body: {} }, { id: null, field: 'id' }],
    [
      'with a field that it has not',
      { op: 'order', id: 'x', body: {}, user: 'me' },
      { id: 'x', field: 'user' },
    ],
    ['that is none', { op: 'buy', id: 'x', body: {} }, { id: 'x', field: 'op' }],
    ['named twice', '{"op":"order","op":"cancel","id":"x","body":{}}', { id: null, field: 'op' }],
  ])(
    'around an operation %s is an error of the message',
    async (_title, message, { id, field }) => {
      const client = await open();
      client.send(message);
      const { error, ...rest } = await client.next('error');
      expect(rest).toEqual({ type: 'error', id, channel: null });
      expect(error).toMatchObject({ details: { field } });
      // The connection stays open.
      expect((await ask(client, 'order', buy(1_600))).status).toBe(200);
    },
  );

  it('in the JSON of an operation is told with its place', async () => {
    const client = await open();
    client.send('{"op":"order","id":"x","body":{"price":');
    expect((await client.next('error')).error.code).toBe('MALFORMED_JSON');
  });

  it('is read in any form of JSON: escapes, white space, other orders of fields', async () => {
    const client = await open();
    const order = buy(1_700);
    client.send(`{ "id": "\\u0078", "body": ${JSON.stringify(order, null, 2)}, "op": "order" }`);
    const answer = await client.until(() => answersTo(client, 'x')[0]);
    expect(answer.status).toBe(200);
  });
});

describe('a limit', () => {
  it('of an address is charged by operation, in the buckets of HTTP, and closes who goes on', async () => {
    const small = await gateway.startAnother({
      rates: { address: { requests: 1, perMs: HOURS_MS, burst: 25 } },
    });
    await until(async () => (await fetch(`${small.url}/readyz`)).status === 200);
    const client = await StreamClient.open(small.url);
    const batch = {
      operations: Array.from({ length: 20 }, () => ({ place: buy(2_000, 1) })),
    };
    expect((await ask(client, 'batch', batch)).status).toBe(200);
    for (let count = 0; count < 5; count++) {
      expect((await ask(client, 'order', buy(2_000, 1))).status).toBe(200);
    }
    const refused = await ask(client, 'order', buy(2_000, 1));
    expect(refused).toMatchObject({
      status: 429,
      body: { error: { code: 'RATE_LIMITED', details: { limit: 'address_orders', burst: 25 } } },
    });
    expect(refused.retry_after).toBeGreaterThan(1_000);
    const response = await fetch(`${small.url}/v1/orders`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(429);
    // A flood of orders blocks no cancel.
    expect((await ask(client, 'cancel', maker.cancel(market_id, 999_999))).status).toBe(404);

    // A refusal counts as a message.
    for (let count = 0; count < 3 * CLIENT_MESSAGES_BURST; count++) {
      client.send({ op: 'order', id: 'flood', body: {} });
    }
    const { code, reason } = await client.whenClosed();
    expect([code, reason]).toEqual([4429, expect.stringMatching(/^RATE_LIMITED: /)]);
    await small.running.stop();
  });

  it('of what is under way is told, and what is beyond it is not done', async () => {
    const client = await open();
    const beyond = 5;
    const count = MAX_UNDER_WAY_PER_CONNECTION + beyond;
    // They arrive together, and none is answered before all are read.
    const frames = Array.from({ length: count }, (_, index) => ({
      id: `u${index}`,
      body: buy(2_100, 1),
    }));
    client.socket.once('open', () => undefined);
    client.corked(() => {
      for (const { id, body } of frames) client.send({ op: 'order', id, body });
    });
    await client.until(() => frames.every(({ id }) => answersTo(client, id).length === 1));
    const refused = frames
      .flatMap(({ id }) => answersTo(client, id))
      .filter(({ status }) => status !== 200);
    for (const answer of refused) {
      expect(answer).toMatchObject({
        status: 429,
        retry_after: 1,
        body: {
          error: {
            code: 'RATE_LIMITED',
            retryable: true,
            details: { max_under_way: MAX_UNDER_WAY_PER_CONNECTION },
          },
        },
      });
    }
    // All of a segment are read in one turn. If the network splits them, fewer are refused.
    expect(refused.length).toBeLessThanOrEqual(beyond);
    await ask(client, 'cancel_all', maker.cancelAll(++nonce));
  });

  it('of messages is not one of operations', async () => {
    const client = await open();
    for (let count = 0; count < CLIENT_MESSAGES_BURST + 50; count++) {
      expect((await ask(client, 'cancel', maker.cancel(market_id, 999_999))).status).toBe(404);
    }
    await client.close();
  });
});

describe('cancels that a session leaves', () => {
  const openOrders = async (user: UserUnderTest): Promise<number> =>
    (await gateway.get(`/v1/orders/${user.name}?status=open`)).body.orders.length;
  const isEmpty = async (user: UserUnderTest) =>
    until(async () => ((await openOrders(user)) === 0 ? true : undefined));
  const another = async (number: number) => {
    const user = new UserUnderTest(number);
    await gateway.credit(user);
    return user;
  };

  it('are sent when it ends, however it ends', async () => {
    const user = await another(20);
    for (const end of ['close', 'terminate'] as const) {
      const client = await StreamClient.open(gateway.url);
      await ask(client, 'order', buy(1_000, 1, user));
      expect(await ask(client, 'cancel_on_disconnect', user.cancelAll(++nonce))).toMatchObject({
        status: 200,
        replayed: false,
        body: { held: 1, max_held: MAX_HELD_CANCELS_PER_CONNECTION },
      });
      expect(await openOrders(user)).toBe(1);
      client.socket[end]();
      await isEmpty(user);
    }
  });

  it('are of one market or of all, one of each, the last that came', async () => {
    const user = await another(21);
    const other = await gateway.openMarket({ ...EVENT, event_id: 'another' });
    const client = await StreamClient.open(gateway.url);
    await ask(client, 'order', buy(1_000, 1, user));
    const inOther = user.order({
      market_id: other,
      side: 'buy',
      outcome: 'yes',
      price: 900,
      size: 1,
      nonce: ++nonce,
    });
    await ask(client, 'order', inOther);
    const held = async (body: unknown) =>
      (await ask(client, 'cancel_on_disconnect', body)).body.held;
    expect(await held(user.cancelAll(++nonce, market_id))).toBe(1);
    expect(await held(user.cancelAll(++nonce, market_id))).toBe(1);
    client.socket.terminate();
    await until(async () => ((await openOrders(user)) === 1 ? true : undefined));
    const [left] = (await gateway.get(`/v1/orders/${user.name}?status=open`)).body.orders;
    expect(left.market_id).toBe(other);
    const nonces = (await gateway.get(`/v1/nonce/${user.name}`)).body;
    expect(nonces.cancel_all).toBe(nonce);
  });

  it('are dropped on request, and nothing is cancelled then', async () => {
    const user = await another(22);
    const client = await StreamClient.open(gateway.url);
    await ask(client, 'order', buy(1_000, 1, user));
    await ask(client, 'cancel_on_disconnect', user.cancelAll(++nonce));
    const dropped = await ask(client, 'keep_on_disconnect');
    expect(dropped).toMatchObject({ status: 200, body: { held: 0 } });
    await client.close();
    await until(async () => (await figure('bellwether_stream_held_cancels ')) === 0);
    expect(await openOrders(user)).toBe(1);
    const nonces = (await gateway.get(`/v1/nonce/${user.name}`)).body;
    expect(nonces.cancel_all).toBe(0);
  });

  it('do nothing where their user has sent the same before: the way to begin again', async () => {
    const user = await another(23);
    const client = await StreamClient.open(gateway.url);
    await ask(client, 'order', buy(1_000, 1, user));
    const cancelAll = user.cancelAll(++nonce);
    await ask(client, 'cancel_on_disconnect', cancelAll);
    const next = await open();
    expect((await ask(next, 'cancel_all', cancelAll)).body.count).toBe(1);
    await ask(next, 'order', buy(1_000, 1, user));
    const sent = await figure('bellwether_stream_held_cancels_total{result="sent"');
    await client.close();
    await until(
      async () => (await figure('bellwether_stream_held_cancels_total{result="sent"')) > sent,
    );
    expect(await openOrders(user)).toBe(1);
  });

  it('are refused at once where the engine would refuse them', async () => {
    const user = await another(24);
    const client = await open();
    const forged = await ask(client, 'cancel_on_disconnect', {
      ...user.cancelAll(++nonce),
      user: taker.name,
    });
    expect(forged).toMatchObject({
      status: 401,
      body: { error: { code: 'SIGNATURE_INVALID', details: { message_bytes: 74 } } },
    });
    const used = user.cancelAll(++nonce);
    await ask(client, 'cancel_all', used);
    expect(await ask(client, 'cancel_on_disconnect', used)).toMatchObject({
      status: 409,
      body: { error: { code: 'NONCE_TOO_LOW', details: { nonce, last_nonce: nonce } } },
    });
    const malformed = await ask(client, 'cancel_on_disconnect', { user: user.name });
    expect(malformed).toMatchObject({
      status: 400,
      body: { error: { details: { field: 'nonce' } } },
    });
    const nowhere = user.cancelAll(++nonce, 'ab'.repeat(32));
    const refused = await ask(client, 'cancel_on_disconnect', nowhere);
    const overHttp = await gateway.post('/v1/orders/cancel-all', nowhere);
    expect(overHttp).toMatchObject({ status: 404, body: { error: { code: 'MARKET_NOT_FOUND' } } });
    expect([refused.status, apartFromId(refused.body.error)]).toEqual([
      overHttp.status,
      apartFromId(overHttp.body.error),
    ]);
  });

  describe('signed by a trading key', () => {
    const allowed = async (user: UserUnderTest, key: UserUnderTest, ownNonce: number) => {
      const text = buildOwnerText({
        kind: 'allow_trading_key',
        network: 'test',
        account: user.publicKey,
        tradingKey: key.publicKey,
        until: Math.floor(Date.now() / 1_000) + 86_400,
        atMost: 100_000_000,
        priceBand: 1_000,
        redeem: false,
        nonce: ownNonce,
      });
      const answer = await gateway.post('/v1/trading-keys', { text, signature: user.text(text) });
      expect(answer.status).toBe(200);
    };
    const revoked = async (user: UserUnderTest, key: UserUnderTest, ownNonce: number) => {
      const text = buildOwnerText({
        kind: 'revoke_trading_key',
        network: 'test',
        account: user.publicKey,
        tradingKey: key.publicKey,
        nonce: ownNonce,
      });
      const body = { text, signature: user.text(text) };
      expect((await gateway.post('/v1/trading-keys/revoke', body)).status).toBe(200);
    };

    it('are sent when it ends', async () => {
      const [user, key] = [await another(30), new UserUnderTest(31)];
      await allowed(user, key, 1);
      const client = await StreamClient.open(gateway.url);
      await ask(client, 'order', buy(1_000, 1, user));
      const held = await ask(client, 'cancel_on_disconnect', key.cancelAllOf(user, ++nonce));
      expect(held).toMatchObject({ status: 200, body: { held: 1 } });
      await client.close();
      await isEmpty(user);
    });

    it('are refused at once of a key that may not trade, and of another’s signature', async () => {
      const [user, key] = [await another(32), new UserUnderTest(33)];
      const client = await open();
      const codeOf = async (body: object) => {
        const answer = await ask(client, 'cancel_on_disconnect', body);
        return [answer.status, answer.body.error?.code];
      };
      const byKey = () => key.cancelAllOf(user, ++nonce);
      expect(await codeOf(byKey())).toEqual([403, 'TRADING_KEY_UNKNOWN']);
      await allowed(user, key, 1);
      const { signature } = user.cancelAll(++nonce);
      expect(await codeOf({ ...key.cancelAllOf(user, nonce), signature })).toEqual([
        401,
        'SIGNATURE_INVALID',
      ]);
      await revoked(user, key, 2);
      // As its endpoint refuses it.
      const overHttp = await gateway.post('/v1/orders/cancel-all', byKey());
      const refused = await ask(client, 'cancel_on_disconnect', byKey());
      expect(refused).toMatchObject({
        status: 403,
        body: { error: { code: 'TRADING_KEY_ENDED' } },
      });
      expect(refused.body.error.details).toEqual(overHttp.body.error.details);
    });

    it('are refused at once as their endpoint refuses them', async () => {
      const [user, key] = [await another(36), new UserUnderTest(37)];
      await allowed(user, key, 1);
      const client = await open();
      const refusedAsOverHttp = async (body: object, code: string) => {
        const overHttp = await gateway.post('/v1/orders/cancel-all', body);
        expect(overHttp.body.error.code).toBe(code);
        const refused = await ask(client, 'cancel_on_disconnect', body);
        expect([refused.status, refused.body.error?.code]).toEqual([overHttp.status, code]);
        return [refused, overHttp].map(({ body: answer }) => answer.error.details);
      };
      // The account's own key is none of its trading keys.
      const byItself = await refusedAsOverHttp(
        user.cancelAllOf(user, ++nonce),
        'TRADING_KEY_UNKNOWN',
      );
      expect(byItself[0]).toEqual(byItself[1]);
      // It would leave the owner no nonce.
      const far = key.cancelAllOf(user, Number.MAX_SAFE_INTEGER);
      const [ours, theirs] = await refusedAsOverHttp(far, 'VALIDATION_FAILED');
      expect(ours).toEqual({
        ...theirs,
        expected: expect.stringMatching(/^at most \d+: a trading/),
      });
    });

    it('do nothing where the key has ended meanwhile', async () => {
      const [user, key] = [await another(34), new UserUnderTest(35)];
      await allowed(user, key, 1);
      const client = await StreamClient.open(gateway.url);
      await ask(client, 'order', buy(1_000, 1, user));
      await ask(client, 'cancel_on_disconnect', key.cancelAllOf(user, ++nonce));
      await revoked(user, key, 2);
      const refused = 'bellwether_stream_held_cancels_total{result="refused"';
      const before = await figure(refused);
      await client.close();
      await until(async () => (await figure(refused)) === before + 1);
      const nonces = (await gateway.get(`/v1/nonce/${user.name}`)).body;
      expect(nonces.cancel_all).toBe(0);
      expect(await openOrders(user)).toBe(1);
    });
  });

  it('are so many of a session at most', async () => {
    const user = await another(25);
    const client = await StreamClient.open(gateway.url);
    const created = await gateway.admin('POST', '/admin/events', {
      ...EVENT,
      event_id: 'many-outcomes',
      outcomes: Array.from({ length: MAX_HELD_CANCELS_PER_CONNECTION }, (_, index) => ({
        label: `O${index}`,
      })),
    });
    const marketOf = (number: number): string => created.body.data.outcomes[number - 1].market_id;
    for (let count = 1; count <= MAX_HELD_CANCELS_PER_CONNECTION; count++) {
      const answer = await ask(
        client,
        'cancel_on_disconnect',
        user.cancelAll(++nonce, marketOf(count)),
      );
      expect(answer.body).toEqual({ held: count, max_held: MAX_HELD_CANCELS_PER_CONNECTION });
    }
    expect(await ask(client, 'cancel_on_disconnect', user.cancelAll(++nonce))).toMatchObject({
      status: 422,
      body: {
        error: {
          code: 'CAPACITY_REACHED',
          details: { held: MAX_HELD_CANCELS_PER_CONNECTION },
        },
      },
    });
    // One of the held ones can be replaced.
    expect(
      (await ask(client, 'cancel_on_disconnect', user.cancelAll(++nonce, marketOf(1)))).status,
    ).toBe(200);
    await client.close();
  });

  it('are sent by a gateway that stops, after the answers that it owes', async () => {
    const user = await another(26);
    const stopping = await gateway.startAnother();
    await until(async () => (await fetch(`${stopping.url}/readyz`)).status === 200);
    const client = await StreamClient.open(stopping.url);
    await ask(client, 'cancel_on_disconnect', user.cancelAll(++nonce));
    await ask(client, 'order', buy(1_000, 1, user));
    await stopping.running.stop();
    expect(await client.whenClosed()).toMatchObject({ code: 1001 });
    expect(await openOrders(user)).toBe(0);
  });

  it('are sent soon where the peer is gone without a word', async () => {
    const user = await another(27);
    const quick = await gateway.startAnother({ streams: { heartbeatMs: 200 } });
    await until(async () => (await fetch(`${quick.url}/readyz`)).status === 200);
    const client = await StreamClient.open(quick.url);
    await ask(client, 'order', buy(1_000, 1, user));
    await ask(client, 'cancel_on_disconnect', user.cancelAll(++nonce));
    // It reads no more, so it answers no ping.
    client.socket.pause();
    await isEmpty(user);
    expect(client.closed).toBeUndefined();
    client.socket.terminate();
    await quick.running.stop();
  });

  async function figure(name: string): Promise<number> {
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    const lines = text
      .split('\n')
      .filter((line) => line.replace('{service', ' {service').startsWith(name));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }
});
