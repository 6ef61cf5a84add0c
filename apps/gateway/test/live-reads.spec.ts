/** Reads from memory over HTTP: as current as the engine's own answer, whichever gateway answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineClient } from '@bellwether/bus';
import { fromHex } from '@bellwether/codec';
import { encodeOrder } from '@bellwether/canonical-message';
import type { CommandOf } from '@bellwether/exchange';
import { until } from '@bellwether/funding-testbed';
import { publicKeyOf, sign } from '@bellwether/signature';
import { EVENT, GatewayUnderTest } from './gateway-under-test';
import type { AnotherGateway } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const DAY_FIGURES =
  /"(?:volume_24h|change_24h_bps)":(?:null|-?\d+),|"sparkline":(?:null|\[[^\]]*\]),/g;

const WRITES = 150;
const USERS = 300;
const maker = new UserUnderTest(1);
const taker = new UserUnderTest(2);

const read = async (url: string, path: string) => {
  const response = await fetch(`${url}${path}`);
  return { status: response.status, text: await response.text() };
};

const readiness = async (url: string) => {
  const { status, text } = await read(url, '/readyz');
  const { checks } = JSON.parse(text) as { checks: Record<string, { ok: boolean }> };
  return { status, engine: checks['engine']?.ok, views: checks['views']?.ok };
};

describe('reads from memory', () => {
  let gateway: GatewayUnderTest;
  let other: AnotherGateway;
  let marketId: string;
  let nonce = 0;

  /** Sends orders past the gateway that is read. */
  const engineClient = () => new EngineClient({ bus: gateway.bus, shard: 0 });
  const order = (fields: Pick<CommandOf<'order'>, 'price' | 'size' | 'outcome'>, seed = 1) => {
    const key = new Uint8Array(32).fill(seed);
    const terms = {
      user: publicKeyOf(key),
      marketId: fromHex(marketId, 32)!,
      side: 'buy',
      nonce: ++nonce,
      ...fields,
    } as const;
    const signature = sign(encodeOrder(terms), key);
    const command: CommandOf<'order'> = {
      kind: 'order',
      ...terms,
      orderType: 'gtc',
      feeBps: 0,
      builder: null,
      signature,
    };
    return engineClient().send('order', command, { requestId: 'test' });
  };

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    other = await gateway.startAnother();
    marketId = await gateway.openMarket(EVENT);
    await gateway.credit(maker, taker);
  });
  afterAll(async () => {
    await other?.running.stop();
    await gateway?.stop();
  });

  it('know a market that no reader has looked at, in the moment it is there', async () => {
    const id = await gateway.openMarket({ ...EVENT, event_id: 'cold' });
    const book = await read(other.url, `/v1/markets/${id}/book`);
    expect([book.status, JSON.parse(book.text).yes]).toEqual([200, { bids: [], asks: [] }]);
  });

  it(`are never older than an order that another process sent, ${WRITES} times`, async () => {
    const gateways = [gateway.url, other.url];
    for (let write = 1; write <= WRITES; write++) {
      const placed = await order({ price: 1 + (write % 50), size: 1, outcome: 'yes' });
      const { body } = placed.reply;
      expect(body.kind).toBe('order');
      const [book, balance] = await Promise.all([
        read(gateways[write % 2]!, `/v1/markets/${marketId}/book`),
        read(gateways[(write + 1) % 2]!, `/v1/balance/${maker.name}`),
      ]);
      const shown = JSON.parse(book.text);
      expect(shown.seq).toBeGreaterThanOrEqual(placed.reply.seq);
      const orders = shown.yes.bids.reduce(
        (sum: number, level: { orders: number }) => sum + level.orders,
        0,
      );
      expect(orders).toBe(write);
      expect(JSON.parse(balance.text).seq).toBeGreaterThanOrEqual(placed.reply.seq);
    }
  });

  it('are the same on every gateway, and after a restart of one', async () => {
    await order({ price: 9_970, size: 20, outcome: 'no' }, 2);
    const paths = [
      '/v1/markets',
      '/v1/events?category=weather&limit=1',
      '/v1/markets?q=rain&status=active',
      `/v1/markets/${marketId}`,
      `/v1/markets/${marketId}/book`,
      `/v1/markets/${marketId}/book?depth=3`,
      `/v1/events/${EVENT.event_id}`,
      `/v1/balance/${maker.name}`,
      `/v1/balance/${taker.name}`,
      `/v1/position/${marketId}/${maker.name}`,
      `/v1/position/${marketId}/${taker.name}`,
    ];
    // The figures of the day begin when history has sent the hours before (ADR 0070), which it never does here.
    const answersOf = (url: string) =>
      Promise.all(
        paths.map(async (path) => {
          const { status, text } = await read(url, path);
          return { status, text: text.replaceAll(DAY_FIGURES, '') };
        }),
      );
    const answers = await answersOf(gateway.url);
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
    const { available, locked } = gateway.engine.exchange.balance(maker.publicKey);
    expect(JSON.parse(answers[7]!.text)).toMatchObject({ available, locked });
    expect(await answersOf(other.url)).toEqual(answers);
    await other.running.stop();
    other = await gateway.startAnother();
    expect(await answersOf(other.url)).toEqual(answers);
  });

  it('keep the balances of many users true', async () => {
    const users = Array.from(
      { length: USERS },
      (_, number) => new UserUnderTest(3 + (number % 250)),
    );
    const balances = () =>
      Promise.all(
        users.map(async ({ name }) =>
          JSON.parse((await read(other.url, `/v1/balance/${name}`)).text),
        ),
      );
    expect((await balances()).map(({ available }) => available)).toEqual(users.map(() => 0));
    for (const [number, { publicKey }] of users.entries()) {
      const reference = `many-${number}`;
      gateway.engine.apply('admin', {
        kind: 'test_credit',
        user: publicKey,
        amount: number + 1,
        reference,
      });
    }
    const expected = users.map(({ publicKey }) => gateway.engine.exchange.balance(publicKey));
    expect((await balances()).map(({ available }) => available)).toEqual(
      expected.map(({ available }) => available),
    );
  });

  it('go on for markets while the engine is away, and never for money', async () => {
    const before = await read(gateway.url, `/v1/markets/${marketId}/book`);
    await gateway.engine.stop();
    for (const path of ['/v1/markets', '/v1/events', `/v1/markets/${marketId}`]) {
      expect((await read(gateway.url, path)).status).toBe(200);
    }
    // With the seq and the time of the views.
    expect(await read(gateway.url, `/v1/markets/${marketId}/book`)).toEqual(before);
    const unavailable = [
      `/v1/balance/${maker.name}`,
      `/v1/position/${marketId}/${maker.name}`,
      // It may have been created since.
      `/v1/markets/${'0'.repeat(64)}/book`,
      '/v1/events/created-since',
    ];
    for (const path of unavailable) {
      const answer = await read(gateway.url, path);
      expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([
        503,
        'ENGINE_UNAVAILABLE',
      ]);
    }
    expect(await readiness(gateway.url)).toEqual({ status: 200, engine: false, views: true });
    await gateway.engine.start();
    expect((await read(gateway.url, `/v1/balance/${maker.name}`)).status).toBe(200);
    expect((await read(gateway.url, '/v1/events/created-since')).status).toBe(404);
    await until(async () => (await readiness(gateway.url)).engine === true);
  });
});
