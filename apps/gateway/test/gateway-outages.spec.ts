/** What works while a part is away, and the answers of what does not. The tests remove one part after the other. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT, GatewayUnderTest } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const maker = new UserUnderTest(1);
const taker = new UserUnderTest(2);

describe('the gateway when a part is away', () => {
  let gateway: GatewayUnderTest;
  let market_id: string;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({ hasFunding: true });
    market_id = await gateway.openMarket(EVENT);
    await gateway.credit(maker, taker);
  });
  afterAll(() => gateway?.stop());

  const limit = (fields: { price: number; size: number; nonce: number }) =>
    ({ market_id, side: 'buy', outcome: 'yes', ...fields }) as const;

  it('trades on without history, and says of history that it cannot be read', async () => {
    await gateway.losePostgres();
    const trades = await gateway.get(`/v1/trades/${taker.name}`);
    expect([trades.status, trades.body.error.code]).toEqual([503, 'HISTORY_UNAVAILABLE']);
    expect(trades.headers.get('retry-after')).toBe('1');
    expect((await gateway.get('/v1/status')).body).toMatchObject({
      history: { available: false },
      funding: { available: false },
    });
    expect((await gateway.get('/v1/solvency')).body.chain).toEqual({ available: false });
    for (const path of [
      `/v1/deposit/status/${taker.name}`,
      `/v1/withdrawals/${taker.name}`,
      `/v1/withdraw/${'0'.repeat(64)}`,
    ]) {
      const records = await gateway.get(path);
      expect([records.status, records.body.error.code]).toEqual([503, 'HISTORY_UNAVAILABLE']);
    }
    expect((await gateway.get(`/v1/balance/${taker.name}`)).status).toBe(200);
    const ready = await gateway.get('/readyz');
    expect([ready.status, ready.body.checks.postgres.ok]).toEqual([200, false]);
    // An operator can halt the exchange in this state too.
    expect((await gateway.admin('POST', '/admin/mode', { mode: 'halted' })).status).toBe(200);
  });

  it('says that nothing was done without the engine', async () => {
    await gateway.engine.stop();
    const order = maker.order(limit({ price: 1, size: 1, nonce: 40 }));
    for (const answer of [
      await gateway.post('/v1/orders', order),
      await gateway.get(`/v1/nonce/${maker.name}`),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([503, 'ENGINE_UNAVAILABLE']);
      expect(answer.body.error.retryable).toBe(true);
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect((await gateway.get('/v1/markets')).status).toBe(200);
    const ready = await gateway.get('/readyz');
    // It still refuses with Retry-After and serves markets: another gateway could do no more.
    expect([ready.status, ready.body.checks.engine.error]).toEqual([200, 'ENGINE_UNAVAILABLE']);
    expect((await gateway.get('/healthz')).status).toBe(200);
  });
});
