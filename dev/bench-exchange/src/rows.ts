import type { RunFigures } from './measurement';
import { median } from './statistics';
import { WAYS, peerOf } from './ways/way';
import type { WayName } from './ways/way';

/** The measured part of a target, and whether it was reached. Targets: docs/PERFORMANCE.md. */
export interface Verdict {
  readonly target: string;
  readonly isMet: boolean;
}

/** Medians over the rounds. */
export interface Row {
  readonly way: WayName;
  readonly lanes: number;
  readonly perSecond: number;
  /** The slowest and the fastest round. */
  readonly perSecondRange: readonly [number, number];
  /** Requests a second over those of its peer with as many lanes in the same round; null where that has no such run. */
  readonly timesBare: number | null;
  readonly timesBareRange: readonly [number, number] | null;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuUsPerRequest: Readonly<Record<string, number>>;
  readonly verdict: Verdict | null;
}

interface Measured {
  readonly perSecond: number;
  readonly timesBare: number | null;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const MANY = 64;

const times = (share: number) => ({
  target: `≥ ${share.toFixed(2)} × bare`,
  isMet: ({ timesBare }: Measured) => timesBare !== null && timesBare >= share,
});
const alone = {
  target: 'p50 < 2.5 ms, p99 < 8 ms',
  isMet: ({ p50Ms, p99Ms }: Measured) => p50Ms < 2.5 && p99Ms < 8,
};
const atLeast = (perSecond: number) => ({
  target: `≥ ${perSecond.toLocaleString('en')}/s`,
  isMet: (measured: Measured) => measured.perSecond >= perSecond,
});

const READ_SHARE = times(0.6);
const TARGETS: Readonly<Record<string, ReturnType<typeof times>>> = {
  'GET list, 64': READ_SHARE,
  'GET book, 64': READ_SHARE,
  'GET balance, 64': READ_SHARE,
  'POST /v1/orders, 64': times(0.5),
  'POST /v1/submit, 64': times(0.4),
  'POST /v1/orders, 1': alone,
  'POST /v1/submit, 1': alone,
  'engine over NATS, 256': atLeast(15_000),
};

/** One row a way and number of lanes, in the order they were first measured in, many lanes first. */
export function rowsOf(runs: readonly RunFigures[]): Row[] {
  const kinds = new Map(runs.map(({ way, lanes }) => [`${way}, ${lanes}`, { way, lanes }]));
  return [...kinds.values()]
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .map(({ way, lanes }) => rowOf(runs, way, lanes));
}

const orderOf = ({ way, lanes }: Pick<RunFigures, 'way' | 'lanes'>): number =>
  (lanes === 1 ? 10_000 : lanes * 10) + WAYS.indexOf(way);

function rowOf(runs: readonly RunFigures[], way: WayName, lanes: number): Row {
  const ours = runs.filter((run) => run.way === way && run.lanes === lanes);
  const rates = ours.map(({ perSecond }) => perSecond);
  const ratios = lanes > MANY ? [] : ours.map((run) => run.perSecond / bareOf(runs, run));
  const measured: Measured = {
    perSecond: median(rates),
    timesBare: ratios.length === 0 ? null : median(ratios),
    p50Ms: median(ours.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(ours.map(({ p99Ms }) => p99Ms)),
  };
  const target = TARGETS[`${way}, ${lanes}`];
  return {
    way,
    lanes,
    ...measured,
    perSecondRange: rangeOf(rates),
    timesBareRange: ratios.length === 0 ? null : rangeOf(ratios),
    cpuUsPerRequest: mediansOf(ours.map(({ cpuUsPerRequest }) => cpuUsPerRequest)),
    verdict: target === undefined ? null : { target: target.target, isMet: target.isMet(measured) },
  };
}

function bareOf(runs: readonly RunFigures[], { way, round, lanes }: RunFigures): number {
  const peer = peerOf(way);
  const bare = runs.find((run) => run.way === peer && run.round === round && run.lanes === lanes);
  if (bare === undefined) throw new Error(`${peer} has no run with ${lanes} lanes`);
  return bare.perSecond;
}

const rangeOf = (values: readonly number[]): [number, number] => [
  Math.min(...values),
  Math.max(...values),
];

/** A part that used too little to count in a round counts as nothing there. */
function mediansOf(rounds: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const names = new Set(rounds.flatMap((round) => Object.keys(round)));
  return Object.fromEntries(
    [...names].map((name) => [name, median(rounds.map((round) => round[name] ?? 0))]),
  );
}
