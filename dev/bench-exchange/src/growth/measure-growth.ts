/** What a request costs as an exchange grows: users, markets, and subscribers of one book. CPU by process, and memory. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from '@bellwether/bus';
import { cpuBetween, cpuOf } from '../cpu-meter';
import type { CpuMs, Parts } from '../cpu-meter';
import type { ExchangeUnderTest } from '../exchange-under-test';
import type { Load } from '../load';
import { perRequest } from '../measurement';
import { residentMb } from '../memory-meter';
import type { PlacedOrder } from '../placed-order';
import { median, percentile } from '../statistics';
import { measureStreams } from '../streams/measure-streams';
import type { StreamFigures } from '../streams/measure-streams';
import { CYCLE_ORDERS } from '../trading-desk';
import { GatewayOrders } from '../ways/gateway-orders';
import { driveReads } from '../ways/read-run';
import { Crowd } from './crowd';

/** Each differs from the one before in one thing. A million credits are what an exchange remembers; some are others'. */
const SIZES = [
  { users: 100, markets: 10 },
  { users: 10_000, markets: 10 },
  { users: 10_000, markets: 1_000 },
  { users: 10_000, markets: 50_000 },
  { users: 990_000, markets: 50_000 },
];
const QUICK_SIZES = [
  { users: 100, markets: 10 },
  { users: 1_000, markets: 100 },
];
const SUBSCRIBERS = [10, 100, 1_000, 10_000];
const QUICK_SUBSCRIBERS = [10, 100];
const UPDATES_PER_SECOND = 10;
const STREAM_SECONDS = 20;
/** As many as there are markets at first: each lane has one of its own. */
const LANES = 10;
const ROUNDS = 3;
const ORDERS_A_LANE = 100 * CYCLE_ORDERS;
const READS_A_LANE = 500;
/** What the three of them use of a core while nobody pays in. */
const CALM_SHARE = 0.3;
const CALM_MS = 3_000;
const CALM_LOOKS = 200;

/** Medians of the rounds. */
export interface RequestFigures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the processes of the exchange; without the load generator, whose own is a yardstick: it does the same at each size. */
  readonly cpuUs: number;
  readonly cpuUsPerRequest: CpuMs;
}

export interface SizeFigures {
  readonly users: number;
  readonly markets: number;
  readonly requests: Readonly<Record<string, RequestFigures>>;
  /** After the requests, by process. */
  readonly residentMb: Readonly<Record<string, number>>;
}

export interface Growth {
  readonly sizes: readonly SizeFigures[];
  readonly streams: readonly Omit<StreamFigures, 'verdict'>[];
}

export interface GrowthOptions {
  readonly exchange: ExchangeUnderTest;
  readonly bus: Bus;
  readonly isQuick: boolean;
  readonly progress: (line: string) => void;
}

/** Makes the requests of a round; the answers of orders are kept. */
type Round = () => Promise<{ load: Load<unknown>; placed: readonly PlacedOrder[] }>;

export async function measureGrowth(
  options: GrowthOptions,
): Promise<{ figures: Growth; placed: readonly PlacedOrder[] }> {
  const { exchange, bus, isQuick, progress } = options;
  const placed: PlacedOrder[] = [];
  const crowd = new Crowd(exchange, bus, LANES);
  const orders = new GatewayOrders(exchange.gatewayUrl, crowd);
  const sizes: SizeFigures[] = [];
  for (const size of isQuick ? QUICK_SIZES : SIZES) {
    progress(`growing to ${size.users} users in ${size.markets} markets`);
    await crowd.grow(size);
    await fundingAppsAreDone(exchange);
    const url = (path: string) => `${exchange.gatewayUrl}/v1/${path}`;
    const read = (path: string) => async () => ({
      load: await driveReads(url(path), LANES, READS_A_LANE),
      placed: [],
    });
    const rounds: Record<string, Round> = {
      'POST /v1/orders': () => orders.run(LANES, ORDERS_A_LANE),
      // Of one event, as events of this crowd have a hundred markets each.
      'GET list': read('markets?limit=1'),
      'GET book': read(`markets/${crowd.someMarket}/book`),
      'GET balance': read(`balance/${crowd.someTrader}`),
    };
    const requests: Record<string, RequestFigures> = {};
    for (const [name, round] of Object.entries(rounds)) {
      const figures = await measureRounds(exchange, round, placed);
      requests[name] = figures;
      progress(`${name}: ${figures.cpuUs.toFixed(0)} µs, p50 ${figures.p50Ms.toFixed(2)} ms`);
    }
    sizes.push({ ...size, requests, residentMb: residentMb(exchange.parts()) });
  }
  const streams: Omit<StreamFigures, 'verdict'>[] = [];
  for (const subscribers of isQuick ? QUICK_SUBSCRIBERS : SUBSCRIBERS) {
    progress(`${subscribers} subscribers of one book`);
    const load = { subscribers, updatesPerSecond: UPDATES_PER_SECOND };
    const measured = await measureStreams(exchange, bus, STREAM_SECONDS, load);
    const { verdict: _, ...figures } = measured.figures;
    streams.push(figures);
    for (const order of measured.placed) placed.push(order);
  }
  return { figures: { sizes, streams }, placed };
}

/** They pay for test money on the chain, long after it is credited. */
async function fundingAppsAreDone(exchange: ExchangeUnderTest): Promise<void> {
  const parts = { apps: exchange.fundingApps() };
  for (let look = 0; look < CALM_LOOKS; look++) {
    const before = cpuOf(parts);
    await sleep(CALM_MS);
    const { apps = 0 } = cpuBetween(before, cpuOf(parts));
    if (apps < CALM_SHARE * CALM_MS) return;
  }
  throw new Error('the funding apps are still busy with test money');
}

/** The first round is a warm-up. */
async function measureRounds(
  exchange: ExchangeUnderTest,
  round: Round,
  placed: PlacedOrder[],
): Promise<RequestFigures> {
  const parts = exchange.parts();
  const rounds: RequestFigures[] = [];
  for (let turn = 0; turn <= ROUNDS; turn++) {
    await exchange.historyCaughtUp();
    const before = cpuOf(parts);
    const { load, placed: orders } = await round();
    await exchange.historyCaughtUp();
    for (const order of orders) placed.push(order);
    if (turn > 0) rounds.push(figuresOf(load, parts, before));
  }
  const of = (figure: (one: RequestFigures) => number) => median(rounds.map(figure));
  const names = [...new Set(rounds.flatMap(({ cpuUsPerRequest }) => Object.keys(cpuUsPerRequest)))];
  return {
    perSecond: of(({ perSecond }) => perSecond),
    p50Ms: of(({ p50Ms }) => p50Ms),
    p99Ms: of(({ p99Ms }) => p99Ms),
    cpuUs: of(({ cpuUs }) => cpuUs),
    cpuUsPerRequest: Object.fromEntries(
      names.map((name) => [name, of(({ cpuUsPerRequest }) => cpuUsPerRequest[name] ?? 0)]),
    ),
  };
}

function figuresOf(load: Load<unknown>, parts: Parts, before: CpuMs): RequestFigures {
  const requests = load.latenciesMs.length;
  const own = perRequest(cpuBetween(before, cpuOf(parts)), requests);
  return {
    perSecond: requests / load.seconds,
    p50Ms: percentile(load.latenciesMs, 0.5),
    p99Ms: percentile(load.latenciesMs, 0.99),
    cpuUs: Object.values(own).reduce((sum, us) => sum + us, 0),
    cpuUsPerRequest: { 'load generator': (load.cpuMs * 1_000) / requests, ...own },
  };
}
