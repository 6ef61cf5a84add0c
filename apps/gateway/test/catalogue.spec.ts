/** The catalogue over HTTP: details, the day's figures, sorts, categories, and dry runs of resolutions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT, GatewayUnderTest } from './gateway-under-test';
import type { AnotherGateway } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const HOUR_MS = 3_600_000;
const maker = new UserUnderTest(1);
const taker = new UserUnderTest(2);
const DETAILS = {
  rules: 'Yes if a gauge measures 1 mm.\nElse no.',
  resolution_source: 'https://example.org/rainfall',
  image_url: 'https://example.org/rain.png',
};
const PLAIN = { ...EVENT, event_id: 'snow-2030', category: { name: 'weather', sub: 'snow' } };
const OTHER = {
  ...EVENT,
  event_id: 'chess-2030',
  category: { name: 'sports', sub: 'chess' },
  expiry: EVENT.expiry - 100,
};

let gateway: GatewayUnderTest;
let markets: string[];
let nonce = 0;
/** The journal's clock cannot go back, so the tests come in the order of their hours. */
let hours = 0;

const journalMs = () => Date.now() + hours * HOUR_MS;

/** The journal's clock, and that of the gateway, which follows the engine's. */
function passHours(count: number): void {
  hours += count;
  gateway.engine.nowMs = journalMs;
  gateway.engine.apply('internal', { kind: 'tick' }, journalMs());
}

async function trade(market_id: string, price: number, size: number): Promise<void> {
  nonce++;
  const order = { market_id, size, nonce, side: 'buy' } as const;
  const first = maker.order({ ...order, outcome: 'yes', price });
  const second = taker.order({ ...order, outcome: 'no', price: 10_000 - price });
  for (const sent of [first, second]) {
    const { status, body } = await gateway.post('/v1/orders', sent);
    expect([status, body.error]).toEqual([200, undefined]);
  }
}

const ids = async (query: string): Promise<string[]> =>
  (await gateway.get(`/v1/markets?${query}`)).body.markets.map(
    (entry: { event_id: string }) => entry.event_id,
  );

const marketOf = async (url: string, id: string) =>
  (await (await fetch(`${url}/v1/markets/${id}`)).json()) as Record<string, unknown>;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  markets = [
    await gateway.openMarket({ ...EVENT, ...DETAILS }),
    await gateway.openMarket(PLAIN),
    await gateway.openMarket(OTHER),
  ];
  await gateway.credit(maker, taker);
});
afterAll(() => gateway?.stop());

describe('the details of an event', () => {
  it('are shown, the long texts with a single event or market alone', async () => {
    for (const path of [`/v1/events/${EVENT.event_id}`, `/v1/markets/${markets[0]}`]) {
      expect((await gateway.get(path)).body).toMatchObject(DETAILS);
    }
    const none = { rules: null, resolution_source: null, image_url: null };
    expect((await gateway.get(`/v1/events/${PLAIN.event_id}`)).body).toMatchObject(none);
    const [entry] = (await gateway.get(`/v1/markets?event_id=${EVENT.event_id}`)).body.markets;
    expect(entry).toMatchObject({ image_url: DETAILS.image_url });
    expect(entry).not.toHaveProperty('rules');
  });

  it('belong to what a repeat repeats', async () => {
    const again = await gateway.admin('POST', '/admin/events', { ...EVENT, ...DETAILS });
    expect(again.headers.get('idempotent-replay')).toBe('true');
    for (const other of [EVENT, { ...EVENT, ...DETAILS, rules: 'Others.' }]) {
      const { status, body } = await gateway.admin('POST', '/admin/events', other);
      expect([status, body.error.code]).toEqual([409, 'EVENT_EXISTS']);
    }
  });

  it.each([
    ['rules', '', 'text of 1 to 8192 bytes'],
    ['resolution_source', 'a\nb', 'text of 1 to 512 bytes'],
    ['image_url', 'http://example.org/a.png', 'an https address'],
    ['image_url', 'javascript:alert(1)', 'an https address'],
    ['image_url', 'https://10.0.0.1/a.png', 'an https address'],
  ])('of a bad %s %j are refused by name', async (field, value, expected) => {
    const { status, body } = await gateway.admin('POST', '/admin/events', {
      ...EVENT,
      event_id: 'bad',
      [field]: value,
    });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'VALIDATION_FAILED', details: { field, value } });
    expect(body.error.details.expected).toContain(expected);
  });
});

describe('lists', () => {
  it('are sorted, and filtered in any sort', async () => {
    await trade(markets[0]!, 4_000, 5);
    await trade(markets[1]!, 3_000, 7);
    await trade(markets[1]!, 3_200, 1);
    expect(await ids('sort=volume')).toEqual(['snow-2030', 'rain-2030', 'chess-2030']);
    expect(await ids('sort=volume_24h')).toEqual(['snow-2030', 'rain-2030', 'chess-2030']);
    expect(await ids('sort=ending')).toEqual(['chess-2030', 'snow-2030', 'rain-2030']);
    expect(await ids('sort=newest')).toEqual(['chess-2030', 'snow-2030', 'rain-2030']);
    expect(await ids('sort=volume&category=weather/rain')).toEqual(['rain-2030']);
    expect(await ids('sort=volume&q=rain&status=active')).toHaveLength(3);
  });

  it('go on from page to page by their own cursor, and refuse that of another sort', async () => {
    const { body } = await gateway.get('/v1/markets?sort=volume&limit=2');
    expect(body.has_more).toBe(true);
    const next = `limit=2&before=${body.next_cursor}`;
    expect(await ids(`sort=volume&${next}`)).toEqual(['chess-2030']);
    for (const sort of ['newest', 'ending', 'volume_24h']) {
      const refused = await gateway.get(`/v1/events?sort=${sort}&${next}`);
      expect([refused.status, refused.body.error.code]).toEqual([400, 'INVALID_CURSOR']);
    }
  });

  it('of categories count what is in them', async () => {
    const { body } = await gateway.get('/v1/categories');
    expect(body.categories).toEqual([
      {
        name: 'weather',
        events: 2,
        active: 2,
        subs: [
          { sub: 'rain', events: 1, active: 1 },
          { sub: 'snow', events: 1, active: 1 },
        ],
      },
      {
        name: 'sports',
        events: 1,
        active: 1,
        subs: [{ sub: 'chess', events: 1, active: 1 }],
      },
    ]);
  });
});

describe("the day's figures", () => {
  let later: AnotherGateway;
  afterAll(() => later?.running.stop());

  it('compare with the first trade of a young market', async () => {
    const [entry] = (await gateway.get(`/v1/markets?event_id=${PLAIN.event_id}`)).body.markets;
    expect(entry).toMatchObject({ volume: 8, volume_24h: 8 });
    const [outcome] = entry.outcomes;
    expect(outcome).toMatchObject({ change_24h_bps: 200, volume_24h: 8 });
    expect(outcome.sparkline).toEqual([...Array.from({ length: 23 }, () => null), 3_200]);
  });

  it('pass with the hours, in markets where nothing happens too', async () => {
    passHours(20);
    await trade(markets[0]!, 4_500, 2);
    expect(await marketOf(gateway.url, markets[0]!)).toMatchObject({
      volume_24h: 7,
      change_24h_bps: 500,
    });
    passHours(4);
    expect(await marketOf(gateway.url, markets[0]!)).toMatchObject({
      volume_24h: 2,
      change_24h_bps: 500,
    });
    expect(await marketOf(gateway.url, markets[1]!)).toMatchObject({
      volume: 8,
      volume_24h: 0,
      change_24h_bps: 0,
      sparkline: Array.from({ length: 24 }, () => 3_200),
    });
    expect(await ids('sort=volume_24h')).toEqual(['rain-2030', 'chess-2030', 'snow-2030']);
    const { body } = await gateway.get('/v1/markets?sort=newest');
    expect(body.markets.map((entry: { volume_24h: number }) => entry.volume_24h)).toEqual([
      0, 0, 2,
    ]);
  });

  it('are the same at a gateway that starts later, once history has what came before', async () => {
    later = await gateway.startAnother();
    const early = await Promise.all(markets.map((id) => marketOf(gateway.url, id)));
    expect(await marketOf(later.url, markets[0]!)).toMatchObject({
      volume: 7,
      volume_24h: null,
      change_24h_bps: null,
    });
    // Trades that come while it waits are in neither of the two alone.
    await trade(markets[0]!, 4_700, 3);
    await gateway.project();
    await trade(markets[0]!, 4_800, 1);
    // A slow gateway begins to wait after that trade, so history has to reach it too.
    let looks = 0;
    const seen = async () => {
      if (looks++ > 20) await gateway.project();
      return (await marketOf(later.url, markets[0]!))['volume_24h'];
    };
    await expect.poll(seen, { timeout: 300_000 }).toBe(6);
    const whole = await Promise.all(markets.map((id) => marketOf(gateway.url, id)));
    expect(await Promise.all(markets.map((id) => marketOf(later.url, id)))).toEqual(whole);
    expect(early[0]).toMatchObject({ volume_24h: 2 });
  });
});

describe('a dry run of a resolution', () => {
  const ask = (path: string, body: unknown) => gateway.admin('POST', `${path}?dry_run=true`, body);

  it('says what would be paid, without a command, and then it is paid', async () => {
    const { lastSeq } = gateway.engine.exchange;
    const path = `/admin/markets/${markets[0]}/resolve`;
    const { status, body } = await ask(path, { outcome: 'yes' });
    expect(status).toBe(200);
    const contracts = 5 + 2 + 3 + 1;
    expect(body.data).toEqual({
      market_id: markets[0],
      status: 'resolved',
      outcome: 'yes',
      price: null,
      paid_micro_usdc: contracts * 1_000_000,
      seq: lastSeq,
      dry_run: {
        label: 'Yes',
        already_resolved: false,
        open_orders: 0,
        users: 2,
        yes: { contracts, users: 1, paid_micro_usdc: contracts * 1_000_000 },
        no: { contracts, users: 1, paid_micro_usdc: 0 },
      },
    });
    const voided = await ask(path, { outcome: 'void', price: 2_500 });
    expect(voided.body.data).toMatchObject({
      status: 'voided',
      price: 2_500,
      dry_run: {
        yes: { paid_micro_usdc: contracts * 250_000 },
        no: { paid_micro_usdc: contracts * 750_000 },
      },
    });
    expect(gateway.engine.exchange.lastSeq).toBe(lastSeq);

    const done = await gateway.admin('POST', `${path}?dry_run=false`, { outcome: 'yes' });
    expect(done.body.data).toMatchObject({ paid_micro_usdc: contracts * 1_000_000 });
    expect(done.body.data).not.toHaveProperty('dry_run');
    expect((await ask(path, { outcome: 'yes' })).body.data).toMatchObject({
      paid_micro_usdc: 0,
      dry_run: { already_resolved: true, users: 0 },
    });
  });

  it('of an event names its markets', async () => {
    const path = `/admin/events/${PLAIN.event_id}/resolve`;
    const { body } = await ask(path, { void: true });
    expect(body.data).toMatchObject({
      event_id: PLAIN.event_id,
      markets: [
        { outcome: 'void', price: 5_000, paid_micro_usdc: 8_000_000, dry_run: { users: 2 } },
      ],
    });
  });

  it('is refused as the resolution would be', async () => {
    const cases = [
      [`/admin/markets/${'ab'.repeat(32)}/resolve`, { outcome: 'yes' }, 404, 'MARKET_NOT_FOUND'],
      [`/admin/events/nothing/resolve`, { void: true }, 404, 'EVENT_NOT_FOUND'],
      [`/admin/markets/${markets[0]}/resolve`, { outcome: 'no' }, 409, 'ALREADY_RESOLVED'],
    ] as const;
    for (const [path, body, expected, code] of cases) {
      const answer = await ask(path, body);
      expect([answer.status, answer.body.error.code]).toEqual([expected, code]);
    }
    const path = `/admin/markets/${markets[1]}/resolve`;
    const wrong = await gateway.admin('POST', `${path}?dry_run=maybe`, { outcome: 'no' });
    expect([wrong.status, wrong.body.error.details.field]).toEqual([400, 'dry_run']);
    const stranger = await gateway.post(`${path}?dry_run=true`, { outcome: 'no' });
    expect(stranger.status).toBe(401);
  });
});
