/**
 * The gateway over HTTP, on a real bus, a real database and the real rules: trades between two users, read back through
 * every endpoint, then refusals.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeOrder, messageHash } from '@bellwether/canonical-message';
import { fromHex, toHex } from '@bellwether/codec';
import { EVENT, GatewayUnderTest } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const maker = new UserUnderTest(1);
const taker = new UserUnderTest(2);
const stranger = new UserUnderTest(3);

describe('the gateway', () => {
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

  describe('trading', () => {
    it('rests an order, fills the next one against it, and shows both sides', async () => {
      const rested = await gateway.post(
        '/v1/orders',
        maker.order(limit({ price: 4000, size: 10, nonce: 1 })),
      );
      expect(rested.status).toBe(200);
      expect(rested.body).toMatchObject({
        status: 'resting',
        fills: [],
        remaining: 10,
        filled: 0,
        nonce: 1,
      });
      expect(rested.body.self_trade_cancelled).toEqual([]);

      const crossing = {
        market_id,
        side: 'buy',
        outcome: 'no',
        price: 6000,
        size: 4,
        nonce: 1,
      } as const;
      const filled = await gateway.post('/v1/orders', taker.order(crossing));
      expect(filled.body).toMatchObject({ status: 'filled', remaining: 0, filled: 4 });
      expect(filled.body.fills).toHaveLength(1);
      expect(filled.body.fills[0]).toMatchObject({
        quantity: 4,
        price: 6000,
        outcome: 'no',
        maker_price: 4000,
        maker_outcome: 'yes',
        settlement_type: 'mint',
        taker_fee: 67_200,
        maker_rebate: 13_440,
        builder_fee: 0,
        builder_api_key: '',
        maker: maker.name,
        taker: taker.name,
        maker_order_id: rested.body.order_id,
        taker_order_id: filled.body.order_id,
      });
    });

    it('answers a repeat with the first answer, and says so', async () => {
      const again = await gateway.post(
        '/v1/orders',
        maker.order(limit({ price: 4000, size: 10, nonce: 1 })),
      );
      expect(again.status).toBe(200);
      expect(again.headers.get('idempotent-replay')).toBe('true');
      expect(again.body).toMatchObject({ status: 'resting', filled: 0 });
      const other = await gateway.post(
        '/v1/orders',
        maker.order(limit({ price: 4001, size: 10, nonce: 1 })),
      );
      expect([other.status, other.body.error.code]).toEqual([409, 'NONCE_REUSED']);
    });

    it('tells which bytes a wrong signature should have covered', async () => {
      const order = { ...maker.order(limit({ price: 100, size: 1, nonce: 2 })), price: 101 };
      const answer = await gateway.post('/v1/orders', order);
      const marketId = fromHex(market_id, 32) ?? new Uint8Array();
      const message = encodeOrder({ ...order, marketId, user: maker.publicKey });
      expect(answer.status).toBe(401);
      expect(answer.body.error).toMatchObject({
        code: 'SIGNATURE_INVALID',
        details: { message: toHex(message), message_hash: messageHash(message), message_bytes: 90 },
      });
    });

    it('says what an order would have needed', async () => {
      const broke = await gateway.post(
        '/v1/orders',
        stranger.order(limit({ price: 5000, size: 2, nonce: 1 })),
      );
      expect(broke.status).toBe(422);
      expect(broke.body.error).toMatchObject({
        code: 'INSUFFICIENT_BALANCE',
        retryable: false,
        details: { required: 1_000_000, available: 0, locked: 0, shortfall: 1_000_000 },
      });
    });

    it('takes no builder fee without a builder', async () => {
      const order = { ...maker.order(limit({ price: 100, size: 1, nonce: 2 })), fee_bps: 10 };
      const answer = await gateway.post('/v1/orders', order);
      expect(answer.body.error).toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { field: 'fee_bps', value: 10 },
      });
    });

    it('cancels one order, once, and all', async () => {
      const placed = await gateway.post(
        '/v1/orders',
        maker.order(limit({ price: 1000, size: 5, nonce: 3 })),
      );
      const cancel = maker.cancel(market_id, placed.body.order_id);
      const cancelled = await gateway.post('/v1/orders/cancel', cancel);
      expect(cancelled.body).toMatchObject({
        order_id: placed.body.order_id,
        market_id,
        status: 'cancelled',
        cancelled_size: 5,
        filled_size: 0,
        released_micro_usdc: 500_000,
      });
      const twice = await gateway.post('/v1/orders/cancel', cancel);
      expect(twice.status).toBe(409);
      expect(twice.body.error).toMatchObject({
        code: 'ORDER_NOT_OPEN',
        details: {
          order: { order_id: placed.body.order_id, status: 'cancelled', cancel_reason: 'user' },
        },
      });
      const unknown = await gateway.post('/v1/orders/cancel', maker.cancel(market_id, 123_456));
      expect([unknown.status, unknown.body.error.code]).toEqual([404, 'ORDER_NOT_FOUND']);

      const resting = await gateway.post(
        '/v1/orders',
        maker.order(limit({ price: 1000, size: 5, nonce: 4 })),
      );
      const nothing = await gateway.post('/v1/orders/cancel-all', stranger.cancelAll(1));
      expect(nothing.body).toMatchObject({ count: 0, cancelled: [], market_id: null });
      const all = await gateway.post('/v1/orders/cancel-all', maker.cancelAll(1, market_id));
      expect(all.body).toMatchObject({ user: maker.name, market_id, nonce: 1, count: 2 });
      expect(all.body.cancelled).toContain(resting.body.order_id);
      const replay = await gateway.post('/v1/orders/cancel-all', maker.cancelAll(1, market_id));
      expect(replay.headers.get('idempotent-replay')).toBe('true');
      expect(replay.body).toEqual(all.body);
    });
  });

  describe('reads', () => {
    beforeAll(async () => {
      await gateway.post('/v1/orders', maker.order(limit({ price: 3000, size: 7, nonce: 10 })));
      await gateway.project();
    });

    it('show balances, positions and nonces, zeros for a stranger', async () => {
      const { body } = await gateway.get(`/v1/balance/${maker.name}`);
      expect(body).toMatchObject({ locked: 2_100_000, withdrawing: 0, gas_debt: 0 });
      expect(body.total).toBe(body.available + body.locked);
      expect((await gateway.get(`/v1/balance/${toHex(maker.publicKey)}`)).body).toEqual(body);
      expect((await gateway.get(`/v1/balance/${stranger.name}`)).body).toMatchObject({
        available: 0,
        total: 0,
      });

      const position = await gateway.get(`/v1/position/${market_id.toUpperCase()}/${maker.name}`);
      expect(position.body).toMatchObject({
        market_id,
        yes_contracts: 4,
        no_contracts: 0,
        yes_locked: 0,
      });
      const nonces = await gateway.get(`/v1/nonce/${maker.name}`);
      expect(nonces.body).toMatchObject({
        public_key: maker.name,
        order: 10,
        cancel_all: 1,
        withdraw: 0,
      });
    });

    it('show the book with its mirror', async () => {
      const { body } = await gateway.get(`/v1/markets/${market_id}/book?depth=1`);
      expect(body).toMatchObject({
        market_id,
        status: 'active',
        yes: { bids: [{ price: 3000, size: 7, orders: 1 }], asks: [] },
        no: { bids: [], asks: [{ price: 7000, size: 7, orders: 1 }] },
        midpoint: null,
        spread: null,
        last_price: 4000,
      });
    });

    it('show markets and events', async () => {
      const markets = await gateway.get('/v1/markets');
      expect(markets.body).toMatchObject({ has_more: false, next_cursor: null });
      expect(markets.body.markets).toHaveLength(1);
      expect(markets.body.markets[0]).toMatchObject({
        event_id: 'rain-2030',
        question: 'Will it rain?',
        category: { name: 'weather', sub: 'rain' },
        status: 'active',
        fee_bps: 700,
        expiry: EVENT.expiry,
        outcomes: [
          {
            label: 'Yes',
            market_id,
            yes_price: 5000,
            chance: null,
            yes_bid: 3000,
            yes_ask: 10_000,
            last_price: 4000,
          },
        ],
      });
      expect((await gateway.get('/v1/markets?status=paused')).body.markets).toEqual([]);
      expect(
        (await gateway.get('/v1/markets?q=RAIN&category=weather/rain')).body.markets,
      ).toHaveLength(1);
      expect((await gateway.get('/v1/events?event_id=rain-2030')).body.events).toHaveLength(1);
      expect((await gateway.get('/v1/events/rain-2030')).body.description).toBe(
        'Anywhere.\nAt all.',
      );
      expect((await gateway.get(`/v1/markets/${market_id}`)).body).toMatchObject({
        market_id,
        status: 'active',
        yes_price: 5000,
        chance: null,
        no_price: 5000,
        no_ask: 7000,
      });
    });

    it('show trades in their historical form, and candles', async () => {
      const ofMarket = await gateway.get(`/v1/markets/${market_id}/trades?limit=5`);
      expect(ofMarket.body).toMatchObject({ has_more: false, next_cursor: null });
      expect(ofMarket.body.trades).toHaveLength(1);
      const [trade] = ofMarket.body.trades;
      expect(trade).toMatchObject({
        market_id,
        size: 4,
        price: 6000,
        maker: maker.name,
        taker: taker.name,
      });
      expect((await gateway.get(`/v1/trades/${taker.name}`)).body.trades).toEqual([trade]);
      const earlier = await gateway.get(`/v1/trades/${taker.name}?before=${trade.trade_id}`);
      expect(earlier.body.trades).toEqual([]);

      const candles = await gateway.get(`/v1/markets/${market_id}/candles?interval=1d`);
      expect(candles.body.candles).toEqual([
        expect.objectContaining({
          open: 4000,
          high: 4000,
          low: 4000,
          close: 4000,
          volume: 4,
          trades: 1,
        }),
      ]);
    });

    it('show orders: open ones live, others from history, one by id and by nonce', async () => {
      const open = await gateway.get(`/v1/orders/${maker.name}?status=open`);
      expect(open.body).toMatchObject({
        has_more: false,
        orders: [{ nonce: 10, status: 'resting' }],
      });
      const past = await gateway.get(`/v1/orders/${maker.name}?status=cancelled&limit=2`);
      expect(past.body).toMatchObject({ has_more: true, orders: [{ nonce: 4 }, { nonce: 3 }] });
      const next = await gateway.get(
        `/v1/orders/${maker.name}?status=cancelled&before=${past.body.next_cursor}`,
      );
      expect(next.body).toMatchObject({
        has_more: false,
        orders: [{ nonce: 1, filled: 4, remaining: 6 }],
      });

      const [order] = open.body.orders;
      expect((await gateway.get(`/v1/orders/${maker.name}/${order.order_id}`)).body).toEqual(order);
      const byNonce = await gateway.get(`/v1/orders/${maker.name}/by-nonce/10`);
      expect(byNonce.body).toMatchObject({ nonce: 10, outcome: 'order', order, refusal: null });
      const refused = await gateway.get(`/v1/orders/${stranger.name}/by-nonce/1`);
      expect(refused.body).toMatchObject({
        outcome: 'refused',
        order: null,
        refusal: { code: 'INSUFFICIENT_BALANCE', details: { required: 1_000_000 } },
      });
      const never = await gateway.get(`/v1/orders/${stranger.name}/by-nonce/2`);
      expect(never.body.error).toMatchObject({
        code: 'ORDER_NOT_FOUND',
        details: { last_nonce: 1 },
      });
    });

    it('show the exchange: fees, time, status, solvency', async () => {
      const fees = await gateway.get('/v1/fees');
      expect(fees.body.categories).toContainEqual({
        name: '*',
        sub: '*',
        fee_bps: 700,
        maker_rebate_pct: 20,
      });
      expect((await gateway.get('/v1/time')).body.time).toBeGreaterThan(1_700_000_000);
      const status = await gateway.get('/v1/status');
      expect(status.body).toMatchObject({
        network: 'test',
        mode: 'open',
        history: { available: true, lag: 0 },
        withdrawals_paused: false,
        funding: null,
      });
      expect(status.body.limits).toMatchObject({ max_size: 10_000_000, max_body_bytes: 16_384 });
      const solvency = await gateway.get('/v1/solvency');
      expect(solvency.body).toMatchObject({
        difference: 0,
        test_credits: 2_000_000_000,
        collateral: 4_000_000,
        chain: null,
      });
      expect(solvency.body.liabilities).toBe(solvency.body.assets);
    });

    it.each([
      ['GET', `/v1/deposit/bridge-address/${maker.name}`, undefined],
      ['GET', `/v1/deposit/status/${maker.name}`, undefined],
      ['GET', `/v1/withdraw/${'0'.repeat(64)}`, undefined],
      ['GET', `/v1/withdrawals/${maker.name}`, undefined],
      ['GET', `/v1/proxy/${maker.name}`, undefined],
      ['GET', '/v1/gas/price', undefined],
      ['POST', '/v1/withdraw', maker.withdraw({ amount: 1, nonce: 1 })],
      [
        'POST',
        '/v1/deposit/recover',
        maker.recover({ mint: maker.name, recipient_ext: maker.name, nonce: 1 }),
      ],
      ['POST', '/v1/faucet', { chain: 'ext', address: maker.name, token: 'native', amount: 1 }],
    ])('say that this exchange has no chains: %s %s', async (method, path, body) => {
      const answer = await gateway.send(method, path, body);
      expect([answer.status, answer.body.error]).toMatchObject([
        503,
        { code: 'FUNDING_NOT_CONFIGURED', retryable: false },
      ]);
      expect(answer.headers.get('retry-after')).toBeNull();
    });

    it('tell that history lacks nothing, also after commands that left no event', async () => {
      const before = await gateway.get('/v1/status');
      await gateway.post('/v1/orders/cancel', maker.cancel(market_id, 123_456));
      const after = await gateway.get('/v1/status');
      expect(after.body.seq).toBe(before.body.seq + 1);
      expect(after.body.history).toEqual({ available: true, seq: expect.any(Number), lag: 0 });
    });

    it('are ready when all parts are', async () => {
      const ready = await gateway.get('/readyz');
      expect(ready.body).toMatchObject({
        ready: true,
        checks: {
          nats: { ok: true },
          engine: { ok: true },
          postgres: { ok: true, required: false },
        },
      });
    });
  });

  describe('refuses', () => {
    const NOWHERE = 'ff'.repeat(32);

    it.each([
      ['/v1/markets/zz', 400, 'VALIDATION_FAILED', 'market_id'],
      ['/v1/balance/zz', 400, 'VALIDATION_FAILED', 'public_key'],
      ['/v1/markets?limit=501', 400, 'VALIDATION_FAILED', 'limit'],
      ['/v1/markets?page=2', 400, 'UNKNOWN_FIELD', 'page'],
      ['/v1/fees?x=1', 400, 'UNKNOWN_FIELD', 'x'],
      ['/v1/markets?before=zz', 400, 'INVALID_CURSOR', 'before'],
      [`/v1/markets/${NOWHERE}/book?depth=0`, 400, 'VALIDATION_FAILED', 'depth'],
      [`/v1/markets/${NOWHERE}/candles`, 400, 'VALIDATION_FAILED', 'interval'],
      [
        `/v1/markets/${NOWHERE}/candles?interval=1m&from=1700000000000`,
        400,
        'UNIT_MILLISECONDS',
        'from',
      ],
      [`/v1/markets/${NOWHERE}/candles?interval=1m&from=7&to=7`, 400, 'VALIDATION_FAILED', 'from'],
      [`/v1/orders/${maker.name}/0`, 400, 'VALIDATION_FAILED', 'order_id'],
    ])('%s', async (path, status, code, field) => {
      const answer = await gateway.get(path);
      expect([answer.status, answer.body.error.code, answer.body.error.details.field]).toEqual([
        status,
        code,
        field,
      ]);
    });

    it.each([
      [`/v1/markets/${NOWHERE}`, 'MARKET_NOT_FOUND'],
      [`/v1/markets/${NOWHERE}/book`, 'MARKET_NOT_FOUND'],
      [`/v1/markets/${NOWHERE}/trades`, 'MARKET_NOT_FOUND'],
      [`/v1/markets/${NOWHERE}/candles?interval=1m`, 'MARKET_NOT_FOUND'],
      [`/v1/position/${NOWHERE}/${maker.name}`, 'MARKET_NOT_FOUND'],
      [`/v1/orders/${maker.name}?market_id=${NOWHERE}`, 'MARKET_NOT_FOUND'],
      [`/v1/orders/${maker.name}?market_id=${NOWHERE}&status=open`, 'MARKET_NOT_FOUND'],
      ['/v1/events/none', 'EVENT_NOT_FOUND'],
      [`/v1/orders/${maker.name}/99999999`, 'ORDER_NOT_FOUND'],
      ['/v1/nothing', 'NOT_FOUND'],
    ])('%s: 404 %s', async (path, code) => {
      const answer = await gateway.get(path);
      expect([answer.status, answer.body.error.code]).toEqual([404, code]);
    });

    it('other methods, naming those there are', async () => {
      const answer = await gateway.send('DELETE', '/v1/markets');
      expect([answer.status, answer.body.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
    });

    it.each([
      ['/v1/withdraw', 'METHOD_NOT_ALLOWED'],
      ['/admin/credit', 'METHOD_NOT_ALLOWED'],
      ['/admin/nothing', 'NOT_FOUND'],
    ])('GET %s is wrapped, as what is answered there: %s', async (path, code) => {
      const { body } = await gateway.get(path);
      expect(body).toEqual({ success: false, error: expect.objectContaining({ code }) });
    });

    it.each(['/v1/orders/cancel', '/v1/orders/cancel-all'])(
      'GET %s, which is no user of that name',
      async (path) => {
        const answer = await gateway.get(path);
        expect([answer.status, answer.body.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
        expect(answer.headers.get('allow')).toBe('POST');
      },
    );
  });
});
