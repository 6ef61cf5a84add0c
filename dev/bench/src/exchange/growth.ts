/**
 * What a request costs as an exchange grows: users, markets, and subscribers of one book. CPU by process, and memory.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuBetween, cpuOf, residentMb } from '../harness/processes';
import type { Result, Run } from '../harness/scenario';
import { CYCLE_ORDERS } from '../load/trading-pair';
import { Crowd } from './crowd';
import type { ExchangeUnderTest } from './exchange-under-test';
import { measured, mediansOfRuns } from './measured';
import { journalTruth, measuringOn } from './measuring';
import type { Measuring } from './measuring';
import { gatewayOrders } from './order-ways';
import { driveReads } from './reads';
import { followedBook } from './streams';
import type { WayRun } from './way';

/**
 * Each step differs from the one before in one thing. An exchange remembers a million credits; some of them are
 * others'.
 */
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
/** As many as there are markets at first: each lane has its own. */
const LANES = 10;
const ROUNDS = 3;
const ORDERS_A_LANE = 100 * CYCLE_ORDERS;
const READS_A_LANE = 500;
/** The share of a core that the three apps use while there are no deposits. */
const CALM_SHARE = 0.3;
const CALM_MS = 3_000;
const CALM_LOOKS = 200;

export async function growth(run: Run): Promise<Result> {
  // `gateway-admin` may also credit users.
  const on = await measuringOn(run, 'gateway-admin');
  const crowd = new Crowd(on.exchange, on.bus, LANES);
  const sizes = [];
  for (const size of run.isQuick ? QUICK_SIZES : SIZES) {
    run.say(`growing to ${size.users} users in ${size.markets} markets`);
    await crowd.grow(size);
    await fundingAppsAreDone(on.exchange);
    const requests = await requestsOf(on, crowd);
    sizes.push({ ...size, requests, residentMb: residentMb(on.exchange.parts()) });
  }
  const streams = [];
  for (const subscribers of run.isQuick ? QUICK_SUBSCRIBERS : SUBSCRIBERS) {
    run.say(`${subscribers} subscribers of one book`);
    const load = { subscribers, updatesPerSecond: UPDATES_PER_SECOND };
    streams.push(await followedBook(on, STREAM_SECONDS, load));
  }
  const { figures: journal } = await journalTruth(on);
  return { figures: { growth: { sizes, streams }, journal } };
}

/** Medians of the rounds, for each kind of request. The first round is a warm-up. */
async function requestsOf({ run, exchange, placed }: Measuring, crowd: Crowd) {
  const orders = gatewayOrders(exchange, crowd);
  const read = (path: string) => async (): Promise<WayRun> => ({
    load: await driveReads(`${exchange.gatewayUrl}/v1/${path}`, LANES, READS_A_LANE),
    placed: [],
  });
  const kinds = {
    'POST /v1/orders': () => orders.run(LANES, ORDERS_A_LANE),
    // `limit` counts events, and an event of this crowd has a hundred markets.
    'GET list': read('markets?limit=1'),
    'GET book': read(`markets/${crowd.someMarket}/book`),
    'GET balance': read(`balance/${crowd.someTrader}`),
  };
  const figures: Record<string, ReturnType<typeof mediansOfRuns>> = {};
  for (const [name, round] of Object.entries(kinds)) {
    const rounds = [];
    for (let turn = 0; turn <= ROUNDS; turn++)
      rounds.push(await measured({ exchange, parts: exchange.parts() }, placed, round));
    const medians = mediansOfRuns(rounds.slice(1));
    figures[name] = medians;
    run.say(`${name}: ${medians.cpuUs.toFixed(0)} µs, p50 ${medians.p50Ms.toFixed(2)} ms`);
  }
  return figures;
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
