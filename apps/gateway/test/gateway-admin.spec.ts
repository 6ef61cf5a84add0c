/**
 * What operators do, over HTTP: a real bus, a real database and the real rules, with prepared answers of the signer.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromHex, toBase58 } from '@bellwether/codec';
import { EVENT, GatewayUnderTest, ISSUED_SECRET } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const maker = new UserUnderTest(1);
const taker = new UserUnderTest(2);
const stranger = new UserUnderTest(3);

describe('/admin', () => {
  let gateway: GatewayUnderTest;
  let market_id: string;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    market_id = await gateway.openMarket(EVENT);
    await gateway.credit(maker, taker);
  });
  afterAll(() => gateway?.stop());

  const limit = (fields: { price: number; size: number; nonce: number }) =>
    ({ market_id, side: 'buy', outcome: 'yes', ...fields }) as const;

  it.each([{}, { 'x-admin-key': 'wrong' }, { 'x-admin-key': '' }])(
    'is closed with %j',
    async (headers) => {
      const answer = await gateway.send('POST', '/admin/mode', { mode: 'halted' }, headers);
      expect([answer.status, answer.body.error.code]).toEqual([401, 'ADMIN_KEY_INVALID']);
    },
  );

  it('creates an event once under its id', async () => {
    const again = await gateway.admin('POST', '/admin/events', EVENT);
    expect(again.body).toMatchObject({ success: true, data: { event_id: 'rain-2030' } });
    expect(again.headers.get('idempotent-replay')).toBe('true');
    const other = await gateway.admin('POST', '/admin/events', { ...EVENT, question: 'Else?' });
    expect([other.status, other.body.error.code]).toEqual([409, 'EVENT_EXISTS']);
    const { event_id: _, ...unnamed } = EVENT;
    const first = await gateway.admin('POST', '/admin/events', unnamed);
    const second = await gateway.admin('POST', '/admin/events', unnamed);
    expect(first.body.data.event_id).not.toBe(second.body.data.event_id);
  });

  it('credits once a reference', async () => {
    const credit = { user: stranger.name, amount: 5, reference: 'once' };
    const first = await gateway.admin('POST', '/admin/credit', credit);
    expect(first.body).toMatchObject({
      success: true,
      data: { user: stranger.name, available: 5 },
    });
    const again = await gateway.admin('POST', '/admin/credit', credit);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(again.body).toEqual(first.body);
    const other = await gateway.admin('POST', '/admin/credit', { ...credit, amount: 6 });
    expect([other.status, other.body.error.code]).toEqual([409, 'REFERENCE_REUSED']);
  });

  it.each([
    ['the identity', `01${'00'.repeat(31)}`],
    ['no point of the curve', `02${'00'.repeat(31)}`],
    [
      'a key with a part of small order',
      'f8ef24baa5482832f1af92f57b2600d7a3b2d6a2dc1ae915f515898e13d59efb',
    ],
  ])('credits nobody who cannot sign: %s', async (_, key) => {
    const credit = { user: key, amount: 5, reference: key };
    const refused = await gateway.admin('POST', '/admin/credit', credit);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.body.error.details).toEqual({
      field: 'user',
      value: toBase58(fromHex(key, 32) ?? new Uint8Array()),
      expected: expect.stringContaining('can sign'),
    });
  });

  it('pauses, resumes, sets limits, fees and modes', async () => {
    const change = async (path: string) =>
      (await gateway.admin('POST', `/admin/markets/${market_id}${path}`)).body;
    expect((await change('/pause')).data).toMatchObject({ market_id, status: 'paused' });
    const paused = await gateway.post(
      '/v1/orders',
      maker.order(limit({ price: 1, size: 1, nonce: 20 })),
    );
    expect(paused.body.error).toMatchObject({
      code: 'MARKET_NOT_ACTIVE',
      details: { status: 'paused' },
    });
    expect((await change('/resume')).data).toMatchObject({ status: 'active' });

    const limits = await gateway.admin('PUT', `/admin/users/${maker.name}/limits`, {
      max_open_orders: 5,
    });
    expect(limits.body.data).toMatchObject({ user: maker.name, max_open_orders: 5 });
    const ofFunds = await gateway.admin('PUT', `/admin/users/${maker.name}/limits`, {
      max_open_orders: null,
    });
    expect(ofFunds.body.data).toMatchObject({ user: maker.name, max_open_orders: 1_000 });
    const categories = [{ name: '*', sub: '*', fee_bps: 700, maker_rebate_pct: 20 }];
    expect((await gateway.admin('PUT', '/admin/fees', { categories })).body.data).toMatchObject({
      categories,
    });

    expect(
      (await gateway.admin('POST', '/admin/mode', { mode: 'cancel_only' })).body.data.mode,
    ).toBe('cancel_only');
    const refused = await gateway.post(
      '/v1/orders',
      maker.order(limit({ price: 1, size: 1, nonce: 21 })),
    );
    expect([refused.status, refused.body.error.code]).toEqual([503, 'CANCEL_ONLY']);
    expect(refused.headers.get('retry-after')).toBe('1');
    await gateway.admin('POST', '/admin/mode', { mode: 'open' });
  });

  it('resolves a market and an event, once', async () => {
    await gateway.post('/v1/orders', maker.order(limit({ price: 4000, size: 4, nonce: 30 })));
    const crossing = { market_id, side: 'buy', outcome: 'no', price: 6000, size: 4 } as const;
    await gateway.post('/v1/orders', taker.order({ ...crossing, nonce: 30 }));
    const resolved = await gateway.admin('POST', `/admin/markets/${market_id}/resolve`, {
      outcome: 'yes',
    });
    expect(resolved.body.data).toMatchObject({
      market_id,
      status: 'resolved',
      outcome: 'yes',
      paid_micro_usdc: 4_000_000,
    });
    const again = await gateway.admin('POST', `/admin/markets/${market_id}/resolve`, {
      outcome: 'yes',
    });
    expect(again.body).toEqual(resolved.body);
    expect([resolved, again].map(({ headers }) => headers.get('idempotent-replay'))).toEqual([
      null,
      'true',
    ]);
    const other = await gateway.admin('POST', `/admin/events/rain-2030/resolve`, { void: true });
    expect([other.status, other.body.error.code]).toEqual([409, 'ALREADY_RESOLVED']);

    const race = {
      ...EVENT,
      event_id: 'race',
      mutually_exclusive: true,
      outcomes: [{ label: 'A' }, { label: 'B' }],
    };
    const created = await gateway.admin('POST', '/admin/events', race);
    const [a, b] = created.body.data.outcomes;
    const winner = await gateway.admin('POST', '/admin/events/race/resolve', {
      winner: a.market_id,
    });
    expect(winner.body.data).toMatchObject({
      event_id: 'race',
      markets: [
        { market_id: a.market_id, outcome: 'yes' },
        { market_id: b.market_id, outcome: 'no' },
      ],
    });
    const repeated = await gateway.admin('POST', '/admin/events/race/resolve', {
      winner: a.market_id,
    });
    expect(repeated.body).toEqual(winner.body);
    expect(repeated.headers.get('idempotent-replay')).toBe('true');
  });

  it('hands keys over from the signer, and keeps no secret', async () => {
    const builder = await gateway.admin('POST', '/admin/builders', { name: 'Acme' });
    expect(builder.body.data).toEqual({
      builder_id: 'builder-1',
      name: 'Acme',
      max_fee_bps: 100,
    });
    const key = await gateway.admin('POST', '/admin/keys', { builder_id: 'builder-1' });
    expect(key.body.data).toMatchObject({ api_key: ISSUED_SECRET, secret: ISSUED_SECRET });
    const { key_id } = key.body.data;
    const rotated = await gateway.admin('POST', `/admin/keys/${key_id}/rotate`);
    expect([rotated.status, rotated.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await gateway.admin('DELETE', `/admin/keys/${key_id}`)).body.data).toMatchObject({
      key_id,
    });
    const restored = await gateway.admin('POST', `/admin/keys/${key_id}/restore`);
    expect(restored.body.data).toEqual({ key_id });
    expect((await gateway.admin('GET', '/admin/keys')).body.data).toMatchObject({
      keys: [],
      has_more: false,
    });
    const unknown = await gateway.admin('POST', '/admin/keys', { builder_id: 'nobody' });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'BUILDER_NOT_FOUND']);
    expect(gateway.log.join('')).not.toContain(ISSUED_SECRET);
  });

  it('leaves a row of every call, without keys and secrets', async () => {
    const { body } = await gateway.admin('GET', '/admin/audit?limit=1000');
    const calls = body.data.entries.map((row: { method: string; path: string; status: number }) =>
      [row.method, row.path, row.status].join(' '),
    );
    expect(calls).toContain('POST /admin/events 200');
    expect(calls).toContain('POST /admin/events 409');
    expect(calls).toContain('POST /admin/mode 401');
    expect(calls).toContain('POST /admin/keys 200');
    const text = JSON.stringify(body);
    expect(text).not.toContain(ISSUED_SECRET);
    expect(text).not.toContain('an admin key');
    expect(gateway.log.join('')).not.toContain('an admin key');

    const first = await gateway.admin('GET', '/admin/audit?limit=1');
    expect(first.body.data.entries[0]).toMatchObject({
      method: 'GET',
      path: '/admin/audit?limit=1000',
    });
    const next = await gateway.admin(
      'GET',
      `/admin/audit?limit=1&before=${first.body.data.next_cursor}`,
    );
    expect(next.body.data.entries[0].audit_id).toBe(first.body.data.entries[0].audit_id - 1);
  });
});
