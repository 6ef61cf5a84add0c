import { cpuBetween, cpuOf, mainThreadMs, perRequest } from '../harness/processes';
import type { CpuMs, Parts } from '../harness/processes';
import { median, mediansOf, percentile } from '../harness/statistics';
import type { PlacedOrder } from '../load/placed-order';
import type { ExchangeUnderTest } from './exchange-under-test';
import type { WayRun } from './way';

/** The result of one run. */
export interface RunFigures {
  readonly requests: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly worstMs: number;
  /** Microseconds of CPU a request, by part of the system; those that used less than a microsecond are left out. */
  readonly cpuUsPerRequest: CpuMs;
  /** Of the engine's part: microseconds a request of the thread that sequences and applies. */
  readonly engineThreadUs: number;
  /** Seconds from the last answer until history had everything. */
  readonly historySeconds: number;
}

/**
 * Begins when history has caught up with earlier load, and ends when it has caught up with this one: that work belongs
 * to the load.
 *
 * @param placed gets the orders that were answered
 */
export async function measured(
  { exchange, parts }: { readonly exchange: ExchangeUnderTest; readonly parts: Parts },
  placed: PlacedOrder[],
  work: () => Promise<WayRun>,
): Promise<RunFigures> {
  await exchange.historyCaughtUp();
  const cpuBefore = cpuOf(parts);
  const threadBefore = engineThreadMs(parts);
  const { load, placed: orders, operations: requests = load.latenciesMs.length } = await work();
  const historySeconds = await exchange.historyCaughtUp();
  const cpu = { [GENERATOR]: load.cpuMs, ...cpuBetween(cpuBefore, cpuOf(parts)) };
  for (const order of orders) placed.push(order);
  const at = (share: number) => percentile(load.latenciesMs, share);
  return {
    requests,
    seconds: load.seconds,
    perSecond: requests / load.seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    p999Ms: at(0.999),
    worstMs: at(1),
    cpuUsPerRequest: perRequest(cpu, requests),
    engineThreadUs: ((engineThreadMs(parts) - threadBefore) * 1_000) / requests,
    historySeconds,
  };
}

/** A part that used too little in a round counts as 0 there. */
export const mediansOfRuns = (runs: readonly RunFigures[]) => ({
  ...mediansOf(runs),
  cpuUsPerRequest: mediansOf(runs.map(({ cpuUsPerRequest }) => cpuUsPerRequest)),
  /** The sum of all parts of the exchange. */
  cpuUs: median(runs.map(cpuUsOf)),
});

/** Not a part of the exchange. */
const GENERATOR = 'load generator';

const cpuUsOf = ({ cpuUsPerRequest }: Pick<RunFigures, 'cpuUsPerRequest'>): number =>
  Object.entries(cpuUsPerRequest).reduce(
    (sum, [name, us]) => (name === GENERATOR ? sum : sum + us),
    0,
  );

const engineThreadMs = ({ engine = [] }: Parts): number =>
  engine.reduce((sum, pid) => sum + mainThreadMs(pid), 0);
