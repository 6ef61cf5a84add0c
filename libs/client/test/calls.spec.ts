/**
 * One call over a connection that fails in every way: what is retried, what is not, and which error the caller gets.
 */
import { afterEach, describe, expect, it } from 'vitest';
import {
  AdminClient,
  BellwetherError,
  ConnectionError,
  InvalidAnswerError,
  KeyPair,
  OutcomeUnknownError,
  PublicClient,
  Trader,
} from '../src';
import type { OrderRequest, RetryPolicy } from '../src';
import { ScriptedServer, failure } from './scripted-server';
import type { Reply } from './scripted-server';

/** No pauses: the test is about the order of attempts. */
const AT_ONCE: Partial<RetryPolicy> = { firstPauseMs: 0, longestPauseMs: 0, maxAttempts: 4 };
const BALANCE = {
  available: 5,
  locked: 0,
  total: 5,
  withdrawing: 0,
  gas_debt: 0,
  staked: 0,
  seq: 1,
  timestamp: 1,
  news_of_tomorrow: [1],
};
const PLACED = { order_id: 7, fills: [], remaining: 10 };
const ORDER: OrderRequest = {
  market_id: 'ab'.repeat(32),
  side: 'buy',
  outcome: 'yes',
  price: 4_500,
  size: 10,
  order_type: 'gtc',
};
const OVERLOADED = failure(503, 'OVERLOADED');
const UNKNOWN = failure(504, 'OUTCOME_UNKNOWN');
const LIMITED = failure(429, 'RATE_LIMITED', { retryable: true, retryAfter: 0 });
const REFUSED = failure(422, 'INSUFFICIENT_BALANCE', { details: { required: 10, shortfall: 4 } });

let server: ScriptedServer;
afterEach(() => server.stop());

async function reader(...replies: readonly [Reply, ...Reply[]]): Promise<PublicClient> {
  server = await ScriptedServer.of(...replies);
  return new PublicClient({ url: server.url, retry: AT_ONCE });
}

async function trader(...replies: readonly [Reply, ...Reply[]]): Promise<Trader> {
  server = await ScriptedServer.of(...replies);
  const key = KeyPair.random();
  return new Trader({ gatewayUrl: server.url, key, network: 'test', retry: AT_ONCE });
}

/** Of an exchange that previews so, and places what it is sent. It opens no session. */
async function buyer(preview: object): Promise<Trader> {
  const bodies: Readonly<Record<string, object>> = {
    '/v1/preview': { ...preview, seq: 1, timestamp: 1 },
    '/v1/orders': PLACED,
  };
  server = await ScriptedServer.start(({ path }) => {
    const body = bodies[path];
    return body === undefined ? failure(404, 'NOT_FOUND') : { body };
  });
  return new Trader({ gatewayUrl: server.url, key: KeyPair.random(), network: 'test' });
}

const sentTo = (...paths: readonly string[]) =>
  server.asked.filter(({ path }) => paths.includes(path)).map(({ body }) => JSON.parse(body));

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => Promise.reject(new Error('nothing was thrown')),
    (error: unknown) => error,
  );

describe('a read', () => {
  it('takes fields that it does not know', async () => {
    const client = await reader({ body: BALANCE });
    expect(await client.balance('u')).toEqual(BALANCE);
  });

  it.each<[string, Reply]>([
    ['503', OVERLOADED],
    ['429', LIMITED],
    ['504', UNKNOWN],
    ['a cut connection', 'cut'],
    ["a proxy's page", { status: 502, body: '<html>' }],
  ])('is tried again after %s', async (_title, reply) => {
    const client = await reader(reply, { body: BALANCE });
    expect(await client.balance('u')).toMatchObject({ available: 5 });
    expect(server.asked).toHaveLength(2);
  });

  it('is not tried again after a no', async () => {
    const client = await reader(failure(404, 'MARKET_NOT_FOUND', { details: { market_id: 'x' } }));
    const error = await thrownBy(client.market('x'));
    expect(error).toBeInstanceOf(BellwetherError);
    expect(error).toMatchObject({
      code: 'MARKET_NOT_FOUND',
      status: 404,
      details: { market_id: 'x' },
      retryable: false,
      requestId: 'r-1',
    });
    expect(server.asked).toHaveLength(1);
  });

  it('fails with the last error after so many attempts', async () => {
    const client = await reader(OVERLOADED);
    expect(await thrownBy(client.time())).toMatchObject({ code: 'OVERLOADED', retryable: true });
    expect(server.asked).toHaveLength(4);
  });

  it('does not wait for what is asked beyond the deadline', async () => {
    const client = await reader(
      failure(429, 'RATE_LIMITED', { retryable: true, retryAfter: 3_600 }),
    );
    expect(await thrownBy(client.time())).toMatchObject({ retryAfterSeconds: 3_600 });
    expect(server.asked).toHaveLength(1);
  });

  it.each<[string, Reply]>([
    ['a page', { body: '<html>a page</html>' }],
    ['a list', { body: [] }],
    ['another object', { body: { hello: 'world' } }],
    ['a 4xx of a proxy', { status: 403, body: 'no' }],
  ])('of another server is told as such, with what it said: %s', async (_title, reply) => {
    const client = await reader(reply);
    expect(await thrownBy(client.time())).toBeInstanceOf(InvalidAnswerError);
    expect(server.asked).toHaveLength(1);
  });

  it('that lacks a field is told as such, with its name', async () => {
    const { gas_debt: _, ...rest } = BALANCE;
    const client = await reader({ body: rest });
    const error = await thrownBy(client.balance('u'));
    expect(error).toBeInstanceOf(InvalidAnswerError);
    expect(String(error)).toContain('gas_debt');
  });

  it('of nobody is a ConnectionError', async () => {
    const client = await reader({ body: {} });
    const { url } = server;
    await server.stop();
    const thrown = await thrownBy(client.time());
    expect(thrown).toBeInstanceOf(ConnectionError);
    expect(thrown).toMatchObject({
      message: `GET /v1/time: nobody answers at ${url} (ECONNREFUSED)`,
    });
    server = await ScriptedServer.of({ body: {} });
  });

  it('gives up on silence', async () => {
    server = await ScriptedServer.of('silence');
    const retry = { ...AT_ONCE, attemptTimeoutMs: 50, maxAttempts: 2 };
    const client = new PublicClient({ url: server.url, retry });
    expect(await thrownBy(client.time())).toMatchObject({
      message: expect.stringContaining('no answer within'),
    });
  });

  it('ends with the reason of an abort', async () => {
    const client = await reader('silence');
    const controller = new AbortController();
    const reading = thrownBy(client.time({ signal: controller.signal }));
    controller.abort(new Error('enough'));
    expect(await reading).toMatchObject({ message: 'enough' });
    expect(await thrownBy(client.time({ signal: AbortSignal.abort('early') }))).toBe('early');
  });

  it('escapes what it is given', async () => {
    const client = await reader(failure(404, 'EVENT_NOT_FOUND'));
    await thrownBy(client.event('a/../b?c'));
    expect(server.asked[0]?.path).toBe('/v1/events/a%2F..%2Fb%3Fc');
  });

  it('walks a list page by page, as far as the caller goes', async () => {
    const page = (ids: readonly number[], next: string | null) => ({
      body: {
        trades: ids.map((trade_id) => ({ trade_id })),
        next_cursor: next,
        has_more: next !== null,
      },
    });
    const client = await reader(page([5, 4], 'c4'), page([3], 'c3'), page([1], null));
    const seen: number[] = [];
    for await (const { trade_id } of client.eachTrade('u', { limit: 2 })) seen.push(trade_id);
    expect(seen).toEqual([5, 4, 3, 1]);
    expect(server.asked.map(({ path }) => path)).toEqual([
      '/v1/trades/u?limit=2',
      '/v1/trades/u?limit=2&before=c4',
      '/v1/trades/u?limit=2&before=c3',
    ]);
  });
});

describe('an order', () => {
  it.each<[string, Reply]>([
    ['503', OVERLOADED],
    ['429', LIMITED],
    ['504', UNKNOWN],
    ['a cut connection', 'cut'],
    ["a proxy's page", { status: 502, body: '<html>' }],
  ])('is sent again after %s: the same nonce, the same bytes', async (_title, reply) => {
    const client = await trader(reply, {
      headers: { 'Idempotent-Replay': 'true' },
      body: PLACED,
    });
    const receipt = await client.placeOrder(ORDER, { nonce: 9 });
    expect(receipt).toEqual({ answer: PLACED, replayed: true, attempts: 2, requestId: 'r-1' });
    const [first, second] = server.asked;
    expect(second?.body).toBe(first?.body);
    expect(JSON.parse(first?.body ?? '')).toMatchObject({ ...ORDER, nonce: 9 });
  });

  it('that was refused is refused, with the facts', async () => {
    const client = await trader(REFUSED);
    const error = await thrownBy(client.placeOrder(ORDER, { nonce: 1 }));
    expect(error).toMatchObject({ code: 'INSUFFICIENT_BALANCE', details: { shortfall: 4 } });
    expect((error as BellwetherError).is('INSUFFICIENT_BALANCE')).toBe(true);
    expect(server.asked).toHaveLength(1);
  });

  it('of which nothing was done is a plain error', async () => {
    const client = await trader(OVERLOADED);
    expect(await thrownBy(client.placeOrder(ORDER, { nonce: 1 }))).toMatchObject({
      name: 'BellwetherError',
      code: 'OVERLOADED',
    });
  });

  it.each<[string, readonly [Reply, ...Reply[]], string]>([
    ['only cuts', ['cut'], 'ConnectionError'],
    ['only 504', [UNKNOWN], 'BellwetherError'],
    ['a cut, then nothing done ever after', ['cut', OVERLOADED], 'BellwetherError'],
    [
      'a cut, then the door is closed',
      ['cut', failure(401, 'SIGNATURE_INVALID')],
      'BellwetherError',
    ],
    [
      'a cut, then the nonce is forgotten',
      ['cut', failure(409, 'NONCE_TOO_LOW', { details: { last_nonce: 99, fate: 'forgotten' } })],
      'BellwetherError',
    ],
    ['an answer that is none', [{ body: '{"order_id":' }], 'InvalidAnswerError'],
    [
      'a fault of the exchange',
      [{ ...failure(500, 'INTERNAL', { retryable: false }) }],
      'BellwetherError',
    ],
  ])('is in doubt after %s, with what to ask', async (_title, replies, cause) => {
    const client = await trader(...replies);
    const error = await thrownBy(client.placeOrder(ORDER, { nonce: 9 }));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({
      nonceQuery: { user: client.user, kind: 'order', nonce: 9 },
      cause: { name: cause },
    });
  });

  it('is not in doubt where the exchange knows what became of the nonce', async () => {
    const client = await trader('cut', REFUSED);
    expect(await thrownBy(client.placeOrder(ORDER, { nonce: 9 }))).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
    });
  });

  it('is not in doubt where its trading key is beyond its bounds, which is looked at last', async () => {
    const client = await trader('cut', failure(403, 'TRADING_KEY_BOUND', { retryable: false }));
    expect(await thrownBy(client.placeOrder(ORDER, { nonce: 9 }))).toMatchObject({
      code: 'TRADING_KEY_BOUND',
    });
  });

  it('is not in doubt where there was nobody to send it to', async () => {
    const client = await trader({ body: PLACED });
    await server.stop();
    expect(await thrownBy(client.placeOrder(ORDER, { nonce: 9 }))).toMatchObject({
      name: 'ConnectionError',
      mayBeSent: false,
    });
    server = await ScriptedServer.of({ body: {} });
  });

  it('that was given up while it was under way is in doubt', async () => {
    const client = await trader('silence');
    const controller = new AbortController();
    const placing = thrownBy(client.placeOrder(ORDER, { nonce: 9, signal: controller.signal }));
    while (server.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(new Error('enough'));
    expect(await placing).toMatchObject({
      name: 'OutcomeUnknownError',
      cause: { message: 'enough' },
    });
  });

  it('is kept before it is sent, and sent again from what was kept', async () => {
    const kept: string[] = [];
    server = await ScriptedServer.of({ body: PLACED });
    const client = new Trader({
      gatewayUrl: server.url,
      key: KeyPair.random(),
      network: 'test',
      beforeSend: async (request) => {
        expect(server.asked).toHaveLength(0);
        kept.push(JSON.stringify(request));
      },
    });
    await client.placeOrder(ORDER, { nonce: 3 });
    await client.send(JSON.parse(kept[0] ?? ''));
    expect(server.asked[1]?.body).toBe(server.asked[0]?.body);
    expect(kept).toHaveLength(1);
  });

  it('says who sent it: the same in a repeat, another for another', async () => {
    const reused = failure(409, 'NONCE_REUSED', { details: { last_nonce: 30 }, retryable: false });
    const others = { cancel_all: 0, withdraw: 0, recover: 0, cancel_after: 0, trading_key: 0 };
    const nonces = { body: { public_key: '', order: 6, ...others, seq: 1, timestamp: 1 } };
    const client = await trader(nonces, 'cut', reused, { body: PLACED }, { body: PLACED });
    await client.placeOrder(ORDER);
    await client.placeOrder(ORDER);
    const sent = server.asked.filter(({ method }) => method === 'POST');
    const bodies = sent.map(({ body }) => JSON.parse(body));
    const [first, repeat, moved, second] = bodies.map(({ client_id }) => client_id);
    expect(bodies.map(({ nonce }) => nonce)).toEqual([7, 7, 31, 32]);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect([repeat, moved]).toEqual([first, first]);
    expect(second).not.toBe(first);
  });

  it('for a budget signs it as the most that it costs', async () => {
    const client = await buyer({ order: { size: 11 }, refusal: null });
    const terms = { market_id: ORDER.market_id, outcome: 'yes', price: 9_999 } as const;
    await client.buyFor({ ...terms, budget_micro_usdc: 5_000_000 }, { nonce: 9 });
    const [asked, placed] = sentTo('/v1/preview', '/v1/orders');
    const order = { ...terms, side: 'buy', order_type: 'ioc' };
    expect(asked).toEqual({ ...order, budget_micro_usdc: 5_000_000, user: client.user });
    expect(placed).toMatchObject({ ...order, size: 11, max_cost: 5_000_000 });
  });

  it('for a budget that buys nothing is not placed', async () => {
    const refusal = { code: 'ORDER_TOO_SMALL', message: 'No.', details: { minimum: 6_000 } };
    const client = await buyer({ order: { size: 1 }, refusal });
    const terms = { market_id: ORDER.market_id, outcome: 'yes', price: 9_999 } as const;
    expect(await thrownBy(client.buyFor({ ...terms, budget_micro_usdc: 1 }))).toMatchObject({
      code: 'ORDER_TOO_SMALL',
      status: 0,
    });
    expect(sentTo('/v1/orders')).toEqual([]);
  });

  it('that cannot be kept is not sent', async () => {
    server = await ScriptedServer.of({ body: PLACED });
    const full = (): never => {
      throw new Error('the disk is full');
    };
    const client = new Trader({
      gatewayUrl: server.url,
      key: KeyPair.random(),
      network: 'test',
      beforeSend: full,
    });
    await expect(client.placeOrder(ORDER, { nonce: 3 })).rejects.toThrow('the disk is full');
    expect(server.asked).toHaveLength(0);
  });
});

describe('what would be done twice', () => {
  const operator = (url: string) =>
    new AdminClient({ gatewayUrl: url, adminKey: 'k', retry: AT_ONCE });
  const BUILDER = {
    body: { success: true, data: { builder_id: 'b', name: 'one', max_fee_bps: 100 } },
  };

  it('is sent again only where certainly nothing was done', async () => {
    server = await ScriptedServer.of(OVERLOADED, BUILDER);
    const { answer } = await operator(server.url).createBuilder({ name: 'one' });
    expect(answer.builder_id).toBe('b');
    expect(server.asked[0]?.headers['x-admin-key']).toBe('k');
  });

  it.each<[string, Reply]>([
    ['a cut', 'cut'],
    ['a proxy', { status: 504, body: '<html>' }],
  ])('is never sent again after %s', async (_title, reply) => {
    server = await ScriptedServer.of(reply, BUILDER);
    const error = await thrownBy(operator(server.url).createBuilder({ name: 'one' }));
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', nonceQuery: null, attempts: 1 });
    expect(server.asked).toHaveLength(1);
  });

  it('is no matter where it has a name of its own', async () => {
    const made = { body: { success: true, data: { event_id: 'e', outcomes: [], seq: 1 } } };
    server = await ScriptedServer.of('cut', made);
    const { answer } = await operator(server.url).createEvent({
      event_id: 'e',
      question: 'Will it rain?',
      category: { name: 'weather', sub: 'rain' },
      expiry: 2_000_000_000,
      outcomes: [{ label: 'Yes' }],
    });
    expect(answer.event_id).toBe('e');
    expect(server.asked).toHaveLength(2);
  });

  it('is never sent again where it would have got its name from the exchange', async () => {
    server = await ScriptedServer.of('cut');
    const creating = operator(server.url).createEvent({
      question: 'Will it rain?',
      category: { name: 'weather', sub: 'rain' },
      expiry: 2_000_000_000,
      outcomes: [{ label: 'Yes' }],
    });
    expect(await thrownBy(creating)).toBeInstanceOf(OutcomeUnknownError);
    expect(server.asked).toHaveLength(1);
  });
});

describe('a field that the request does not have', () => {
  const misspelt = { recipientExt: 'x', reduceOnly: true } as object;

  it.each<[string, (of: Trader) => Promise<unknown>]>([
    ['a withdrawal', (of) => of.withdraw({ amount: 1, ...misspelt })],
    ['its quote', (of) => of.gateway.quoteWithdrawal(of.user, { amount: 1, ...misspelt })],
    ['a recovery', (of) => of.recover({ mint: 'm', recipient_ext: 'r', ...misspelt })],
    ['an order', (of) => of.placeOrder({ ...ORDER, ...misspelt })],
    ['a batch', (of) => of.batch([{ place: { ...ORDER, ...misspelt } }])],
    ['a cancel-all', (of) => of.cancelAll(misspelt)],
  ])('of %s is refused, and nothing is sent', async (_what, call) => {
    const client = await trader({ body: {} });
    expect(await thrownBy(call(client))).toMatchObject({
      name: 'InvalidInputError',
      field: 'recipientExt',
    });
    expect(server.asked).toEqual([]);
  });
});
