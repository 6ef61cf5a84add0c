/** History answers about an archived event as the exchange did before. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT, GatewayUnderTest } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const DAY_MS = 86_400_000;
const maker = new UserUnderTest(1);
const taker = new UserUnderTest(2);

let gateway: GatewayUnderTest;
let market_id: string;
let before: unknown[];
const ofOther = { ...EVENT, event_id: 'snow-2030' };

const paths = () => [
  `/v1/markets/${market_id}`,
  `/v1/events/${EVENT.event_id}`,
  `/v1/markets/${market_id}/book`,
  `/v1/markets/${market_id}/trades`,
  `/v1/markets/${market_id}/candles?interval=1d&from=${Math.floor(Date.now() / DAY_MS) * 86_400}`,
  `/v1/position/${market_id}/${maker.name}`,
  `/v1/orders/${maker.name}?market_id=${market_id}`,
  `/v1/orders/${maker.name}?market_id=${market_id}&status=open`,
  `/v1/trades/${taker.name}`,
  `/v1/ledger/${taker.name}`,
];

/** The day's figures differ, as days have passed. */
const OF_THE_DAY = ['change_24h_bps', 'volume_24h', 'sparkline'];
const withoutDay = (body: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(body, (name, value) => (OF_THE_DAY.includes(name) ? null : value)));

/** On a busy machine PostgreSQL may be too late for one of so many at once. */
async function answered(path: string) {
  for (;;) {
    const answer = await gateway.get(path);
    if (answer.status !== 503) return answer;
  }
}

/** Without `seq` and `timestamp`, as the exchange has gone on. */
async function answers(): Promise<unknown[]> {
  const all = await Promise.all(paths().map(answered));
  return all.map(({ status, body }, i) => {
    const { seq: _, timestamp: __, ...rest } = withoutDay(body);
    return { path: paths()[i], status, rest };
  });
}

/** A command at a time of the journal's own, so that a month passes at once. */
function applyLater(days: number, command: Parameters<typeof gateway.engine.apply>[1]) {
  return gateway.engine.apply('internal', command, Date.now() + days * DAY_MS);
}

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  market_id = await gateway.openMarket(EVENT);
  await gateway.openMarket(ofOther);
  await gateway.credit(maker, taker);
  const order = { market_id, size: 3, nonce: 1, side: 'buy' } as const;
  await gateway.post('/v1/orders', maker.order({ ...order, outcome: 'yes', price: 4_000 }));
  await gateway.post('/v1/orders', taker.order({ ...order, outcome: 'no', price: 6_000 }));
  await gateway.admin('POST', `/admin/markets/${market_id}/resolve`, { outcome: 'yes' });
  await gateway.project();
  before = await answers();
  applyLater(0, { kind: 'set_archiving', archiving: { afterSeconds: 86_400 } });
  applyLater(2, { kind: 'tick' });
});
afterAll(() => gateway?.stop());

describe('an archived event', () => {
  it('is answered as before, before history knows that it is archived and after', async () => {
    expect(before.filter((answer) => Object(answer).status !== 200)).toEqual([]);
    expect(JSON.stringify(before)).toContain('"resolution":"yes"');
    expect(gateway.engine.exchange.event(EVENT.event_id)).toBeNull();
    expect(await answers()).toEqual(before);
    await gateway.project();
    expect(await answers()).toEqual(before);
  });

  it('takes no room in the views: lists leave it out', async () => {
    for (const list of ['markets', 'events']) {
      const { body } = await gateway.get(`/v1/${list}`);
      expect(body[list].map((one: { event_id: string }) => one.event_id)).toEqual([
        ofOther.event_id,
      ]);
    }
  });

  it('takes no order, and its id makes no other event', async () => {
    const order = maker.order({
      market_id,
      size: 1,
      nonce: 2,
      side: 'buy',
      outcome: 'yes',
      price: 10,
    });
    const refused = await gateway.post('/v1/orders', order);
    expect([refused.status, refused.body.error.code]).toEqual([404, 'MARKET_NOT_FOUND']);
    const again = await gateway.admin('POST', '/admin/events', { ...EVENT, outcomes: [] });
    expect(again.status).toBe(400);
    const same = await gateway.admin('POST', '/admin/events', EVENT);
    expect([same.status, same.body.error.code]).toEqual([409, 'EVENT_EXISTS']);
  });

  it('an unknown one is not found, and one of which history cannot be asked is not denied', async () => {
    const unknown = 'ab'.repeat(32);
    const paths404 = [
      `/v1/markets/${unknown}`,
      `/v1/events/nothing`,
      `/v1/markets/${unknown}/book`,
    ];
    for (const path of paths404) expect((await gateway.get(path)).status).toBe(404);
    await gateway.losePostgres();
    for (const path of paths404) {
      const { status, body } = await gateway.get(path);
      expect([path, status, body.error.code]).toEqual([path, 503, 'HISTORY_UNAVAILABLE']);
    }
    // Those that were requested recently are cached.
    expect((await gateway.get(`/v1/markets/${market_id}`)).status).toBe(200);
  });
});
