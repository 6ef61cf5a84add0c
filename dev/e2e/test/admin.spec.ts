/** What operators do: markets from opening to payout, the modes of the exchange, fees, keys, and the trail of it all. */
import { afterEach, describe, expect, it } from 'vitest';
import { AdminClient, newOperatorKey } from '@bellwether/client';
import { expectError, expectOk, markets, status } from '../src/answers';
import { Builder } from '../src/builder';
import { eventually } from '../src/eventually';
import { suiteExchange } from '../src/exchange';
import { http } from '../src/http';
import {
  USDC,
  balanceOf,
  bookOf,
  fundedUser,
  historyCaughtUp,
  newBuilder,
  newEvent,
  newMarket,
  positionOf,
  solvencyOf,
  submit,
} from '../src/scenario';
import { Wallet } from '../src/wallet';

const exchange = suiteExchange();
const admin = (path: string, body: unknown = {}) => exchange.admin('POST', path, body);
const order = (market_id: string, nonce: number, outcome: 'yes' | 'no') =>
  ({ market_id, nonce, outcome, side: 'buy', price: 5_000, size: 100, order_type: 'gtc' }) as const;

/** Two users who hold 100 YES and 100 NO of a market. */
async function holders(marketId: string) {
  const { builder } = await newBuilder(exchange);
  const [yes, no] = [await fundedUser(exchange, builder), await fundedUser(exchange, builder)];
  await submit(builder, no, order(marketId, 1, 'no'));
  await submit(builder, yes, order(marketId, 1, 'yes'));
  return { builder, yes, no };
}

describe('the life of a market', () => {
  it('pauses, resumes, closes with its orders cancelled, and pays out at resolution', async () => {
    const marketId = await newMarket(exchange);
    const { builder, yes, no } = await holders(marketId);
    expect(await admin(`/admin/markets/${marketId}/pause`)).toMatchObject({
      status: 200,
      body: { success: true, data: { market_id: marketId, status: 'paused' } },
    });
    const refused = await builder.post('/v1/submit', { user: yes, ...order(marketId, 2, 'yes') });
    expect(expectError(refused)).toMatchObject({
      status: 422,
      code: 'MARKET_NOT_ACTIVE',
      details: { status: 'paused' },
    });
    expect(await admin(`/admin/markets/${marketId}/resume`)).toMatchObject({ status: 200 });
    const resting = await submit(builder, yes, { ...order(marketId, 3, 'yes'), price: 1_000 });
    expect(await admin(`/admin/markets/${marketId}/close`)).toMatchObject({
      body: { data: { status: 'closed' } },
    });
    expect(await exchange.get(`/v1/orders/${yes}/${resting.order_id}`)).toMatchObject({
      body: { status: 'cancelled', cancel_reason: 'market_closed' },
    });

    const before = { yes: await balanceOf(exchange, yes), no: await balanceOf(exchange, no) };
    const resolved = await admin(`/admin/markets/${marketId}/resolve`, { outcome: 'yes' });
    expect(resolved).toMatchObject({
      status: 200,
      body: { data: { status: 'resolved', outcome: 'yes', paid_micro_usdc: 100 * USDC } },
    });
    expect((await balanceOf(exchange, yes)).available).toBe(before.yes.available + 100 * USDC);
    expect((await balanceOf(exchange, no)).available).toBe(before.no.available);
    expect(await positionOf(exchange, marketId, yes)).toMatchObject({
      yes_contracts: 0,
      no_contracts: 0,
    });
    expect(await solvencyOf(exchange)).toMatchObject({ difference: 0 });

    const repeat = await admin(`/admin/markets/${marketId}/resolve`, { outcome: 'yes' });
    expect(repeat).toMatchObject({ status: 200, body: resolved.body });
    expect(repeat.headers.get('idempotent-replay')).toBe('true');
    expect(resolved.headers.get('idempotent-replay')).toBeNull();
    const other = await admin(`/admin/markets/${marketId}/resolve`, { outcome: 'no' });
    expect(expectError(other)).toMatchObject({ status: 409, code: 'ALREADY_RESOLVED' });
  });

  it('pays a void market at the stated price', async () => {
    const marketId = await newMarket(exchange);
    const { yes, no } = await holders(marketId);
    const before = { yes: await balanceOf(exchange, yes), no: await balanceOf(exchange, no) };
    await admin(`/admin/markets/${marketId}/resolve`, { outcome: 'void', price: 2_500 });
    expect((await balanceOf(exchange, yes)).available).toBe(before.yes.available + 25 * USDC);
    expect((await balanceOf(exchange, no)).available).toBe(before.no.available + 75 * USDC);
  });

  it('resolves outcomes that exclude each other in one step', async () => {
    const { eventId, marketIds } = await newEvent(exchange, {
      labels: ['A', 'B', 'C'],
      mutually_exclusive: true,
    });
    const [a = '', b = '', c = ''] = marketIds;
    const alone = await admin(`/admin/markets/${a}/resolve`, { outcome: 'yes' });
    expect(expectError(alone)).toMatchObject({ status: 409, code: 'RESOLVE_BY_EVENT' });
    const resolved = await admin(`/admin/events/${eventId}/resolve`, { winner: b });
    expect(resolved.status).toBe(200);
    const repeat = await admin(`/admin/events/${eventId}/resolve`, { winner: b });
    expect(repeat).toMatchObject({ status: 200, body: resolved.body });
    expect(repeat.headers.get('idempotent-replay')).toBe('true');
    const listed = expectOk(markets, await exchange.get(`/v1/markets?event_id=${eventId}`))
      .markets[0];
    expect(listed?.outcomes).toEqual([
      expect.objectContaining({ market_id: a, status: 'resolved', resolution: 'no' }),
      expect.objectContaining({ market_id: b, status: 'resolved', resolution: 'yes' }),
      expect.objectContaining({ market_id: c, status: 'resolved', resolution: 'no' }),
    ]);
  });

  it('closes by itself at its expiry', async () => {
    const expiry = Math.floor(Date.now() / 1_000) + 2;
    const { marketIds } = await newEvent(exchange, { expiry });
    const [marketId = ''] = marketIds;
    expect((await bookOf(exchange, marketId)).status).toBe('active');
    let now = 'active';
    while (now === 'active') now = (await bookOf(exchange, marketId)).status;
    expect(now).toBe('closed');
    expect(Date.now() / 1_000).toBeGreaterThanOrEqual(expiry);
  });
});

describe('the lag of history', () => {
  it('returns to 0 when history has everything, whatever commands left nothing to take in', async () => {
    const marketId = await newMarket(exchange);
    const wallet = await Wallet.create();
    const cancel = await wallet.cancel({ market_id: marketId, order_id: 1 });
    expect(expectError(await exchange.post('/v1/orders/cancel', cancel)).status).toBe(404);
    const { history } = await eventually(
      async () => expectOk(status, await exchange.get('/v1/status')),
      (now) => now.history.lag === 0,
    );
    expect(history.available).toBe(true);
  });
});

describe('the mode of the exchange', () => {
  afterEach(async () => {
    await admin('/admin/mode', { mode: 'open' });
  });

  it.each([
    ['cancel_only', 'CANCEL_ONLY', 200],
    ['halted', 'HALTED', 503],
  ])('%s refuses orders with %s; a cancel answers %i', async (mode, code, cancelStatus) => {
    const { builder } = await newBuilder(exchange);
    const marketId = await newMarket(exchange);
    const user = await fundedUser(exchange, builder);
    const { order_id } = await submit(builder, user, order(marketId, 1, 'yes'));
    await admin('/admin/mode', { mode });
    expect(expectOk(status, await exchange.get('/v1/status')).mode).toBe(mode);
    const refused = await builder.post('/v1/submit', { user, ...order(marketId, 2, 'yes') });
    expect(expectError(refused)).toMatchObject({ status: 503, code, retryable: true });
    expect(refused.headers.get('retry-after')).not.toBeNull();
    const cancel = await builder.post('/v1/cancel', { user, market_id: marketId, order_id });
    expect(cancel.status).toBe(cancelStatus);
    await admin('/admin/mode', { mode: 'open' });
    // The nonce was not used: the same request is taken now.
    expect((await submit(builder, user, order(marketId, 2, 'yes'))).status).toBe('resting');
  });
});

describe('keys', () => {
  it('are rotated with an overlap and revoked at once', async () => {
    const { builder, client, keyId, apiKey } = await newBuilder(exchange);
    const body = { user_id: 'someone' };
    expect((await builder.post('/v1/keys', body)).status).toBe(200);
    const { answer: data } = await client.rotateKey(keyId);
    expect(data.key_id).toBe(keyId);
    const fresh = new Builder(exchange.file.signer_url, data);
    expect((await fresh.post('/v1/keys', body)).status).toBe(200);
    expect((await builder.post('/v1/keys', body)).status).toBe(200);
    expect((await exchange.admin('DELETE', `/admin/keys/${keyId}`)).status).toBe(200);
    for (const one of [builder, fresh]) {
      expect(expectError(await one.post('/v1/keys', body))).toMatchObject({
        status: 401,
        code: 'API_KEY_INVALID',
      });
    }
    const listed = JSON.stringify((await exchange.admin('GET', '/admin/keys?limit=500')).body);
    expect(listed).toContain(keyId);
    expect(listed).not.toContain(apiKey);
  });
});

describe('the admin key', () => {
  it.each([
    ['none', {}],
    ['another', { 'X-Admin-Key': 'bw_admin_wrong' }],
  ])('%s lets nobody in', async (_title, headers) => {
    const url = `${exchange.file.gateway_url}/admin/mode`;
    const answer = await http(url, { method: 'POST', headers, text: '{"mode":"halted"}' });
    expect(expectError(answer)).toMatchObject({ status: 401, code: 'ADMIN_KEY_INVALID' });
    expect(expectOk(status, await exchange.get('/v1/status')).mode).toBe('open');
  });

  it('leaves an audit row a call, without secrets', async () => {
    const marketId = await newMarket(exchange);
    await admin(`/admin/markets/${marketId}/pause`);
    const audit = await exchange.admin('GET', '/admin/audit?limit=10');
    expect(audit.status).toBe(200);
    const text = JSON.stringify(audit.body);
    expect(text).toContain(`/admin/markets/${marketId}/pause`);
    expect(text).not.toContain(exchange.file.admin_key);
  });
});

describe('lists', () => {
  it('have every user with its money, page after page, and one by its address', async () => {
    const { builder } = await newBuilder(exchange);
    const users = [await fundedUser(exchange, builder), await fundedUser(exchange, builder)];
    await historyCaughtUp(exchange);
    const { operator } = exchange;
    const seen: string[] = [];
    for await (const { user } of operator.eachUser({ limit: 1 })) {
      seen.push(user);
      if (users.every((one) => seen.includes(one))) break;
    }
    expect(new Set(seen).size).toBe(seen.length);
    const [user = ''] = users;
    const { available } = await balanceOf(exchange, user);
    const found = { user, balance: available, withdrawing: 0 };
    expect(await operator.users({ address: user })).toMatchObject({ users: [found] });
  });

  it('have every builder, by a part of its name', async () => {
    const { builderId } = await newBuilder(exchange);
    const { builders } = await exchange.operator.builders({ q: builderId });
    expect(builders).toMatchObject([{ builder_id: builderId, active_keys: 1 }]);
    const first = await exchange.operator.builders({ limit: 1 });
    const after = String(first.next_cursor);
    const second = await exchange.operator.builders({ limit: 1, after });
    expect(second.builders[0]?.builder_id).not.toBe(first.builders[0]?.builder_id);
  });

  it('have alarms, of whichever app', async () => {
    const { alarms } = await exchange.operator.alarms({ app: 'bridge-relayer', limit: 5 });
    expect(alarms.every(({ app }) => app === 'bridge-relayer')).toBe(true);
  });
});

describe('fees', () => {
  it('are shown as they apply, with examples', async () => {
    const { body } = await exchange.get('/v1/fees');
    expect(body).toMatchObject({
      formula: expect.any(String),
      rounding: expect.any(String),
      categories: expect.arrayContaining([
        expect.objectContaining({ name: '*', sub: '*', fee_bps: 700, maker_rebate_pct: 20 }),
      ]),
      builder: { max_fee_bps: 100, basis: expect.any(String) },
    });
  });
});

describe('named operators', () => {
  const NAME = `of-e2e-${Date.now()}`;

  it('act by their own key, are named in the trail, and end', async () => {
    const { operator: admin } = exchange;
    const { key: made, key_sha256 } = await newOperatorKey(NAME);
    await admin.addOperator({ name: NAME, roles: ['markets'], key_sha256 });
    const { gateway_url: gatewayUrl } = exchange.file;
    const named = new AdminClient({ gatewayUrl, adminKey: made });
    expect(await named.whoAmI()).toMatchObject({ operator: NAME, roles: ['markets'] });
    const marketId = await newMarket(exchange);
    await named.pauseMarket(marketId);
    await expect(named.setFees({ categories: [] })).rejects.toMatchObject({ code: 'ROLE_MISSING' });
    const { entries } = await admin.audit({ operator: NAME, kind: 'changes' });
    expect(entries.map(({ path, status: answered }) => [path, answered])).toEqual([
      ['/admin/fees', 403],
      [`/admin/markets/${marketId}/pause`, 200],
    ]);
    const { answer: rotated } = await named.rotateOperator(NAME);
    await expect(named.whoAmI()).rejects.toMatchObject({ code: 'ADMIN_KEY_INVALID' });
    const next = new AdminClient({ gatewayUrl, adminKey: rotated.key });
    expect(await next.whoAmI()).toMatchObject({ operator: NAME, session: null });
    await admin.revokeOperator(NAME);
    await expect(next.whoAmI()).rejects.toMatchObject({ code: 'ADMIN_KEY_INVALID' });
    const { operators } = await admin.operators();
    expect(operators.find(({ name }) => name === NAME)).toMatchObject({
      added_by: 'admin',
      revoked_at: expect.any(Number),
    });
    expect(await admin.confirmations()).toMatchObject({ confirmations: [] });
  });
});
