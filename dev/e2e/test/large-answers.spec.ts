/**
 * Goal: an answer of more than a megabyte comes whole, once and again, and holds nobody up. Method: 20 makers rest a
 * thousand orders each, and one batch of 20 orders fills them all: 20,000 fills, of which each answer has a thousand.
 */
import { beforeAll, expect, it } from 'vitest';
import { KeyPair, Trader } from '@bellwether/client';
import type { BatchResults } from '@bellwether/client';
import { eventually } from '../src/eventually';
import { suiteExchange } from '../src/exchange';
import { LOAD_RETRY } from '../src/load';
import { pidOf } from '../src/processes';
import { USDC, credit, newMarket, positionOf, solvencyOf } from '../src/scenario';

const exchange = suiteExchange();
const { gateway_url: gatewayUrl } = exchange.file;
const ORDERS = 20;
const FILLS = 1_000;
/** Worth the smallest order that may rest. */
const SIZE = 2;
/** With it come ten times the rates. */
const MANY_OPEN_ORDERS = 10_000;
let marketId: string;
let taker: Trader;
/** The body of the last batch that was sent through `captured`. */
let sent = '';

const captured: typeof fetch = (url, init) => {
  sent = typeof init?.body === 'string' ? init.body : '';
  return fetch(url, init);
};

async function richTrader(options: { readonly fetch?: typeof fetch } = {}): Promise<Trader> {
  const key = KeyPair.random();
  await credit(exchange, key.publicKey, 50_000 * USDC);
  await exchange.operator.setUserLimits(key.publicKey, { max_open_orders: MANY_OPEN_ORDERS });
  return new Trader({ gatewayUrl, key, network: 'test', retry: LOAD_RETRY, ...options });
}

const order = (outcome: 'yes' | 'no', size: number) =>
  ({
    ...({ market_id: marketId, side: 'buy', outcome, order_type: 'gtc' } as const),
    price: 5_000,
    size,
  }) as const;

const batchOf = (trader: Trader, outcome: 'yes' | 'no', size: number) =>
  trader.batch(Array.from({ length: ORDERS }, () => ({ place: order(outcome, size) })));

async function restAThousand(): Promise<void> {
  const maker = await richTrader();
  for (let resting = 0; resting < FILLS; resting += ORDERS) {
    // What is too fast is refused whole, and sent again by the SDK when its time has come.
    await batchOf(maker, 'no', SIZE);
  }
}

beforeAll(async () => {
  marketId = await newMarket(exchange);
  taker = await richTrader({ fetch: captured });
  await Promise.all(Array.from({ length: ORDERS }, restAThousand));
});

/** How many of each order; what else it was answered. */
const fillsOf = ({ results }: BatchResults): readonly unknown[] =>
  results.map(({ body }) => (Array.isArray(body['fills']) ? body['fills'].length : body));

it('20 orders of a thousand fills each are answered whole, and again, and nobody waits long', async () => {
  const engine = pidOf(exchange.dataDir, 'matching-engine');
  const other = await richTrader();
  const [all, aside] = await Promise.all([
    batchOf(taker, 'yes', SIZE * FILLS),
    other.placeOrder({ ...order('no', 5 * SIZE), price: 1_000 }),
  ]);
  expect(fillsOf(all.answer)).toEqual(Array.from({ length: ORDERS }, () => FILLS));
  expect(aside.answer.status).toBe('resting');

  const text = sent;
  expect(JSON.stringify(all.answer).length).toBeGreaterThan(1024 * 1024);
  const again = await exchange.post('/v1/orders/batch', JSON.parse(text));
  expect(again.status).toBe(200);
  expect((again.body as BatchResults).results.map(({ body }) => body)).toEqual(
    all.answer.results.map(({ body }) => body),
  );

  // History has each of them, and the engine is the one that it was.
  const contracts = ORDERS * FILLS * SIZE;
  await eventually(
    () => exchange.gateway.market(marketId),
    ({ volume }) => volume === contracts,
  );
  const position = await positionOf(exchange, marketId, taker.user);
  expect(position).toMatchObject({ yes_contracts: contracts });
  await eventually(
    () => exchange.gateway.positions(taker.user),
    ({ positions: [held] }) => held?.yes_contracts === contracts,
  );
  expect(await solvencyOf(exchange)).toMatchObject({ difference: 0 });
  expect(pidOf(exchange.dataDir, 'matching-engine')).toBe(engine);
});
