/**
 * A client that is disconnected again and again, by itself and by gateways that come and go, has the same state as REST
 * at the end.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '@bellwether/seeded-random';
import { EVENT, GatewayUnderTest } from '../gateway-under-test';
import type { AnotherGateway } from '../gateway-under-test';
import { UserUnderTest } from '../user-under-test';
import { Followed } from './followed';
import { StreamClient } from './stream-client';

const CUTS = 40;
const RESTARTS = 2;
const maker = new UserUnderTest(1);
const taker = new UserUnderTest(2);

let gateway: GatewayUnderTest;
let market_id: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  market_id = await gateway.openMarket(EVENT);
  await gateway.credit(maker, taker);
});
afterAll(() => gateway?.stop());

/** Orders, fills and cancels of both users, until it is stopped. */
async function trade(random: Random, isOver: () => boolean): Promise<void> {
  for (let nonce = 1; !isOver(); nonce++) {
    const [user, outcome] = nonce % 2 === 0 ? [maker, 'yes' as const] : [taker, 'no' as const];
    if (random.index(20) === 0) await gateway.post('/v1/orders/cancel-all', user.cancelAll(nonce));
    else {
      const price = 4_900 + random.index(200);
      const terms = { market_id, side: 'buy', outcome, price, size: 1 + random.index(5) } as const;
      await gateway.post('/v1/orders', user.order({ ...terms, nonce }));
    }
  }
}

describe('a client that is cut off', () => {
  it(`${CUTS} times, while gateways are restarted, has the book, the trades and the money that REST tells`, async () => {
    const seed = Number(process.env['STREAM_SEED'] ?? randomInt(2 ** 31));
    console.info(`STREAM_SEED=${seed}`);
    const random = new Random(seed);
    const channels = [`book:${market_id}`, `trades:${market_id}`, `user:${maker.name}`];
    const followed = new Followed();
    let second: AnotherGateway = await gateway.startAnother();
    let isOver = false;
    const trading = trade(new Random(seed + 1), () => isOver);

    let lastSeqs = new Map<string, number>();
    let resumed = 0;
    const connect = async (): Promise<StreamClient> => {
      const url = random.index(2) === 0 ? gateway.url : second.url;
      const client = await StreamClient.open(url, { onMessage: followed.take, lastSeqs });
      lastSeqs = client.lastSeqs;
      const known = channels.filter((channel) => lastSeqs.has(channel));
      const fresh = channels.filter((channel) => !lastSeqs.has(channel));
      if (fresh.length > 0) await client.subscribe(...fresh);
      const points = known.map((channel) => ({ channel, seq: lastSeqs.get(channel) ?? 0 }));
      if (points.length > 0) resumed += (await client.resume(...points)).filter(Boolean).length;
      return client;
    };

    for (let cut = 0; cut < CUTS; cut++) {
      const client = await connect();
      await sleep(random.index(30));
      // Throws what it broke meanwhile.
      await client.until(() => true);
      client.socket.terminate();
      await client.whenClosed();
      if (cut % (CUTS / RESTARTS) === CUTS / RESTARTS - 1) {
        await second.running.stop();
        second = await gateway.startAnother();
      }
    }
    isOver = true;
    await trading;

    const client = await connect();
    const { body: book } = await gateway.get(`/v1/markets/${market_id}/book`);
    await gateway.project();
    const { body: trades } = await gateway.get(`/v1/markets/${market_id}/trades?limit=1000`);
    await client.until(() => followed.trades.list[0]?.trade_id === trades.trades[0].trade_id);
    expect(followed.book.yes).toEqual(book.yes);
    expect(followed.book.lastPrice).toBe(book.last_price);
    expect(followed.trades.list.slice(0, trades.trades.length)).toEqual(trades.trades);
    const { body: balance } = await gateway.get(`/v1/balance/${maker.name}`);
    expect(balance).toMatchObject(followed.user.balance);
    const { body: position } = await gateway.get(`/v1/position/${market_id}/${maker.name}`);
    expect(position).toMatchObject(followed.user.positions.get(market_id));
    const { body: open } = await gateway.get(`/v1/orders/${maker.name}?status=open&limit=1000`);
    const openOf = (orders: { order_id: number; filled: number }[]) =>
      new Map(orders.map(({ order_id, filled }) => [order_id, filled]));
    expect(openOf(followed.user.open)).toEqual(openOf(open.orders));
    // Most of it was resumed, not started again.
    expect(resumed).toBeGreaterThan(CUTS);
    await client.close();
    await second.running.stop();
  });
});
