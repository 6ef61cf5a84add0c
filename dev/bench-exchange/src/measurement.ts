import { cpuBetween, cpuOf, mainThreadMs } from './cpu-meter';
import type { CpuMs, Parts } from './cpu-meter';
import type { ExchangeUnderTest } from './exchange-under-test';
import type { PlacedOrder } from './placed-order';
import { percentile } from './statistics';
import { CYCLE_ORDERS } from './trading-desk';
import type { Run, Way, WayName } from './ways/way';

/**
 * Requests under way at a time: many; more for the engine alone, which takes them over one connection; fewer for batches
 * of twenty, as what waits for 250 ms is rejected; and one.
 */
export const LANES = [64, 256, 16, 1] as const;
const ALONE: (typeof LANES)[number] = 1;

const WARM_UP_REQUESTS_A_LANE = 16 * CYCLE_ORDERS;

export interface Effort {
  readonly rounds: number;
  /** How long a run with many lanes should take; how many requests that is follows from the warm-up. */
  readonly secondsARun: number;
  readonly requestsAlone: number;
}

/** What one run came to. */
export interface RunFigures {
  readonly round: number;
  readonly way: WayName;
  readonly lanes: number;
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Microseconds of CPU a request, by part of the system; those that used less than a microsecond are left out. */
  readonly cpuUsPerRequest: CpuMs;
  /** Of the engine's part: microseconds a request of the thread that orders and applies. */
  readonly engineThreadUs: number;
  /** How long after the last answer history had everything. */
  readonly historySeconds: number;
}

export interface MeasurementParts {
  readonly exchange: ExchangeUnderTest;
  readonly ways: readonly Way[];
  readonly parts: Parts;
  readonly effort: Effort;
  readonly progress: (line: string) => void;
}

/**
 * Rounds in which every way has its turn, so that what else the machine does falls on all of them. A run begins when
 * history has caught up with the one before.
 */
export class Measurement {
  /** Every order that was answered, those of the warm-up too. */
  private readonly placed: PlacedOrder[] = [];
  private readonly requestsPerSecond = new Map<string, number>();

  constructor(private readonly given: MeasurementParts) {}

  async carryOut(): Promise<{ runs: RunFigures[]; placed: readonly PlacedOrder[] }> {
    const { effort, progress } = this.given;
    const plan = this.plan();
    for (const { way, lanes } of plan) {
      progress(`warming up ${way.name}, ${lanes} under way`);
      const { load, operations } = await this.run(way, lanes, WARM_UP_REQUESTS_A_LANE);
      const requests = operations ?? load.latenciesMs.length;
      this.requestsPerSecond.set(keyOf(way, lanes), requests / load.seconds);
    }
    const runs: RunFigures[] = [];
    for (let round = 1; round <= effort.rounds; round++) {
      for (const { way, lanes } of rotated(plan, round)) {
        const figures = await this.measure(way, lanes, round);
        progress(`round ${round}: ${way.name}, ${lanes} under way: ${summary(figures)}`);
        runs.push(figures);
      }
    }
    return { runs, placed: this.placed };
  }

  private plan(): { way: Way; lanes: number }[] {
    const { ways } = this.given;
    return LANES.flatMap((lanes) =>
      ways.filter((way) => way.lanes.includes(lanes)).map((way) => ({ way, lanes })),
    );
  }

  private async measure(way: Way, lanes: number, round: number): Promise<RunFigures> {
    const { exchange, parts } = this.given;
    const each = this.requestsEach(way, lanes);
    await exchange.historyCaughtUp();
    const cpuBefore = cpuOf(parts);
    const threadBefore = engineThreadMs(parts);
    const { load, operations = lanes * each } = await this.run(way, lanes, each);
    const historySeconds = await exchange.historyCaughtUp();
    const cpu = { 'load generator': load.cpuMs, ...cpuBetween(cpuBefore, cpuOf(parts)) };
    const requests = operations;
    return {
      round,
      way: way.name,
      lanes,
      requests,
      perSecond: requests / load.seconds,
      p50Ms: percentile(load.latenciesMs, 0.5),
      p99Ms: percentile(load.latenciesMs, 0.99),
      cpuUsPerRequest: perRequest(cpu, requests),
      engineThreadUs: ((engineThreadMs(parts) - threadBefore) * 1_000) / requests,
      historySeconds,
    };
  }

  private async run(way: Way, lanes: number, each: number): Promise<Run> {
    const run = await way.run(lanes, each);
    for (const order of run.placed) this.placed.push(order);
    return run;
  }

  private requestsEach(way: Way, lanes: number): number {
    const { effort } = this.given;
    const perSecond = this.requestsPerSecond.get(keyOf(way, lanes)) ?? 0;
    const wanted = lanes === ALONE ? effort.requestsAlone : perSecond * effort.secondsARun;
    return Math.ceil(wanted / lanes / CYCLE_ORDERS) * CYCLE_ORDERS;
  }
}

const engineThreadMs = ({ engine = [] }: Parts): number =>
  engine.reduce((sum, pid) => sum + mainThreadMs(pid), 0);

const keyOf = (way: Way, lanes: number): string => `${way.name}, ${lanes}`;

/** Each round begins elsewhere, so that no way is always measured after the same one. */
function rotated<T>(list: readonly T[], by: number): T[] {
  const start = (by * 2) % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

export function perRequest(cpu: CpuMs, requests: number): CpuMs {
  const entries = Object.entries(cpu).map(([name, ms]): [string, number] => [
    name,
    (ms * 1_000) / requests,
  ]);
  return Object.fromEntries(entries.filter(([, us]) => us >= 1));
}

const summary = ({ perSecond, p50Ms, p99Ms }: RunFigures): string =>
  `${Math.round(perSecond)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
