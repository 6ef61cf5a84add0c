/** The pages of history over HTTP: their content, their order, their refusals. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT, GatewayUnderTest } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const maker = new UserUnderTest(1);
const taker = new UserUnderTest(2);
const stranger = new UserUnderTest(3);
/** The number in each of two markets. */
const TRADES = 6;
const CREDIT = 1_000_000_000;

let gateway: GatewayUnderTest;
let markets: string[];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  markets = [
    await gateway.openMarket(EVENT),
    await gateway.openMarket({ ...EVENT, event_id: 'snow-2030' }),
  ];
  await gateway.credit(maker, taker);
  let nonce = 0;
  for (let trade = 0; trade < TRADES; trade++) {
    for (const market_id of markets) {
      nonce++;
      const order = { market_id, outcome: 'yes', price: 4_000 + nonce, size: 2, nonce } as const;
      await gateway.post('/v1/orders', maker.order({ ...order, side: 'buy' }));
      const against = { ...order, outcome: 'no', price: 10_000 - order.price } as const;
      await gateway.post('/v1/orders', taker.order({ ...against, side: 'buy' }));
    }
  }
  await gateway.project();
});
afterAll(() => gateway?.stop());

/** Every page of a list, from the newest on. */
async function all(path: string, items: string, limit: number) {
  const found: unknown[] = [];
  for (let before = ''; ;) {
    const { status, body } = await gateway.get(`${path}?limit=${limit}${before}`);
    expect(status).toBe(200);
    found.push(...body[items]);
    expect(body.has_more).toBe(body.next_cursor !== null);
    if (!body.has_more) return found;
    expect(body[items]).toHaveLength(limit);
    before = `&before=${body.next_cursor}`;
  }
}

describe('pages', () => {
  it.each([
    ['trades of a market', () => `/v1/markets/${markets[0]}/trades`, 'trades', TRADES],
    ['trades of a user, across markets', () => `/v1/trades/${taker.name}`, 'trades', 2 * TRADES],
    ['orders of a user', () => `/v1/orders/${maker.name}`, 'orders', 2 * TRADES],
    ['a statement', () => `/v1/ledger/${maker.name}`, 'entries', 2 * TRADES + 1],
    ['positions', () => `/v1/positions/${maker.name}`, 'positions', 2],
  ])(
    'of %s come newest first, each entry once, however long they are',
    async (_, path, items, count) => {
      const whole = await all(path(), items, 1_000);
      expect(whole).toHaveLength(count);
      for (const limit of [1, 5, count]) expect(await all(path(), items, limit)).toEqual(whole);
      const places = whole.map((entry) => Number(Object(entry).seq ?? Object(entry).opened_seq));
      expect(places).toEqual(places.toSorted((a, b) => b - a));
    },
  );

  it.each([
    ['trades of a market', () => `/v1/markets/${markets[0]}/trades`],
    ['trades of a user', () => `/v1/trades/${maker.name}`],
    ['orders of a user', () => `/v1/orders/${maker.name}`],
    ['a statement', () => `/v1/ledger/${maker.name}`],
    ['positions', () => `/v1/positions/${maker.name}`],
  ])('of %s refuse a wrong cursor or limit: never a silent first page', async (_, path) => {
    const { body } = await gateway.get('/v1/events?limit=1');
    const wrong = [
      ['before=zz', 'INVALID_CURSOR', 'before', 'a `next_cursor` of this list'],
      ['before=', 'INVALID_CURSOR', 'before', 'a `next_cursor` of this list'],
      // A cursor of another list.
      [`before=${body.next_cursor}`, 'INVALID_CURSOR', 'before', 'a `next_cursor` of this list'],
      ['limit=1001', 'VALIDATION_FAILED', 'limit', 'an integer from 1 to 1000'],
      ['limit=0', 'VALIDATION_FAILED', 'limit', 'an integer from 1 to 1000'],
      ['after=5', 'UNKNOWN_FIELD', 'after', undefined],
    ];
    expect(body.next_cursor).not.toBe(null);
    for (const [query, code, field, expected] of wrong) {
      const answer = await gateway.get(`${path()}?${query}`);
      expect([query, answer.status, answer.body.error]).toMatchObject([
        query,
        400,
        { code, details: { field, ...(expected === undefined ? {} : { expected }) } },
      ]);
    }
  });

  it('of trades begin before a bare trade id, which they exclude', async () => {
    const path = `/v1/trades/${taker.name}`;
    const [, second, third] = (await gateway.get(path)).body.trades;
    const page = await gateway.get(`${path}?limit=1&before=${second.trade_id}`);
    expect(page.body.trades).toEqual([third]);
  });
});

describe('a statement', () => {
  it('says of every movement why, how much, and what it left', async () => {
    const { entries } = (await gateway.get(`/v1/ledger/${maker.name}`)).body;
    expect(entries.at(-1)).toMatchObject({ kind: 'credited', amount: CREDIT, balance: CREDIT });
    const [newest] = (await gateway.get(`/v1/trades/${maker.name}?limit=1`)).body.trades;
    expect(entries[0]).toMatchObject({
      kind: 'trade',
      seq: newest.seq,
      trade_id: newest.trade_id,
      market_id: newest.market_id,
      amount: newest.maker_rebate - newest.maker_price * newest.size * 100,
    });
    const { total } = (await gateway.get(`/v1/balance/${maker.name}`)).body;
    expect(entries[0].balance).toBe(total);
    let balance = 0;
    for (const entry of entries.toReversed()) {
      balance += entry.amount;
      expect(entry.balance).toBe(balance);
    }
  });

  it('of an unknown user is empty', async () => {
    const { status, body } = await gateway.get(`/v1/ledger/${stranger.name}`);
    expect([status, body]).toEqual([200, { entries: [], next_cursor: null, has_more: false }]);
  });
});

describe('positions', () => {
  const of = async (query: string, user = maker) =>
    (await gateway.get(`/v1/positions/${user.name}?${query}`)).body.positions;

  it('have what was paid on average, and add up to the statement', async () => {
    const { body } = await gateway.get(`/v1/positions/${maker.name}`);
    expect(body.seq).toBeGreaterThanOrEqual(body.positions[0].updated_seq);
    // Odd nonces were in the first market, so the prices are 4001, 4003, … and 4002, 4004, …
    expect(body.positions).toMatchObject(
      [4_007, 4_006].map((price, at) => ({
        market_id: markets[1 - at],
        event_id: at === 0 ? 'snow-2030' : EVENT.event_id,
        market_status: 'active',
        resolution: null,
        yes_contracts: 2 * TRADES,
        yes_cost: 2 * TRADES * price * 100,
        yes_average_price: price,
        no_contracts: 0,
        no_average_price: null,
        realised: 0,
      })),
    );
    for (const user of [maker, taker]) {
      const { entries } = (await gateway.get(`/v1/ledger/${user.name}?limit=1000`)).body;
      for (const one of await of('', user)) {
        const posted = entries
          .filter((entry: { market_id: string }) => entry.market_id === one.market_id)
          .reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
        expect(one.realised! - one.yes_cost - one.no_cost - one.fees).toBe(posted);
      }
    }
  });

  it('are filtered by status and market', async () => {
    expect(await of('status=open')).toHaveLength(2);
    expect(await of('status=closed')).toEqual([]);
    const inOne = await of(`market_id=${markets[1]}`);
    expect(inOne.map((one: { market_id: string }) => one.market_id)).toEqual([markets[1]]);
  });

  it.each([
    ['status=resting', 'VALIDATION_FAILED', 'status'],
    ['market_id=xyz', 'VALIDATION_FAILED', 'market_id'],
  ])('refuse %s, naming what would be right', async (query, code, field) => {
    const { status, body } = await gateway.get(`/v1/positions/${maker.name}?${query}`);
    expect([status, body.error.code, body.error.details.field]).toEqual([400, code, field]);
    expect(body.error.details.expected).toBeDefined();
  });

  it('of an unknown user are none', async () => {
    const { status, body } = await gateway.get(`/v1/positions/${stranger.name}`);
    const nothing = { positions: [], next_cursor: null, has_more: false };
    expect([status, body]).toEqual([200, { ...nothing, seq: expect.any(Number) }]);
  });
});

describe('orders', () => {
  it('are filtered by status and market', async () => {
    const of = async (query: string) =>
      (await gateway.get(`/v1/orders/${maker.name}?${query}`)).body.orders;
    expect(await of('status=filled')).toHaveLength(2 * TRADES);
    const inOne = await of(`status=filled&market_id=${markets[1]}`);
    expect(new Set(inOne.map((order: { market_id: string }) => order.market_id))).toEqual(
      new Set([markets[1]]),
    );
    expect(inOne).toHaveLength(TRADES);
    expect(await of(`status=cancelled&market_id=${markets[1]}`)).toEqual([]);
  });

  it.each([
    ['status=done', 'VALIDATION_FAILED', 'status'],
    ['market_id=xyz', 'VALIDATION_FAILED', 'market_id'],
  ])('refuse %s, naming what would be right', async (query, code, field) => {
    const { status, body } = await gateway.get(`/v1/orders/${maker.name}?${query}`);
    expect([status, body.error.code, body.error.details.field]).toEqual([400, code, field]);
    expect(body.error.details.expected).toBeDefined();
  });
});

describe('candles', () => {
  const candles = async (query: string) =>
    gateway.get(`/v1/markets/${markets[0]}/candles?${query}`);
  const now = () => Math.floor(Date.now() / 1_000);

  it.each([
    ['1m', 60],
    ['5m', 300],
    ['15m', 900],
    ['1h', 3_600],
    ['1d', 86_400],
  ])(
    'of %s open at multiples of %i s, none before the first trade, none in the future',
    async (interval, seconds) => {
      const { status, body } = await candles(`interval=${interval}`);
      expect(status).toBe(200);
      const times = body.candles.map(({ time }: { time: number }) => time);
      expect(times.every((time: number) => time % seconds === 0 && time <= now())).toBe(true);
      expect(body.candles[0].trades).toBeGreaterThan(0);
      expect(body.candles.length).toBeLessThanOrEqual(200);
      const traded = body.candles.reduce(
        (sum: number, one: { trades: number }) => sum + one.trades,
        0,
      );
      expect(traded).toBe(TRADES);
    },
  );

  it('are of a window: `from` inclusive, `to` exclusive', async () => {
    const [day] = (await candles('interval=1d')).body.candles;
    expect(
      (await candles(`interval=1d&from=${day.time}&to=${day.time + 1}`)).body.candles[0],
    ).toEqual(day);
    expect((await candles(`interval=1d&to=${day.time}`)).body.candles).toEqual([]);
  });

  it.each([
    ['interval=2m', 'VALIDATION_FAILED', 'interval'],
    ['interval=1m&from=1700000000000', 'UNIT_MILLISECONDS', 'from'],
    ['interval=1m&to=1.5', 'VALIDATION_FAILED', 'to'],
    ['interval=1m&limit=5', 'UNKNOWN_FIELD', 'limit'],
  ])('refuse %s', async (query, code, field) => {
    const { status, body } = await candles(query);
    expect([status, body.error.code, body.error.details.field]).toEqual([400, code, field]);
  });

  it('and trades outlive the resolution of their market', async () => {
    const before = await candles('interval=1d');
    const path = `/admin/markets/${markets[0]}/resolve`;
    expect((await gateway.admin('POST', path, { outcome: 'yes' })).status).toBe(200);
    await gateway.project();
    expect((await candles('interval=1d')).body.candles[0]).toEqual(before.body.candles[0]);
    const { trades } = (await gateway.get(`/v1/markets/${markets[0]}/trades`)).body;
    expect(trades).toHaveLength(TRADES);
    const [paid] = (await gateway.get(`/v1/ledger/${maker.name}?limit=1`)).body.entries;
    expect(paid).toMatchObject({
      kind: 'payout',
      market_id: markets[0],
      amount: 2 * TRADES * 1_000_000,
    });
  });
});
