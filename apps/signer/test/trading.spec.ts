/**
 * What a builder does in its users' names happens once, for its own users, within its scopes and caps. A running signer
 * uses the real bus with the engine's own rules behind it, and every answer is read as a builder reads it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { fromHex, parsePublicKey } from '@bellwether/codec';
import { encodeOrder } from '@bellwether/canonical-message';
import { verify } from '@bellwether/signature';
import type { RunningSigner } from '../src/start';
import { BuilderClient, type HttpAnswer } from './builder-client';
import { SignerUnderTest } from './signer-under-test';

const USD = 1_000_000;

describe('trading through the signer', () => {
  let world: SignerUnderTest;
  let signer: RunningSigner;
  let client: BuilderClient;
  let stranger: BuilderClient;
  let market: string;
  let alice: string;
  let lastNonce = 0;

  beforeAll(async () => {
    world = await SignerUnderTest.start();
    signer = await world.startSigner();
    client = await world.client(signer, { maxFeeBps: 50 });
    stranger = await world.client(signer);
    market = world.market();
    alice = await client.user('alice');
    world.credit(alice, 1_000 * USD);
  });
  afterAll(async () => world.stop());

  const order = (over: object = {}) => ({
    user: alice,
    market_id: market,
    side: 'buy',
    outcome: 'yes',
    price: 1_000,
    size: 10,
    order_type: 'gtc',
    nonce: ++lastNonce,
    ...over,
  });
  const submit = (over: object = {}): Promise<HttpAnswer> => client.post('/v1/submit', order(over));
  const refusal = ({ status, body }: HttpAnswer) => [status, body.error?.code];

  describe('submit', () => {
    it('signs, sends, and answers the order as it stands', async () => {
      const body = order({ fee_bps: 50 });
      const { status, headers, body: answer } = await client.post('/v1/submit', body);
      expect(status).toBe(200);
      expect(headers.get('idempotent-replay')).toBeNull();
      expect(answer).toMatchObject({
        ...body,
        order_id: expect.any(Number),
        fills: [],
        filled: 0,
        remaining: 10,
        status: 'resting',
        cancel_reason: null,
        self_trade_cancelled: [],
        builder_api_key: client.credentials.apiKey.split('_')[2],
        seq: expect.any(Number),
      });
    });

    it('matches two users of two builders and names both builders', async () => {
      const bob = await stranger.user('bob');
      world.credit(bob, 100 * USD);
      const maker = await submit({ price: 6_000, size: 3, fee_bps: 10 });
      const { body } = await stranger.post('/v1/submit', {
        ...order({ user: bob, outcome: 'no', price: 4_000, size: 3, order_type: 'ioc', nonce: 1 }),
        fee_bps: 100,
      });
      expect(body).toMatchObject({ status: 'filled', filled: 3, remaining: 0 });
      expect(body.fills).toMatchObject([
        {
          quantity: 3,
          price: 4_000,
          settlement_type: 'mint',
          maker: alice,
          taker: bob,
          maker_order_id: maker.body.order_id,
          builder_api_key: stranger.credentials.apiKey.split('_')[2],
          maker_builder_api_key: client.credentials.apiKey.split('_')[2],
          // 100 bp of 3 contracts at 4000, 10 bp of 3 at 6000.
          builder_fee: 12_000,
          maker_builder_fee: 1_800,
        },
      ]);
    });

    it('answers 100 concurrent equal requests with one order', async () => {
      const body = order({ price: 500, size: 7 });
      const before = world.engine.exchange.lastSeq;
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => client.post('/v1/submit', body)),
      );
      const [first] = answers;
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      for (const answer of answers) expect(answer.body).toEqual(first?.body);
      const replays = answers.filter(({ headers }) => headers.get('idempotent-replay') === 'true');
      expect(replays).toHaveLength(99);
      const placed = world.engine.events.filter(
        ({ seq, event }) => seq > before && event.kind === 'order_accepted',
      );
      expect(placed).toHaveLength(1);
    });

    it('gives the true answer to the retry of one whose outcome nobody heard', async () => {
      const body = order({ price: 400 });
      world.engine.isMute = true;
      const lost = await client.post('/v1/submit', body);
      world.engine.isMute = false;
      expect([lost.status, lost.body.error.code, lost.body.error.retryable]).toEqual([
        504,
        'OUTCOME_UNKNOWN',
        true,
      ]);
      const retry = await client.post('/v1/submit', body);
      expect([retry.status, retry.headers.get('idempotent-replay')]).toEqual([200, 'true']);
      expect(retry.body).toMatchObject({ nonce: body.nonce, status: 'resting' });
    });

    it('says that nothing was done where no engine listens', async () => {
      const body = order({ price: 300 });
      await world.engine.stop();
      const answer = await client.post('/v1/submit', body);
      await world.engine.serve();
      expect(refusal(answer)).toEqual([503, 'ENGINE_UNAVAILABLE']);
      expect(answer.headers.get('retry-after')).toBe('1');
      expect((await client.post('/v1/submit', body)).status).toBe(200);
    });

    it('passes the engine’s refusals on by code, with their facts', async () => {
      const reused = { nonce: lastNonce };
      expect(refusal(await submit({ ...reused, price: 999 }))).toEqual([409, 'NONCE_REUSED']);
      const tooMuch = await submit({ price: 9_999, size: 10_000_000 });
      expect(refusal(tooMuch)).toEqual([422, 'INSUFFICIENT_BALANCE']);
      expect(tooMuch.body.error.details).toMatchObject({
        required: expect.any(Number),
        available: expect.any(Number),
        locked: expect.any(Number),
        shortfall: expect.any(Number),
      });
      expect(refusal(await submit({ order_type: 'fok', price: 1 }))).toEqual([
        422,
        'FOK_NOT_FILLED',
      ]);
      expect(refusal(await submit({ market_id: '00'.repeat(32) }))).toEqual([
        404,
        'MARKET_NOT_FOUND',
      ]);
    });

    it('holds fee_bps to the key’s own maximum, and uses no nonce for it', async () => {
      const nonce = ++lastNonce;
      const over = await submit({ nonce, fee_bps: 51 });
      expect(refusal(over)).toEqual([400, 'VALIDATION_FAILED']);
      expect(over.body.error.details).toMatchObject({ field: 'fee_bps', value: 51, maximum: 50 });
      expect(refusal(await submit({ nonce, fee_bps: 101 }))).toEqual([400, 'VALIDATION_FAILED']);
      expect((await submit({ nonce, fee_bps: 50 })).status).toBe(200);
    });

    it.each([
      ['price', 0],
      ['price', 10_000],
      ['price', '5000'],
      ['size', 0],
      ['size', 10_000_001],
      ['side', 'long'],
      ['outcome', 'maybe'],
      ['order_type', 'market'],
      ['nonce', 0],
      ['user', 'nobody'],
      ['market_id', 'abc'],
      ['fee_bps', -1],
    ])('refuses %s %j by name', async (field, value) => {
      const { status, body } = await submit({ [field]: value });
      expect([status, body.error.code, body.error.details.field]).toEqual([
        400,
        'VALIDATION_FAILED',
        field,
      ]);
    });

    it('reads numbers as they were sent: 9007199254740993 is no nonce', async () => {
      const text = JSON.stringify(order({ nonce: 1 })).replace(
        '"nonce":1',
        '"nonce":9007199254740993',
      );
      const envelope = client.envelope('/v1/submit', text);
      const { status, body } = await client.send('/v1/submit', text, envelope);
      expect([status, body.error.details]).toMatchObject([
        400,
        { field: 'nonce', value: '9007199254740993' },
      ]);
    });
  });

  describe('sign', () => {
    it('gives a signature that verifies over the canonical message, and uses no nonce', async () => {
      const body = order();
      const { status, body: signed } = await client.postWithKey('/v1/sign', body);
      expect(status).toBe(200);
      const user = parsePublicKey(alice) ?? new Uint8Array();
      const message = encodeOrder({
        marketId: fromHex(market, 32) ?? new Uint8Array(),
        user,
        outcome: 'yes',
        side: 'buy',
        price: body.price,
        size: body.size,
        nonce: body.nonce,
      });
      expect(verify(Buffer.from(signed.signature, 'hex'), message, user)).toBe(true);
      expect(signed.message_hash).toBe(createHash('sha256').update(message).digest('hex'));
      expect((await client.post('/v1/submit', body)).status).toBe(200);
    });

    it('gives none for a market that is not there or not active', async () => {
      const unknown = await client.postWithKey('/v1/sign', order({ market_id: '11'.repeat(32) }));
      expect(refusal(unknown)).toEqual([404, 'MARKET_NOT_FOUND']);
      const paused = world.market();
      const marketId = fromHex(paused, 32) ?? new Uint8Array();
      world.engine.apply('admin', { kind: 'set_market_status', marketId, action: 'pause' });
      const answer = await client.postWithKey('/v1/sign', order({ market_id: paused }));
      expect(refusal(answer)).toEqual([422, 'MARKET_NOT_ACTIVE']);
      expect(answer.body.error.details).toEqual({ status: 'paused' });
    });
  });

  describe('cancel and cancel-all', () => {
    it('cancels one order, once', async () => {
      const { body: placed } = await submit({ price: 200, size: 4 });
      const cancel = { user: alice, market_id: market, order_id: placed.order_id };
      const first = await client.post('/v1/cancel', cancel);
      expect([first.status, first.body]).toMatchObject([
        200,
        { order_id: placed.order_id, status: 'cancelled', cancelled_size: 4, filled_size: 0 },
      ]);
      const second = await client.post('/v1/cancel', cancel);
      expect(refusal(second)).toEqual([409, 'ORDER_NOT_OPEN']);
      expect(second.body.error.details.order).toMatchObject({
        order_id: placed.order_id,
        status: 'cancelled',
        cancel_reason: 'user',
      });
      const unknown = { ...cancel, order_id: 999_999_999 };
      expect(refusal(await client.post('/v1/cancel', unknown))).toEqual([404, 'ORDER_NOT_FOUND']);
    });

    it('cancels everything, and a repeat gets the same answer', async () => {
      await submit({ price: 100 });
      const body = { user: alice, nonce: 1 };
      const first = await client.post('/v1/cancel-all', body);
      expect(first.status).toBe(200);
      expect(first.body.count).toBeGreaterThanOrEqual(1);
      const second = await client.post('/v1/cancel-all', body);
      expect(second.headers.get('idempotent-replay')).toBe('true');
      expect(second.body).toEqual(first.body);
      const scoped = { user: alice, nonce: 2, market_id: market };
      expect((await client.post('/v1/cancel-all', scoped)).body).toMatchObject({
        market_id: market,
        cancelled: [],
        count: 0,
      });
    });
  });

  const endpoints: [path: string, body: (user: string) => object][] = [
    ['/v1/submit', (user) => order({ user })],
    ['/v1/sign', (user) => order({ user })],
    ['/v1/cancel', (user) => ({ user, market_id: market, order_id: 1 })],
    ['/v1/cancel-all', (user) => ({ user, nonce: 100 })],
    ['/v1/deposit/address', (user) => ({ user, chain: 'ext' })],
  ];
  const call = (caller: BuilderClient, path: string, body: object): Promise<HttpAnswer> =>
    path === '/v1/sign' || path === '/v1/deposit/address'
      ? caller.postWithKey(path, body)
      : caller.post(path, body);

  describe.each(endpoints)('%s', (path, bodyFor) => {
    it('serves no other builder’s user, no user of nobody, and does nothing for them', async () => {
      const before = world.engine.exchange.lastSeq;
      const selfHeld = '11111111111111111111111111111112';
      for (const user of [alice, selfHeld]) {
        expect(refusal(await call(stranger, path, bodyFor(user)))).toEqual([403, 'NOT_YOUR_USER']);
      }
      expect(world.engine.exchange.lastSeq).toBe(before);
    });
  });

  describe.each(endpoints.slice(0, 4))('%s', (path, bodyFor) => {
    it('needs the scope trade', async () => {
      const untrusted = await world.client(signer, { scopes: ['withdraw'] });
      const user = await untrusted.user('frank');
      const answer = await call(untrusted, path, bodyFor(user));
      expect(refusal(answer)).toEqual([403, 'SCOPE_MISSING']);
      expect(answer.body.error.details).toEqual({ scope: 'trade', granted: ['withdraw'] });
    });
  });

  it('another key of the same builder may sign for a user it did not make', async () => {
    const builderId = await world.builderId();
    const [maker, other] = [
      await world.client(signer, { builderId }),
      await world.client(signer, { builderId }),
    ];
    const user = await maker.user('grace');
    world.credit(user, 10 * USD);
    const answer = await other.post('/v1/submit', order({ user, size: 1, nonce: 1 }));
    expect(answer.status).toBe(200);
    expect(answer.body.builder_api_key).toBe(other.credentials.apiKey.split('_')[2]);
  });

  it('goes on after a restart of the signer, and through a second one', async () => {
    const replica = await world.startSigner();
    const body = order({ price: 50, size: 1 });
    const first = await client.post('/v1/submit', body);
    const second = await new BuilderClient(replica.url, client.credentials).post(
      '/v1/submit',
      body,
    );
    expect(second.headers.get('idempotent-replay')).toBe('true');
    expect(second.body).toEqual(first.body);
    await world.stopSigner(replica);
  });

  describe('a challenge of a result', () => {
    it('is signed with the key of the user, and takes the stake once', async () => {
      const rules = { windowSeconds: 3_600, stake: 5 * USD, rewardPct: 0, secondRole: false };
      world.engine.apply('admin', {
        kind: 'set_resolution_rules',
        rules: [{ name: '*', sub: '*', ...rules }],
      });
      const marketId = fromHex(world.market(), 32)!;
      const { reply } = world.engine.apply('admin', {
        kind: 'propose',
        subject: { kind: 'market', marketId },
        outcome: { kind: 'market', resolution: 'yes', price: null },
        by: 'desk-1',
        note: 'It was on the news.',
      });
      const case_id = reply.seq;
      const said = { claim: 'no', reason: 'It was not.', stake_micro_usdc: 5 * USD };
      const body = { user: alice, case_id, ...said, nonce: ++lastNonce };
      const before = world.engine.exchange.balance(parsePublicKey(alice)!);
      const first = await client.post('/v1/challenge', body);
      expect([first.status, first.body]).toMatchObject([200, { case_id, nonce: lastNonce }]);
      const again = await client.post('/v1/challenge', body);
      expect([again.headers.get('idempotent-replay'), again.body]).toEqual(['true', first.body]);
      const after = world.engine.exchange.balance(parsePublicKey(alice)!);
      expect(after).toMatchObject({ available: before.available - 5 * USD, staked: 5 * USD });
      expect(
        refusal(await stranger.post('/v1/challenge', { ...body, nonce: ++lastNonce })),
      ).toEqual([403, 'NOT_YOUR_USER']);
      world.engine.apply('admin', { kind: 'set_resolution_rules', rules: [] });
    });
  });
});
