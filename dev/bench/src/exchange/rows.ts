/** Medians over the rounds, ratios to the peer within a round, and the targets: docs/PERFORMANCE.md. */
import { number } from '../harness/markdown';
import type { Target } from '../harness/scenario';
import { median } from '../harness/statistics';
import type { WayFigures } from './measure-ways';
import { mediansOfRuns } from './measured';
import { LANES, WAYS, peerOf } from './way';
import type { WayName } from './way';

type Medians = ReturnType<typeof mediansOfRuns>;
type Range = readonly [number, number];

export interface Row extends Medians {
  readonly way: WayName;
  readonly lanes: number;
  /** The slowest and the fastest round. */
  readonly perSecondRange: Range;
  /**
   * Requests a second divided by those of its peer with as many lanes in the same round. Null if it has no such run.
   */
  readonly timesBare: number | null;
  readonly timesBareRange: Range | null;
  readonly verdict: Verdict | null;
}

/** The measured part of a target, and whether it was reached. */
interface Verdict {
  readonly target: string;
  readonly figure: string;
  readonly isMet: boolean;
}

type Judged = Omit<Row, 'verdict'>;
/** @param other the same lanes of the way that this one is compared with */
type Judge = (row: Judged, other: Judged) => Verdict;

const times =
  (share: number): Judge =>
  ({ timesBare }) => ({
    target: `≥ ${share.toFixed(2)} × bare`,
    figure: `${number(timesBare ?? 0, 2)} × bare`,
    isMet: (timesBare ?? 0) >= share,
  });
const alone: Judge = ({ p50Ms, p99Ms }) => ({
  target: 'p50 < 2 ms, p99 < 6 ms',
  figure: `p50 ${number(p50Ms, 2)} ms, p99 ${number(p99Ms, 2)} ms`,
  isMet: p50Ms < 2 && p99Ms < 6,
});
const fasterThanHttp: Judge = ({ p50Ms }, http) => ({
  target: 'p50 below that of POST /v1/orders',
  figure: `p50 ${p50Ms.toFixed(2)} ms, HTTP ${http.p50Ms.toFixed(2)} ms`,
  isMet: p50Ms < http.p50Ms,
});
const halfTheCpu: Judge = ({ cpuUs }, one) => ({
  target: 'CPU an operation ≤ half of alone',
  figure: `${cpuUs.toFixed(0)} µs, alone ${one.cpuUs.toFixed(0)} µs`,
  isMet: cpuUs <= one.cpuUs / 2,
});
const atLeast =
  (least: number): Judge =>
  ({ perSecond }) => ({
    target: `≥ ${number(least)}/s`,
    figure: `${number(perSecond)}/s`,
    isMet: perSecond >= least,
  });

const JUDGES: Readonly<Record<string, { judge: Judge; than?: WayName }>> = {
  'GET list, 64': { judge: times(0.6) },
  'GET book, 64': { judge: times(0.6) },
  'GET balance, 64': { judge: times(0.6) },
  'POST /v1/orders, 64': { judge: times(0.8) },
  'POST /v1/submit, 64': { judge: times(0.6) },
  'POST /v1/orders, 1': { judge: alone },
  'POST /v1/submit, 1': { judge: alone },
  'order over the socket, 64': { judge: fasterThanHttp, than: 'POST /v1/orders' },
  'order over the socket, 1': { judge: fasterThanHttp, than: 'POST /v1/orders' },
  'places and cancels, 20 a batch, 16': { judge: halfTheCpu, than: 'places and cancels, alone' },
  'engine over NATS, 256': { judge: atLeast(12_000) },
};

/** What an order costs all processes of the exchange together, in microseconds of CPU. */
const ORDER_CPU_US = 270;
/** What it costs the engine's main thread, which cannot be divided. */
const ENGINE_THREAD_US = 30;

/** One row for each way and number of lanes, in the order of the first measurement, many lanes first. */
export function rowsOf(runs: readonly WayFigures[]): Row[] {
  const kinds = new Map(runs.map(({ way, lanes }) => [`${way}, ${lanes}`, { way, lanes }]));
  return [...kinds]
    .toSorted(([, a], [, b]) => orderOf(a) - orderOf(b))
    .map(([key, { way, lanes }]) => {
      const row = judgedOf(runs, way, lanes);
      const { judge, than = way } = JUDGES[key] ?? {};
      const verdict = judge === undefined ? null : judge(row, judgedOf(runs, than, lanes));
      return { ...row, verdict };
    });
}

export function targetsOf(rows: readonly Row[]): Target[] {
  const judged = rows.flatMap(({ way, lanes, verdict }): Target[] =>
    verdict === null
      ? []
      : [[`${way}, ${lanes} in flight`, verdict.figure, verdict.target, verdict.isMet]],
  );
  const orders = rows.find(({ way, lanes }) => way === 'POST /v1/orders' && lanes === 64);
  if (orders === undefined) return judged;
  const atMost = (name: string, us: number, most: number): Target => [
    name,
    `${number(us)} µs`,
    `≤ ${most} µs`,
    us <= most,
  ];
  return [
    atMost('CPU of an order, all processes', orders.cpuUs, ORDER_CPU_US),
    atMost('… the engine’s main thread', orders.engineThreadUs, ENGINE_THREAD_US),
    ...judged,
  ];
}

const orderOf = ({ way, lanes }: { readonly way: WayName; readonly lanes: number }): number =>
  LANES.findIndex((one) => one === lanes) * WAYS.length + WAYS.indexOf(way);

function judgedOf(runs: readonly WayFigures[], way: WayName, lanes: number): Judged {
  const ours = runs.filter((run) => run.way === way && run.lanes === lanes);
  const ratios = ratiosOf(runs, ours);
  return {
    way,
    lanes,
    ...mediansOfRuns(ours),
    perSecondRange: rangeOf(ours.map(({ perSecond }) => perSecond)),
    timesBare: ratios.length === 0 ? null : median(ratios),
    timesBareRange: ratios.length === 0 ? null : rangeOf(ratios),
  };
}

/** The bare route is measured with as many lanes. */
const COMPARED: readonly number[] = [64, 1];

const ratiosOf = (runs: readonly WayFigures[], ours: readonly WayFigures[]): readonly number[] =>
  ours.flatMap(({ way, round, lanes, perSecond }) => {
    if (!COMPARED.includes(lanes)) return [];
    const peer = peerOf(way);
    const bare = runs.find((run) => run.way === peer && run.round === round && run.lanes === lanes);
    if (bare === undefined) throw new Error(`${peer} has no run with ${lanes} lanes`);
    return [perSecond / bare.perSecond];
  });

const rangeOf = (values: readonly number[]): Range => [Math.min(...values), Math.max(...values)];
