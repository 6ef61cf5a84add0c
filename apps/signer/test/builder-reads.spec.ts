/**
 * A builder reads its own record, users and revenue, by any of its keys, and no other builder's. The trades are made
 * through two keys and another builder, and are projected into PostgreSQL as the projector does.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Projection, openDatabase, type Database } from '@bellwether/persistence';
import type { RunningSigner } from '../src/start';
import type { BuilderClient } from './builder-client';
import { SignerUnderTest } from './signer-under-test';

const USD = 1_000_000;
const DAY = 86_400;

describe('what a builder reads of itself', () => {
  let world: SignerUnderTest;
  let signer: RunningSigner;
  let database: Database;
  let builderId: string;
  let first: BuilderClient;
  let second: BuilderClient;
  let stranger: BuilderClient;
  let reader: BuilderClient;
  let market: string;
  const users: string[] = [];

  beforeAll(async () => {
    world = await SignerUnderTest.start();
    signer = await world.startSigner();
    builderId = await world.builderId();
    first = await world.client(signer, { builderId });
    second = await world.client(signer, { builderId });
    stranger = await world.client(signer);
    reader = await world.client(signer, { builderId, scopes: ['read'] });
    market = world.market();
    const [alice, bob] = [await first.user('alice'), await second.user('bob')];
    // The same user through both keys.
    await second.user('alice');
    const carol = await stranger.user('carol');
    users.push(...[alice, bob].toSorted());
    for (const user of [alice, bob, carol]) world.credit(user, 1_000 * USD);
    const place = async (client: BuilderClient, over: object): Promise<void> => {
      const order = { market_id: market, side: 'buy', price: 5_000, size: 10, fee_bps: 100 };
      const { status, body } = await client.post('/v1/submit', {
        ...order,
        order_type: 'gtc',
        nonce: 1,
        ...over,
      });
      if (status !== 200) throw new Error(JSON.stringify(body));
    };
    await place(first, { user: alice, outcome: 'yes' });
    await place(second, { user: bob, outcome: 'yes' });
    await place(stranger, { user: carol, outcome: 'no', size: 20 });
    database = openDatabase({ url: world.databaseUrl, poolMax: 2, log: { warn: () => {} } });
    const batch = { previousSeq: 0, previousIndex: 0, events: world.engine.events };
    await new Projection(database, 0).apply([{ streamSequence: 1, batch }]);
  });
  afterAll(async () => {
    await database?.close();
    await world?.stop();
  });

  it('its name, limits and keys, without what is secret of them', async () => {
    const { status, body } = await reader.get('/v1/builder');
    expect(status).toBe(200);
    expect(body).toMatchObject({ builder_id: builderId, max_fee_bps: 100, user_count: 2 });
    expect(body.keys.map(({ scopes }: { scopes: string[] }) => scopes)).toEqual([
      ['trade', 'keys'],
      ['trade'],
      ['trade'],
      ['read'],
    ]);
    expect(body.key_id).toBe(body.keys[3].key_id);
    for (const { orders_left: left, orders_per_second: rate } of body.keys) {
      // This read is charged to the calling key.
      expect(2 * rate - left).toBeLessThanOrEqual(1);
    }
    expect(JSON.stringify(body)).not.toMatch(/secret|hash|bw_test/i);
  });

  it('its users, each once, page by page, and none of another builder', async () => {
    const all = await reader.get('/v1/builder/users');
    expect(all.body.users.map((one: { public_key: string }) => one.public_key).toSorted()).toEqual(
      users,
    );
    expect(all.body.has_more).toBe(false);
    const page = await reader.get('/v1/builder/users?limit=1');
    expect(page.body).toMatchObject({ has_more: true, users: [expect.any(Object)] });
    const rest = await reader.get(`/v1/builder/users?limit=1&after=${page.body.next_cursor}`);
    expect([...page.body.users, ...rest.body.users]).toEqual(all.body.users);
    expect(rest.body.next_cursor).toBeNull();
  });

  it('its revenue: the fees of all its keys, by day and by market', async () => {
    // 10 contracts at 50 cents, of which each pays one per cent.
    const mine = { builder_fees: 2 * 50_000, fills: 2, contracts: 20 };
    const { body } = await reader.get('/v1/builder/revenue');
    expect(body).toMatchObject({
      interval: '1d',
      total: mine,
      days: [mine],
      markets: [{ market_id: market, ...mine }],
      other_markets: { count: 0, builder_fees: 0 },
    });
    expect(body.to - body.from).toBe(31 * DAY);
    const [day] = body.days;
    expect(day.time % DAY).toBe(0);
    const before = await reader.get(`/v1/builder/revenue?from=${day.time - DAY}&to=${day.time}`);
    expect(before.body).toMatchObject({ total: { builder_fees: 0 }, days: [], markets: [] });
    const other = await reader.get(`/v1/builder/revenue?market_id=${'ab'.repeat(32)}`);
    expect(other.body.total).toEqual({ builder_fees: 0, fills: 0, contracts: 0 });
    const theirs = await stranger.get('/v1/builder/revenue');
    expect(theirs.body.total).toEqual({ builder_fees: 100_000, fills: 2, contracts: 20 });
  });

  it('its trades, through whichever key, each once, page by page, and none of another', async () => {
    const read = async (query = '') => (await reader.get(`/v1/builder/trades${query}`)).body;
    const all = await read();
    expect(all.trades).toHaveLength(2);
    expect(all).toMatchObject({
      has_more: false,
      trades: [{ size: 10, market_id: market }, { size: 10 }],
    });
    const newest = await read('?limit=1');
    expect(newest).toMatchObject({ has_more: true, trades: [all.trades[0]] });
    const rest = await read(`?limit=1&before=${newest.next_cursor}`);
    expect(rest).toMatchObject({ has_more: false, trades: [all.trades[1]] });
    expect((await read(`?market_id=${market}`)).trades).toEqual(all.trades);
    expect((await read(`?market_id=${'ab'.repeat(32)}`)).trades).toEqual([]);
    const lonely = await world.client(signer);
    expect((await lonely.get('/v1/builder/trades')).body.trades).toEqual([]);
  });

  it.each([
    ['/v1/builder/trades?limit=1001', 'limit'],
    ['/v1/builder/trades?before=x', 'before'],
    ['/v1/builder/revenue?interval=1h', 'interval'],
    ['/v1/builder/revenue?from=1700000000&to=1800000000', 'to'],
    ['/v1/builder/revenue?from=1700000000000', 'from'],
    ['/v1/builder/revenue?from=9000000000', 'from'],
    ['/v1/builder/revenue?from=1700000000&to=1600000000', 'from'],
    ['/v1/builder/users?limit=1001', 'limit'],
    ['/v1/builder/users?after=0', 'after'],
  ])('is refused as %s', async (path, field) => {
    const { status, body } = await reader.get(path);
    expect(status).toBe(400);
    const { details } = body.error;
    expect([
      details.field,
      ...(details.others ?? []).map((one: { field: string }) => one.field),
    ]).toContain(field);
  });

  it('may be read by a page of any origin with the envelope, and nothing else may', async () => {
    const ask = (path: string, method: string) =>
      fetch(`${signer.url}${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://page.example',
          'access-control-request-method': method,
          'access-control-request-headers': 'x-api-key,x-timestamp,x-signature',
        },
      });
    const asked = await ask('/v1/builder/revenue', 'GET');
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(asked.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(
      'x-signature',
    );
    for (const path of ['/v1/submit', '/v1/keys', '/v1/withdraw', '/v1/builders']) {
      const refused = await ask(path, 'POST');
      expect([404, 405]).toContain(refused.status);
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('asks for the envelope: a key alone reads nothing', async () => {
    const response = await fetch(`${signer.url}/v1/builder`, {
      headers: { 'x-api-key': reader.credentials.apiKey },
    });
    expect(response.status).toBe(401);
  });

  it('is all that a key with the scope `read` alone may do', async () => {
    const [user = ''] = users;
    const order = { user, market_id: market, side: 'buy', outcome: 'yes', price: 1, size: 1 };
    const full = { ...order, order_type: 'gtc', nonce: 9 };
    const refused = [
      await reader.post('/v1/submit', full),
      await reader.post('/v1/cancel-all', { user, nonce: 9 }),
      await reader.post('/v1/withdraw', { user, amount: USD, recipient_main: user, nonce: 9 }),
      await reader.postWithKey('/v1/sign', full),
      await reader.postWithKey('/v1/keys', { user_id: 'dave' }),
      await reader.postWithKey('/v1/deposit/address', { user, chain: 'ext' }),
    ];
    expect(refused.map(({ status, body }) => [status, body.error?.code])).toEqual(
      refused.map(() => [403, 'SCOPE_MISSING']),
    );
    expect((await reader.post('/v1/trades', {})).status).toBe(200);
  });
});
