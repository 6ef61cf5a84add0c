/**
 * A builder reads the trades of the users made through the calling key, with totals over everything that the filter
 * matches. The trades are made through two keys and another builder, and are projected into PostgreSQL as the projector
 * does.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Projection, openDatabase, type Database } from '@bellwether/persistence';
import type { RunningSigner } from '../src/start';
import type { BuilderClient } from './builder-client';
import { SignerUnderTest } from './signer-under-test';

const USD = 1_000_000;

describe('a builder’s trades', () => {
  let world: SignerUnderTest;
  let database: Database;
  let first: BuilderClient;
  let second: BuilderClient;
  let stranger: BuilderClient;
  const markets: string[] = [];

  const place = async (
    client: BuilderClient,
    over: { user: string; nonce: number; market_id: string; outcome: 'yes' | 'no'; size: number },
  ): Promise<void> => {
    const order = { side: 'buy', price: 5_000, order_type: 'gtc', fee_bps: 100, ...over };
    const { status, body } = await client.post('/v1/submit', order);
    if (status !== 200) throw new Error(JSON.stringify(body));
  };

  beforeAll(async () => {
    world = await SignerUnderTest.start();
    const signer: RunningSigner = await world.startSigner();
    const builderId = await world.builderId();
    first = await world.client(signer, { builderId });
    second = await world.client(signer, { builderId });
    stranger = await world.client(signer);
    markets.push(world.market(), world.market());
    const alice = await first.user('alice');
    const bob = await second.user('bob');
    const carol = await stranger.user('carol');
    for (const user of [alice, bob, carol]) world.credit(user, 1_000 * USD);
    const [a = '', b = ''] = markets;
    // Three trades of alice with carol, of which one in the other market; one of bob with carol.
    let nonce = 0;
    for (const [client, user, market_id] of [
      [first, alice, a],
      [first, alice, a],
      [second, bob, a],
      [first, alice, b],
    ] as const) {
      nonce++;
      await place(client, { user, nonce, market_id, outcome: 'yes', size: 10 });
      await place(stranger, { user: carol, nonce, market_id, outcome: 'no', size: 10 });
    }
    database = openDatabase({
      url: world.databaseUrl,
      poolMax: 2,
      log: { warn: () => {} },
    });
    const batch = { previousSeq: 0, previousIndex: 0, events: world.engine.events };
    await new Projection(database, 0).apply([{ streamSequence: 1, batch }]);
  });
  afterAll(async () => {
    await database.close();
    await world.stop();
  });

  const trades = async (client: BuilderClient, body: object = {}) => {
    const answer = await client.post('/v1/trades', body);
    return { status: answer.status, ...answer.body };
  };
  // 100 bp of 10 contracts at 5000 is 50,000 for each side that pays a builder.
  const FEE = 50_000;

  it('are those of the calling key’s users, newest first, with totals', async () => {
    const mine = await trades(first);
    expect(mine).toMatchObject({ status: 200, user_count: 1, has_more: false, next_cursor: null });
    expect(mine.trades.map((trade: { market_id: string }) => trade.market_id)).toEqual([
      markets[1],
      markets[0],
      markets[0],
    ]);
    expect(mine.trades[0]).toMatchObject({
      trade_id: expect.any(Number),
      size: 10,
      price: 5_000,
      settlement_type: 'mint',
      maker_builder_api_key: first.credentials.apiKey.split('_')[2],
      time: expect.any(Number),
    });
    expect(mine.total_builder_fees).toBe(3 * FEE);
    const protocolFees = mine.trades.reduce(
      (sum: number, trade: { taker_fee: number }) => sum + trade.taker_fee,
      0,
    );
    expect(mine.total_protocol_fees).toBe(protocolFees);
    expect(protocolFees).toBeGreaterThan(0);

    expect(await trades(second)).toMatchObject({ user_count: 1, total_builder_fees: FEE });
    expect((await trades(stranger)).trades).toHaveLength(4);
  });

  it('come in pages whose totals are those of the whole', async () => {
    const page = await trades(first, { limit: 2 });
    expect(page).toMatchObject({ has_more: true, total_builder_fees: 3 * FEE });
    const rest = await trades(first, { limit: 2, before: page.next_cursor });
    expect(rest).toMatchObject({ has_more: false, total_builder_fees: 3 * FEE });
    const ids = [...page.trades, ...rest.trades].map(
      ({ trade_id }: { trade_id: number }) => trade_id,
    );
    expect(ids).toEqual(
      (await trades(first)).trades.map(({ trade_id }: { trade_id: number }) => trade_id),
    );
  });

  it('are filtered by market and time, and the totals with them', async () => {
    const inOne = await trades(first, { market_id: markets[0] });
    expect([inOne.trades.length, inOne.total_builder_fees]).toEqual([2, 2 * FEE]);
    const now = Math.floor(Date.now() / 1_000);
    const later = await trades(first, { from: now + 60 });
    expect([later.trades.length, later.total_builder_fees]).toEqual([0, 0]);
    const until = await trades(first, { from: now - 3_600, to: now + 60 });
    expect(until.trades).toHaveLength(3);
  });

  it.each([
    [{ limit: 0 }, 'VALIDATION_FAILED', 'limit'],
    [{ limit: 1_001 }, 'VALIDATION_FAILED', 'limit'],
    [{ market_id: 'xyz' }, 'VALIDATION_FAILED', 'market_id'],
    [{ before: 'nonsense' }, 'INVALID_CURSOR', 'before'],
    [{ from: 1_700_000_000_000 }, 'UNIT_MILLISECONDS', 'from'],
    [{ from: 20, to: 20 }, 'VALIDATION_FAILED', 'from'],
    [{ page: 2 }, 'UNKNOWN_FIELD', 'page'],
  ])('refuse %j by field', async (body, code, field) => {
    const { status, error } = await trades(first, body);
    expect([status, error.code, error.details.field]).toEqual([400, code, field]);
  });

  it('of a market that does not exist are 404, of one without trades empty', async () => {
    const market_id = 'ab'.repeat(32);
    const { status, error } = await trades(first, { market_id });
    expect([status, error.code, error.details]).toEqual([404, 'MARKET_NOT_FOUND', { market_id }]);
    expect(await trades(first, { market_id: world.market() })).toMatchObject({
      status: 200,
      trades: [],
      total_builder_fees: 0,
    });
  });
});
