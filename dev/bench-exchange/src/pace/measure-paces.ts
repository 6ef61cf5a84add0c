/** Orders over HTTP at shares of what the exchange can take: latencies as of when each was due, memory, history's lag. */
import { cpuBetween, cpuOf } from '../cpu-meter';
import type { CpuMs, Parts } from '../cpu-meter';
import type { ExchangeUnderTest } from '../exchange-under-test';
import { perRequest } from '../measurement';
import { residentMb } from '../memory-meter';
import type { PlacedOrder } from '../placed-order';
import { median, percentile } from '../statistics';
import { CYCLE_ORDERS } from '../trading-desk';
import type { GatewayOrders } from '../ways/gateway-orders';

const SHARES = [0.25, 0.5, 0.75];
const LONG_SHARE = 0.75;
const DESKS = 64;
const CAPACITY_RUNS = 3;
const CAPACITY_REQUESTS_A_DESK = 16 * CYCLE_ORDERS;
const QUARTERS = 4;

export interface PaceFigures {
  /** Of the capacity. */
  readonly share: number;
  readonly perSecond: number;
  readonly seconds: number;
  readonly orders: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly worstMs: number;
  /** How long after the last answer history had everything. */
  readonly historySeconds: number;
  readonly cpuUsPerOrder: CpuMs;
  /** Resident memory by part: before the run, each quarter of its time, and after it. */
  readonly residentMb: readonly Readonly<Record<string, number>>[];
}

export interface Paces {
  /** Orders a second with 64 in flight, each sent when the one before it is answered. */
  readonly capacity: number;
  readonly paces: readonly PaceFigures[];
}

export interface PaceOptions {
  readonly exchange: ExchangeUnderTest;
  readonly orders: GatewayOrders;
  readonly parts: Parts;
  /** Of a run. */
  readonly seconds: number;
  /** The highest share alone, as it is what drifts. */
  readonly isLong: boolean;
  readonly progress: (line: string) => void;
}

export async function measurePaces(
  options: PaceOptions,
): Promise<{ figures: Paces; placed: readonly PlacedOrder[] }> {
  const { exchange, orders, progress } = options;
  const placed: PlacedOrder[] = [];
  const rates: number[] = [];
  for (let run = 0; run < CAPACITY_RUNS; run++) {
    const closed = await orders.run(DESKS, CAPACITY_REQUESTS_A_DESK);
    placed.push(...closed.placed);
    rates.push(closed.placed.length / closed.load.seconds);
    await exchange.historyCaughtUp();
  }
  const capacity = median(rates);
  const paces: PaceFigures[] = [];
  for (const share of options.isLong ? [LONG_SHARE] : SHARES) {
    const perSecond = share * capacity;
    progress(`orders at ${Math.round(perSecond)}/s, ${100 * share} % of ${Math.round(capacity)}/s`);
    const run = await atPace(options, perSecond);
    for (const order of run.placed) placed.push(order);
    paces.push({ share, perSecond, ...run.figures });
  }
  return { figures: { capacity, paces }, placed };
}

async function atPace({ exchange, orders, parts, seconds }: PaceOptions, perSecond: number) {
  const each = Math.ceil((perSecond * seconds) / DESKS / CYCLE_ORDERS) * CYCLE_ORDERS;
  const looks: Record<string, number>[] = [];
  const look = () => looks.push(residentMb(parts));
  const cpuBefore = cpuOf(parts);
  look();
  const timer = setInterval(look, (seconds * 1_000) / QUARTERS);
  const { load, placed } = await orders
    .run(DESKS, each, perSecond)
    .finally(() => clearInterval(timer));
  look();
  const historySeconds = await exchange.historyCaughtUp();
  const cpu = { 'load generator': load.cpuMs, ...cpuBetween(cpuBefore, cpuOf(parts)) };
  const { latenciesMs } = load;
  const figures = {
    seconds: load.seconds,
    orders: placed.length,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    p999Ms: percentile(latenciesMs, 0.999),
    worstMs: percentile(latenciesMs, 1),
    historySeconds,
    cpuUsPerOrder: perRequest(cpu, placed.length),
    residentMb: looks,
  };
  return { figures, placed };
}
