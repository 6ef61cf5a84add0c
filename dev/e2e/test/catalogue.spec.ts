/** The catalogue of a whole exchange: details from the operator to the reader, the day's figures, and dry runs. */
import { beforeAll, describe, expect, it } from 'vitest';
import { KeyPair, Trader } from '@bellwether/client';
import { eventually } from '../src/eventually';
import { suiteExchange } from '../src/exchange';
import { killPart } from '../src/processes';
import { USDC, credit, historyCaughtUp, newEvent, newMarket, solvencyOf } from '../src/scenario';

const exchange = suiteExchange();
const DETAILS = {
  rules: 'Yes if it happens.\nNo if it does not.',
  resolution_source: 'The newspapers',
  image_url: 'https://example.org/picture.png?size=2',
};
const SIZE = 12;
let yes: Trader;
let no: Trader;

async function trader(): Promise<Trader> {
  const key = KeyPair.random();
  await credit(exchange, key.publicKey, 1_000 * USDC);
  return new Trader({ gatewayUrl: exchange.file.gateway_url, key, network: 'test' });
}

async function trade(market_id: string, price: number): Promise<void> {
  const terms = { market_id, side: 'buy', size: SIZE, order_type: 'gtc' } as const;
  await no.placeOrder({ ...terms, outcome: 'no', price: 10_000 - price });
  await yes.placeOrder({ ...terms, outcome: 'yes', price });
}

beforeAll(async () => {
  [yes, no] = await Promise.all([trader(), trader()]);
});

describe('an event with details', () => {
  it('keeps them over a restart of the engine, the gateway and the projector', async () => {
    const { operator, gateway } = exchange;
    const { answer } = await operator.createEvent({
      question: 'Will it be kept?',
      category: { name: 'tests', sub: 'details' },
      expiry: Math.floor(Date.now() / 1_000) + 86_400,
      outcomes: [{ label: 'Yes' }],
      ...DETAILS,
    });
    const marketId = answer.outcomes[0]!.market_id;
    await trade(marketId, 4_000);
    await trade(marketId, 4_300);
    const figures = { volume: 2 * SIZE, volume_24h: 2 * SIZE, change_24h_bps: 300 };
    expect(await gateway.event(answer.event_id)).toMatchObject(DETAILS);
    expect(await gateway.market(marketId)).toMatchObject({ ...DETAILS, ...figures });
    await historyCaughtUp(exchange);
    for (const app of ['matching-engine', 'projector', 'gateway'] as const) {
      await killPart(exchange.dataDir, app);
    }
    const again = await eventually(
      () => gateway.market(marketId),
      ({ volume_24h }) => volume_24h !== null,
    );
    expect(again).toMatchObject({ ...DETAILS, ...figures });
  });
});

describe('lists', () => {
  it('by volume have the most traded first, page by page', async () => {
    const { gateway } = exchange;
    const events = await Promise.all([newEvent(exchange), newEvent(exchange), newEvent(exchange)]);
    const [most, some] = events;
    await trade(most.marketIds[0]!, 5_000);
    await trade(most.marketIds[0]!, 5_000);
    await trade(most.marketIds[0]!, 5_100);
    await trade(some.marketIds[0]!, 5_000);
    const wanted = events.map(({ eventId }) => eventId);
    for (const sort of ['volume', 'volume_24h'] as const) {
      const found: string[] = [];
      for await (const entry of gateway.eachMarket({
        category: 'tests/end-to-end',
        sort,
        limit: 1,
      }))
        if (wanted.includes(entry.event_id)) found.push(entry.event_id);
      expect(found.slice(0, 2)).toEqual([most.eventId, some.eventId]);
      expect(found).toHaveLength(3);
    }
    const { categories } = await gateway.categories();
    expect(categories.find(({ name }) => name === 'tests')?.subs.map(({ sub }) => sub)).toContain(
      'end-to-end',
    );
  });
});

describe('a dry run of a resolution', () => {
  it('says what is then paid, to the micro-USDC, and journals nothing', async () => {
    const { operator } = exchange;
    const marketId = await newMarket(exchange);
    await trade(marketId, 2_500);
    const said = await operator.previewResolveMarket(marketId, {
      outcome: 'void',
      price: 2_500,
    });
    expect(said.dry_run).toMatchObject({
      users: 2,
      yes: { contracts: SIZE, users: 1, paid_micro_usdc: SIZE * 250_000 },
      no: { contracts: SIZE, users: 1, paid_micro_usdc: SIZE * 750_000 },
    });
    const resolution = { outcome: 'void', price: 2_500 } as const;
    const { answer } = await operator.resolveMarket(marketId, resolution);
    expect(answer.paid_micro_usdc).toBe(said.paid_micro_usdc);
    expect(await solvencyOf(exchange)).toMatchObject({ difference: 0 });
  });

  it('of an event names every market', async () => {
    const { eventId, marketIds } = await newEvent(exchange, {
      labels: ['a', 'b'],
      mutually_exclusive: true,
    });
    await trade(marketIds[0]!, 6_000);
    const said = await exchange.operator.previewResolveEvent(eventId, {
      winner: marketIds[0]!,
    });
    expect(said.markets.map((market) => market.paid_micro_usdc)).toEqual([SIZE * USDC, 0]);
    expect(said.markets.map(({ outcome }) => outcome)).toEqual(['yes', 'no']);
  });
});
