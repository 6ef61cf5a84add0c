/**
 * The SDK's maker of many markets, as its users run it, while prices move, takers take, and gateway and engine are killed
 * under it: it never has a quote that crosses its own, and after each kill what it believes to have in the book and to
 * hold is what the exchange says.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MarketStream } from '@bellwether/client';
import type { Order, Trade, Trader } from '@bellwether/client';
import { writeFigures } from '@bellwether/local-services';
import { Random } from '@bellwether/seeded-random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { whenWell } from '../../e2e/src/app-processes';
import { eventually } from '../../e2e/src/eventually';
import { exampleIn, installSdkIn } from '../../e2e/src/installed-sdk';
import { killPart } from '../../e2e/src/processes';
import { credit, historyCaughtUp, newMarket, positionOf, solvencyOf } from '../../e2e/src/scenario';
import { Wallet } from '../../e2e/src/wallet';
import { HALF_SPREAD_BPS, MakerProcess, SIZE } from '../src/maker-trial/maker-process';
import type { BelievedOrder, Report } from '../src/maker-trial/maker-process';
import { OwnQuotes } from '../src/maker-trial/own-quotes';
import { Takers } from '../src/maker-trial/takers';
import { OwnExchange, QUICK_CHAINS } from '../src/own-exchange';
import { fundedTrader } from '../src/signed-trading-load';

const MARKETS = Number(process.env['MAKER_MARKETS'] ?? 4);
const KILLS = Number(process.env['MAKER_KILLS'] ?? 2);
/** Of all rounds together: each has one kill. */
const SECONDS = Number(process.env['MAKER_SECONDS'] ?? 4);
const SEED = Number(process.env['MAKER_SEED'] ?? 20_261_126);
const TAKERS = 3;
const MAX_OPEN_ORDERS = 5_000;
/** From one price to the next, of one market after another. */
const TICK_MS = 200;
const MARKETS_A_TICK = Math.ceil(MARKETS / 10);
const PAGE = 1_000;
/** The shortest that a dead man's switch takes. */
const SWITCH_SECONDS = 5;
const VICTIMS = ['gateway', 'matching-engine'] as const;

const random = new Random(SEED);
const prices = new Map<string, number>();
let folder: string;
let own: OwnExchange;
let maker: MakerProcess;

beforeAll(async () => {
  own = await OwnExchange.start('maker', QUICK_CHAINS);
  folder = await mkdtemp(join(tmpdir(), 'bellwether-maker-'));
  await installSdkIn(folder);
  const example = await exampleIn(folder, 'make-markets.mjs');
  maker = new MakerProcess(example, join(own.exchange.dataDir, 'exchange.json'));
  await own.exchange.operator.setUserLimits(maker.user, { max_open_orders: MAX_OPEN_ORDERS });
});
afterAll(async () => {
  maker.kill();
  await own.stop();
  await rm(folder, { recursive: true, force: true });
});

function movePrices(count: number): void {
  const markets = [...prices.keys()];
  for (let moved = 0; moved < count; moved++) {
    const marketId = random.pick(markets);
    const price = (prices.get(marketId) ?? 0) + random.between(-300, 300);
    prices.set(marketId, Math.min(8_500, Math.max(1_500, price)));
    maker.price(marketId, prices.get(marketId)!);
  }
}

async function moveFor(ms: number): Promise<void> {
  for (const endMs = performance.now() + ms; performance.now() < endMs;) {
    movePrices(MARKETS_A_TICK);
    await sleep(TICK_MS);
  }
}

const isBid = ({ side, outcome }: BelievedOrder) => (side === 'buy') === (outcome === 'yes');
const yesPrice = ({ outcome, price }: BelievedOrder) =>
  outcome === 'yes' ? price : 10_000 - price;

/** Both sides at their prices, and as large as the quote; a remainder too small to rest may be missing. */
function expectQuoted(marketId: string, orders: readonly BelievedOrder[]): void {
  const price = prices.get(marketId)!;
  for (const [isWanted, at] of [
    [isBid, price - HALF_SPREAD_BPS],
    [(one: BelievedOrder) => !isBid(one), price + HALF_SPREAD_BPS],
  ] as const) {
    const side = orders.filter((one) => one.market_id === marketId && isWanted(one));
    expect(side.map(yesPrice)).toEqual(side.map(() => at));
    const size = side.reduce((sum, { remaining }) => sum + remaining, 0);
    const missing = SIZE - size;
    const worth = 100 * missing * Math.max(at, 10_000 - at);
    expect([marketId, at, missing === 0 || (size > 0 && missing > 0 && worth < 9_000_000)]).toEqual(
      [marketId, at, true],
    );
  }
}

/**
 * The maker's belief against the exchange, while nothing moves.
 *
 * @param lastSeq the last command of another user that changed what the maker has
 */
async function expectTruth(lastSeq = 0): Promise<Report> {
  // The quotes of the report after it are those that it wants now that it knows of it.
  while ((await maker.report()).seq < lastSeq);
  const report = await maker.report();
  const { gateway } = own.exchange;
  const open: Order[] = [];
  for await (const one of gateway.eachOrder(maker.user, { status: 'open', limit: PAGE }))
    open.push(one);
  const shown = ({ order_id, market_id, side, outcome, price, remaining }: BelievedOrder) =>
    [order_id, market_id, side, outcome, price, remaining].join(' ');
  expect(report.orders.map(shown).toSorted()).toEqual(open.map(shown).toSorted());
  for (const marketId of prices.keys()) {
    const held = await positionOf(own.exchange, marketId, maker.user);
    const believed = report.positions.find((one) => one.market_id === marketId);
    const { yes_contracts, no_contracts, yes_locked, no_locked } = held;
    const nothing = { yes_contracts: 0, no_contracts: 0, yes_locked: 0, no_locked: 0 };
    expect({ ...nothing, ...believed, market_id: marketId }).toEqual({
      yes_contracts,
      no_contracts,
      yes_locked,
      no_locked,
      market_id: marketId,
    });
    expectQuoted(marketId, report.orders);
  }
  return report;
}

/** What a user's trades in a market come to, as history has them. */
function heldBy(user: string, trades: readonly Trade[]) {
  const held = { yes: 0, no: 0 };
  for (const trade of trades) {
    const { size, taker, maker: other } = trade;
    if (taker === user) held[trade.outcome] += trade.taker_side === 'buy' ? size : -size;
    if (other === user) held[trade.maker_outcome] += trade.maker_side === 'buy' ? size : -size;
  }
  return held;
}

async function expectHistory(): Promise<number> {
  const { exchange } = own;
  await historyCaughtUp(exchange);
  let count = 0;
  for (const marketId of prices.keys()) {
    const trades: Trade[] = [];
    const newestFirst = exchange.gateway.eachMarketTrade(marketId, { limit: PAGE });
    for await (const trade of newestFirst) trades.push(trade);
    count += trades.length;
    expect(trades.filter((one) => one.maker === one.taker)).toEqual([]);
    const { yes, no } = heldBy(maker.user, trades);
    const held = await positionOf(exchange, marketId, maker.user);
    expect([held.yes_contracts, held.no_contracts]).toEqual([yes, no]);
  }
  for await (const order of exchange.gateway.eachOrder(maker.user, { limit: PAGE })) {
    expect([order.order_id, order.cancel_reason]).not.toEqual([order.order_id, 'self_trade']);
  }
  return count;
}

describe(`a maker of ${MARKETS} markets, ${KILLS} kills, seed ${SEED}`, () => {
  it('never crosses its own quotes, knows all its orders after each kill, and holds what it traded', async () => {
    const { exchange } = own;
    const { gateway_url: gatewayUrl } = exchange.file;
    for (let count = 0; count < MARKETS; count++) {
      prices.set(await newMarket(exchange), random.between(2_000, 8_000));
    }
    for (const [marketId, price] of prices) maker.price(marketId, price);
    const sessions = maker.sessionsAt(gatewayUrl);
    const stream = new MarketStream({ gatewayUrl, sessions, webSocket: WebSocket });
    const observed = new OwnQuotes(await stream.user(maker.user).ready());
    await expectTruth();

    const traders: Trader[] = [];
    for (let count = 0; count < TAKERS; count++) traders.push(await fundedTrader(exchange));
    const takers = new Takers(traders, [...prices.keys()], random);
    const kills: Record<string, number> = {};
    let last: Report | undefined;
    await takers.during(async () => {
      for (let round = 0; round < KILLS; round++) {
        const part = VICTIMS[round % VICTIMS.length]!;
        kills[part] = (kills[part] ?? 0) + 1;
        const moving = moveFor((1_000 * SECONDS) / KILLS);
        await sleep(random.between(0, (500 * SECONDS) / KILLS));
        await killPart(exchange.dataDir, part);
        await moving;
        await whenWell(() => gatewayUrl);
        last = await takers.whileQuiet(() => expectTruth(takers.lastSeq));
      }
    });
    const { reported } = maker;
    expect(await maker.stop()).toEqual([0, null]);
    const left = await exchange.gateway.orders(maker.user, { status: 'open' });
    expect(left.orders).toEqual([]);
    const trades = await expectHistory();
    stream.close();
    expect(observed.crossed).toEqual([]);
    expect(observed.looks).toBeGreaterThan(KILLS);
    expect(takers.filled).toBeGreaterThan(0);
    expect(await solvencyOf(exchange)).toMatchObject({ difference: 0 });
    writeFigures('maker', {
      markets: MARKETS,
      seconds: SECONDS,
      kills,
      beliefs_compared: KILLS + 1,
      beliefs_wrong: 0,
      own_quotes_looked_at: observed.looks,
      own_quotes_crossed: 0,
      open_orders_at_the_end: last?.orders.length,
      trades,
      contracts_taken: takers.filled,
      operations: reported.operations,
      refused: reported.refused,
      failed_calls: reported.failures,
      interruptions_of_the_stream: reported.interruptions,
    });
  });
});

describe('a gateway that is killed', () => {
  it('sends no cancel that was left with it: the switch of its user fires', async () => {
    const { exchange } = own;
    const { gateway_url: gatewayUrl } = exchange.file;
    const market_id = await newMarket(exchange);
    const [switched, careless] = [await Wallet.create(), await Wallet.create()];
    const socket = new WebSocket(`${gatewayUrl.replace('http', 'ws')}/v1/ws`);
    const held: unknown[] = [];
    socket.on('message', (data: Buffer) => {
      const { type, status } = JSON.parse(data.toString());
      if (type === 'answer') held.push(status);
    });
    socket.on('error', () => undefined);
    await once(socket, 'open');
    for (const wallet of [switched, careless]) {
      await credit(exchange, wallet.publicKey, 1_000_000_000);
      const terms = { market_id, side: 'buy', outcome: 'yes', price: 1_000, size: 20 } as const;
      const order = await wallet.order({ ...terms, order_type: 'gtc', nonce: 1 });
      expect((await exchange.post('/v1/orders', order)).status).toBe(200);
      const body = await wallet.cancelAll({ nonce: 1 });
      socket.send(JSON.stringify({ op: 'cancel_on_disconnect', id: wallet.publicKey, body }));
    }
    await eventually(
      async () => held.length,
      (count) => count === 2,
    );
    expect(held).toEqual([200, 200]);
    const after = await switched.cancelAfter({ seconds: SWITCH_SECONDS, nonce: 1 });
    expect((await exchange.post('/v1/orders/cancel-after', after)).status).toBe(200);
    await killPart(exchange.dataDir, 'gateway');
    await whenWell(() => gatewayUrl);
    const ordersOf = async ({ publicKey }: Wallet) =>
      (await exchange.gateway.orders(publicKey, { limit: 10 })).orders.map((order) => [
        order.status,
        order.cancel_reason,
      ]);
    await eventually(
      () => ordersOf(switched),
      ([first]) => first?.[0] === 'cancelled',
    );
    expect(await ordersOf(switched)).toEqual([['cancelled', 'cancel_after']]);
    expect(await ordersOf(careless)).toEqual([['resting', null]]);
    for (const { publicKey } of [switched, careless])
      expect(await exchange.gateway.nonces(publicKey)).toMatchObject({ cancel_all: 0 });
  });
});
