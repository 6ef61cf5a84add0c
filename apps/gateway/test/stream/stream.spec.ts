/** The streams of a whole gateway on real parts: each channel's messages, resumes, and answers to mistakes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_CHANNELS_PER_CONNECTION } from '@bellwether/api';
import { EVENT, GatewayUnderTest } from '../gateway-under-test';
import { UserUnderTest } from '../user-under-test';
import { Followed } from './followed';
import { StreamClient } from './stream-client';

const maker = new UserUnderTest(1);
const taker = new UserUnderTest(2);

let gateway: GatewayUnderTest;
let market_id: string;
let nonce = 0;
let events = 0;
const clients: StreamClient[] = [];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  market_id = await gateway.openMarket(EVENT);
  await gateway.credit(maker, taker);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await gateway?.stop();
});

async function open(url = gateway.url, followed = new Followed()): Promise<StreamClient> {
  const client = await StreamClient.open(url, { onMessage: followed.take });
  clients.push(client);
  return client;
}

const newMarket = () => gateway.openMarket({ ...EVENT, event_id: `event-${++events}` });

type Terms = { side?: 'buy' | 'sell'; outcome?: 'yes' | 'no'; price: number; size: number };
async function place(
  user: UserUnderTest,
  terms: Terms & { market?: string; order_type?: 'ioc' | 'fok' },
) {
  const { market = market_id, side = 'buy', outcome = 'yes', ...rest } = terms;
  const order = user.order({ market_id: market, side, outcome, ...rest, nonce: ++nonce });
  return (await gateway.post('/v1/orders', order)).body;
}

describe('the channel of a book', () => {
  it('tells the whole book, then each command’s levels with their totals, status and last price', async () => {
    const market = await newMarket();
    const resting = await place(maker, { market, price: 4000, size: 10 });
    const followed = new Followed();
    const client = await open(gateway.url, followed);
    await client.subscribe(`book:${market.toUpperCase()}`);
    const [snapshot] = client.of(`book:${market}`);
    expect(snapshot).toMatchObject({
      type: 'snapshot',
      prev_seq: 0,
      data: {
        market_id: market,
        status: 'active',
        last_price: null,
        yes: { bids: [{ price: 4000, size: 10, orders: 1 }], asks: [] },
      },
    });
    expect(snapshot?.seq).toBeGreaterThanOrEqual(resting.seq);

    const second = await place(maker, { market, price: 4000, size: 5 });
    const added = await client.next('update', ({ seq }) => seq === second.seq);
    expect(added.data).toEqual({
      yes: { bids: [{ price: 4000, size: 15, orders: 2 }], asks: [] },
    });

    // Two payers: 12 pairs are minted at the maker's price, and the first order is filled.
    const fill = await place(taker, { market, outcome: 'no', price: 6000, size: 12 });
    const filled = await client.next('update', ({ seq }) => seq === fill.seq);
    expect(filled.prev_seq).toBe(second.seq);
    expect(filled.data).toEqual({
      yes: { bids: [{ price: 4000, size: 3, orders: 1 }], asks: [] },
      last_price: 4000,
    });

    await gateway.admin('POST', `/admin/markets/${market}/close`, {});
    await client.until(() => followed.book.status === 'closed');
    const book = (await gateway.get(`/v1/markets/${market}/book`)).body;
    expect({ yes: followed.book.yes, last: followed.book.lastPrice }).toEqual({
      yes: book.yes,
      last: book.last_price,
    });
    await gateway.admin('POST', `/admin/markets/${market}/resolve`, { outcome: 'void' });
    await client.until(() => followed.book.status === 'voided');
  });

  it('is the same bytes for everybody who has the same', async () => {
    const market = await newMarket();
    const [one, other] = [await open(), await open()];
    await one.subscribe(`book:${market}`);
    await other.subscribe(`book:${market}`);
    let last = 0;
    for (let price = 1000; price < 1020; price++) {
      last = (await place(maker, { market, price, size: 1 })).seq;
    }
    const isThere = ({ seq }: { seq: number }) => seq === last;
    await Promise.all([one.next('update', isThere), other.next('update', isThere)]);
    const frames = one.frames.get(`book:${market}`);
    expect(frames).toHaveLength(21);
    expect(other.frames.get(`book:${market}`)).toEqual(frames);
  });
});

describe('the channel of trades', () => {
  it('begins with the newest, of history and of what history has not yet, and goes on', async () => {
    const market = await newMarket();
    const trade = async () => {
      await place(maker, { market, price: 5000, size: 1 });
      return place(taker, { market, outcome: 'no', price: 5000, size: 1 });
    };
    await trade();
    await gateway.project();
    const unprojected = await trade();
    const client = await open();
    await client.subscribe(`trades:${market}`);
    const [snapshot] = client.of(`trades:${market}`);
    expect(snapshot?.data).toMatchObject({
      trades: [{ seq: unprojected.seq, size: 1, price: 5000 }, { size: 1 }],
      has_more: false,
      next_cursor: null,
    });
    const { seq } = await trade();
    const update = await client.next('update', (one) => one.seq === seq);
    await gateway.project();
    const { trades } = (await gateway.get(`/v1/markets/${market}/trades?limit=1`)).body;
    expect(update.data).toEqual({ trades });
  });
});

describe('the channel of a user', () => {
  it('tells balance, positions, orders, trades, refusals, credits, payouts and withdrawals', async () => {
    const market = await newMarket();
    const user = new UserUnderTest(3);
    const channel = `user:${user.name}`;
    const followed = new Followed();
    const client = await open(gateway.url, followed);
    await client.subscribe(channel);
    expect(client.of(channel)[0]?.data).toMatchObject({
      public_key: user.name,
      balance: { total: 0 },
      positions: [],
      orders: [],
    });
    const updateAt = (seq: number) => client.next('update', (one) => one.seq === seq);

    await gateway.credit(user);
    expect(await client.next('update')).toMatchObject({
      data: {
        balance: { available: 1_000_000_000 },
        credits: [{ source: 'operator', amount: 1_000_000_000, credit_seq: null, tx_main: null }],
      },
    });
    const placed = await place(user, { market, price: 4000, size: 10 });
    expect((await updateAt(placed.seq)).data).toMatchObject({
      balance: { locked: 4_000_000 },
      orders: [{ order_id: placed.order_id, status: 'resting', size: 10, filled: 0, price: 4000 }],
    });
    const fill = await place(taker, { market, outcome: 'no', price: 6000, size: 4 });
    expect((await updateAt(fill.seq)).data).toMatchObject({
      positions: [{ market_id: market, yes_contracts: 4, no_contracts: 0 }],
      orders: [{ order_id: placed.order_id, market_id: market, filled: 4 }],
      trades: [{ maker: user.name, taker: taker.name, size: 4 }],
    });
    const { body: cancelled } = await gateway.post(
      '/v1/orders/cancel',
      user.cancel(market, placed.order_id),
    );
    expect((await updateAt(cancelled.seq)).data).toMatchObject({
      balance: { locked: 0 },
      orders: [
        {
          order_id: placed.order_id,
          status: 'cancelled',
          filled: 4,
          remaining: 6,
          cancel_reason: 'user',
        },
      ],
    });
    await place(user, { market, price: 100, size: 1_000, order_type: 'fok' });
    const refusal = { kind: 'order', nonce, code: 'FOK_NOT_FILLED' };
    await client.next('update', ({ data }) => 'refusals' in data);
    expect(client.of(channel).at(-1)?.data).toMatchObject({ refusals: [refusal] });

    await gateway.admin('POST', `/admin/markets/${market}/resolve`, { outcome: 'yes' });
    await client.next('update', ({ data }) => 'payouts' in data);
    expect(client.of(channel).at(-1)?.data).toMatchObject({
      positions: [{ market_id: market, yes_contracts: 0 }],
      payouts: [
        { market_id: market, yes_contracts: 4, no_contracts: 0, paid_micro_usdc: 4_000_000 },
      ],
    });
    const { available, locked } = (await gateway.get(`/v1/balance/${user.name}`)).body;
    expect(followed.user.balance).toMatchObject({ available, locked });
    expect(followed.user.open).toEqual([]);
  });
});

describe('the channel of cases', () => {
  const RULE = {
    window_seconds: 3_600,
    stake_micro_usdc: 1_000,
    reward_pct: 0,
    second_role: false,
  };
  const result = async (path: string, body: object) =>
    (await gateway.admin('POST', path, body)).body.data;

  it('tells each case from its proposal to its end, and resumes', async () => {
    await gateway.admin('PUT', '/admin/resolution-rules', {
      rules: [{ name: '*', sub: '*', ...RULE }],
    });
    const [market, other] = [await newMarket(), await newMarket()];
    const note = { outcome: 'yes', note: 'It rained.' };
    const known = await result(`/admin/markets/${other}/propose`, note);
    const client = await open();
    await client.subscribe('cases');
    const [snapshot] = client.of('cases');
    expect(snapshot?.data).toMatchObject({
      cases: [{ case_id: known.case_id, market_id: other, status: 'proposed', challenges: 0 }],
      has_more: false,
    });
    const markets = await open();
    await markets.subscribe('markets');

    const { case_id, due } = await result(`/admin/markets/${market}/propose`, note);
    const proposed = await client.next('update', ({ data }) => 'cases' in data);
    expect(proposed).toMatchObject({ seq: case_id, prev_seq: snapshot?.seq });
    expect(proposed.data).toEqual({
      cases: [
        expect.objectContaining({
          case_id,
          what: 'proposed',
          status: 'proposed',
          market_id: market,
          prices: [{ market_id: market, outcome: 'yes', price: 10_000 }],
          words: 'It rained.',
          due,
          claim: null,
        }),
      ],
    });
    const entry = await markets.next('update', ({ data }) => 'outcomes' in data);
    expect(entry.data).toMatchObject({ outcomes: [{ status: 'proposed', case_id, due }] });

    const said = { claim: 'no', reason: 'No.', stake_micro_usdc: 1_000, nonce: ++nonce } as const;
    const challenge = maker.challenge({ case_id, ...said });
    const { body } = await gateway.post(`/v1/cases/${case_id}/challenge`, challenge);
    const decided = { verdict: 'uphold', reason: 'It did.' };
    await result(`/admin/cases/${case_id}/decide`, decided);
    const last = await client.next('update', ({ data }) => JSON.stringify(data).includes('final'));
    expect(last.data).toMatchObject({
      cases: [
        { what: 'decided', verdict: 'uphold', words: 'It did.', status: null, prices: null },
        { what: 'final', status: 'final', paid_micro_usdc: 0 },
      ],
    });
    const [, , challenged] = client.of('cases');
    expect(challenged?.data).toMatchObject({
      cases: [{ what: 'challenged', challenge_id: body.challenge_id, claim: 'no', words: 'No.' }],
    });
    expect(JSON.stringify(client.of('cases'))).not.toContain(maker.name);

    const lastSeqs = new Map([['cases', case_id]]);
    const again = await StreamClient.open(gateway.url, { lastSeqs });
    clients.push(again);
    expect(await again.resume({ channel: 'cases', seq: case_id })).toEqual([true]);
    await again.next('update', ({ data }) => JSON.stringify(data).includes('final'));
    expect(again.of('cases').map(({ data }) => data)).toEqual(
      client
        .of('cases')
        .slice(2)
        .map(({ data }) => data),
    );
    await gateway.admin('PUT', '/admin/resolution-rules', { rules: [] });
  });
});

describe('the channel of markets', () => {
  it('tells new entries whole, and changed outcomes as they stand', async () => {
    const client = await open();
    await client.subscribe('markets');
    const list = (await gateway.get('/v1/markets?limit=500')).body;
    expect(client.of('markets')[0]?.data).toEqual({
      markets: list.markets,
      next_cursor: null,
      has_more: false,
    });
    const market = await newMarket();
    const created = await client.next('update', ({ data }) => 'markets' in data);
    const shown = (await gateway.get(`/v1/markets?event_id=event-${events}`)).body.markets;
    expect(created.data).toMatchObject({ markets: shown });

    await place(maker, { market, price: 4800, size: 20 });
    await place(maker, { market, side: 'buy', outcome: 'no', price: 5000, size: 20 });
    const isNow = (outcome: { market_id: string; yes_bid: number; yes_ask: number }) =>
      outcome.market_id === market && outcome.yes_bid === 4800 && outcome.yes_ask === 5000;
    const changed = await client.next(
      'update',
      ({ data }) => 'outcomes' in data && data.outcomes?.some(isNow) === true,
    );
    const [{ outcomes }] = (await gateway.get(`/v1/markets?event_id=event-${events}`)).body.markets;
    expect(changed.data).toMatchObject({
      outcomes: [{ ...outcomes[0], event_id: `event-${events}`, yes_price: 4900 }],
    });
  });
});

describe('resuming', () => {
  it('gives exactly what was missed, on another gateway and after a restart too; else a snapshot', async () => {
    const market = await newMarket();
    const [book, user] = [`book:${market}`, `user:${maker.name}`];
    const watcher = await open();
    await watcher.subscribe(book, user, 'markets');
    const before = new Map(watcher.lastSeqs);
    let last = 0;
    for (let price = 2000; price < 2010; price++) {
      last = (await place(maker, { market, price, size: 1 })).seq;
    }
    await watcher.until(() => [...watcher.lastSeqs.values()].every((seq) => seq >= last));

    const others = [gateway.url];
    // One that starts now has seen none of it, so it reads back.
    const restarted = await gateway.startAnother();
    others.push(restarted.url);
    for (const url of others) {
      const client = await StreamClient.open(url, { lastSeqs: before });
      const points = [...before].map(([channel, seq]) => ({ channel, seq }));
      expect(await client.resume(...points)).toEqual([true, true, true]);
      await client.until(() => [...client.lastSeqs.values()].every((seq) => seq === last));
      for (const channel of [book, user]) {
        const missed = watcher.frames.get(channel)?.slice(1);
        expect(client.frames.get(channel)).toEqual(missed);
      }
      // Several commands together, with the present values.
      expect(client.of('markets')).toMatchObject([{ type: 'update' }]);
      await client.close();
    }

    const client = await open(restarted.url);
    // A seq of another exchange, or far too old for a new one: the whole state.
    for (const seq of [9_000_000, last + 1]) {
      expect(await client.resume({ channel: book, seq })).toEqual([false]);
      expect(client.of(book).at(-1)).toMatchObject({ type: 'snapshot' });
    }
    await client.close();
    const ends = await open(restarted.url);
    await ends.subscribe(book);
    await restarted.running.stop();
    expect(await ends.whenClosed()).toMatchObject({
      code: 1001,
      reason: expect.stringMatching(/^GATEWAY_STOPPING: /),
    });
  });

  it('from the seq of an HTTP answer goes on from there', async () => {
    const market = await newMarket();
    await place(maker, { market, price: 3000, size: 1 });
    const { seq } = (await gateway.get(`/v1/markets/${market}/book`)).body;
    const client = await open();
    client.lastSeqs.set(`book:${market}`, seq);
    expect(await client.resume({ channel: `book:${market}`, seq })).toEqual([true]);
    const next = await place(maker, { market, price: 3001, size: 1 });
    expect(await client.next('update')).toMatchObject({ seq: next.seq, prev_seq: seq });
  });
});

describe('a client', () => {
  it('hears a heartbeat at once with how far the gateway is, and what it was sent on each channel', async () => {
    const client = await open();
    const first = await client.next('heartbeat');
    expect(first).toMatchObject({ channels: {} });
    await client.subscribe(`book:${market_id}`);
    const later = await client.next(
      'heartbeat',
      ({ channels }) => Object.keys(channels).length > 0,
    );
    expect(later).toMatchObject({
      lag: 0,
      channels: { [`book:${market_id}`]: expect.any(Number) },
    });
    expect(await client.request({ op: 'ping' })).toMatchObject([{ type: 'pong' }]);
  });

  it.each([
    ['{"op":', 'MALFORMED_JSON', null],
    ['[]', 'VALIDATION_FAILED', null],
    ['{"op":"ping","op":"ping"}', 'VALIDATION_FAILED', null],
    ['{"op":"shout","id":"7"}', 'VALIDATION_FAILED', '7'],
    ['{"op":{"length":{}},"id":"7"}', 'UNKNOWN_FIELD', null],
    ['{"op":"order","id":"7","body":{"user":{"length":{}}}}', 'UNKNOWN_FIELD', null],
    ['{"op":"ping","id":"7","loud":true}', 'UNKNOWN_FIELD', '7'],
    ['{"op":"ping","id":7}', 'VALIDATION_FAILED', null],
    ['{"op":"subscribe","id":"7","channels":["news"]}', 'VALIDATION_FAILED', '7'],
    ['{"op":"subscribe","id":"7","channels":["book:12"]}', 'VALIDATION_FAILED', '7'],
    ['{"op":"subscribe","id":"7","channels":[]}', 'VALIDATION_FAILED', '7'],
    [
      '{"op":"resume","id":"7","channels":[{"channel":"markets","seq":1.5}]}',
      'VALIDATION_FAILED',
      '7',
    ],
    [`{"op":"subscribe","id":"7","channels":["book:${'0'.repeat(64)}"]}`, 'MARKET_NOT_FOUND', '7'],
    [
      `{"op":"subscribe","id":"7","channels":["trades:${'0'.repeat(64)}"]}`,
      'MARKET_NOT_FOUND',
      '7',
    ],
  ])('that sends %s is told %s, and stays', async (text, code, id) => {
    const client = await open();
    client.send(text);
    const { error, ...about } = await client.next('error');
    expect([error.code, about.id]).toEqual([code, id]);
    expect(error.request_id).toMatch(/./);
    await client.request({ op: 'ping' });
  });

  it('leaves a channel, and comes back to it', async () => {
    const market = await newMarket();
    const channel = `book:${market}`;
    const client = await open();
    await client.subscribe(channel, `trades:${market}`);
    await client.request({ op: 'unsubscribe', channels: [channel, 'markets'] });
    await place(maker, { market, price: 1000, size: 1 });
    await place(taker, { market, outcome: 'no', price: 9000, size: 1 });
    await client.next('update', (one) => one.channel === `trades:${market}`);
    expect(client.of(channel)).toHaveLength(1);
    await client.subscribe(channel);
    expect(client.of(channel).map(({ type }) => type)).toEqual(['snapshot', 'snapshot']);
  });

  it('has a limited number of channels', async () => {
    const client = await open();
    // On a busy machine the engine may be late for some, which then get no channel.
    const keys = Array.from(
      { length: MAX_CHANNELS_PER_CONNECTION + 50 },
      (_, number) => `user:${(number + 1).toString(16).padStart(64, '0')}`,
    );
    for (let at = 0; at < keys.length; at += 100) {
      await client.subscribe(...keys.slice(at, at + 100));
    }
    const isMeant = ({ error }: { error: { code: string } }) => error.code !== 'ENGINE_UNAVAILABLE';
    const { error } = await client.next('error', isMeant);
    expect(error).toMatchObject({
      code: 'TOO_MANY_CHANNELS',
      details: { max_channels: MAX_CHANNELS_PER_CONNECTION },
    });
  });

  it.each([
    [
      '4429 for too many messages',
      4429,
      (client: StreamClient) => {
        for (let count = 0; count < 200; count++) client.send({ op: 'ping' });
      },
    ],
    [
      '1009 for a message that is too large',
      1009,
      (client: StreamClient) => client.send(`"${'x'.repeat(16_384)}"`),
    ],
    [
      '1003 for a binary message',
      1003,
      (client: StreamClient) => client.socket.send(Buffer.from('{}')),
    ],
    [
      '1007 for text that is none',
      1007,
      (client: StreamClient) => {
        client.socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
      },
    ],
  ])('is closed with %s', async (_what, code, offend) => {
    const client = await open();
    offend(client);
    expect((await client.whenClosed()).code).toBe(code);
  });
});
