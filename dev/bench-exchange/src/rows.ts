import { LANES } from './measurement';
import type { RunFigures } from './measurement';
import { median } from './statistics';
import { WAYS, peerOf } from './ways/way';
import type { WayName } from './ways/way';

/** The measured part of a target, and whether it was reached. Targets: docs/PERFORMANCE.md. */
export interface Verdict {
  readonly target: string;
  readonly isMet: boolean;
  /** What is compared, if it is neither the row's rate nor its share of the bare route. */
  readonly figure?: string;
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
  readonly engineThreadUs: number;
  readonly verdict: Verdict | null;
}

interface Measured {
  readonly perSecond: number;
  readonly timesBare: number | null;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of all parts of the exchange, without the load generator. */
  readonly cpuUs: number;
}

interface Target {
  readonly target: string;
  /** @param other the row that this one is compared with */
  readonly isMet: (measured: Measured, other: Measured | null) => boolean;
  /** Its row, with as many lanes. */
  readonly than?: WayName;
  readonly figure?: (measured: Measured, other: Measured | null) => string;
}

const times = (share: number): Target => ({
  target: `≥ ${share.toFixed(2)} × bare`,
  isMet: ({ timesBare }: Measured) => timesBare !== null && timesBare >= share,
});
const alone: Target = {
  target: 'p50 < 2 ms, p99 < 6 ms',
  isMet: ({ p50Ms, p99Ms }: Measured) => p50Ms < 2 && p99Ms < 6,
};
const atLeast = (perSecond: number): Target => ({
  target: `≥ ${perSecond.toLocaleString('en')}/s`,
  isMet: (measured: Measured) => measured.perSecond >= perSecond,
});

const fasterThanHttp: Target = {
  target: 'p50 below that of POST /v1/orders',
  than: 'POST /v1/orders',
  isMet: ({ p50Ms }, other) => other !== null && p50Ms < other.p50Ms,
  figure: ({ p50Ms }, other) => `p50 ${p50Ms.toFixed(2)} ms, HTTP ${other?.p50Ms.toFixed(2)} ms`,
};
const halfTheCpu: Target = {
  target: 'CPU an operation ≤ half of alone',
  than: 'places and cancels, alone',
  isMet: ({ cpuUs }, other) => other !== null && cpuUs <= other.cpuUs / 2,
  figure: ({ cpuUs }, other) => `${cpuUs.toFixed(0)} µs, alone ${other?.cpuUs.toFixed(0)} µs`,
};

const READ_SHARE = times(0.6);
const TARGETS: Readonly<Record<string, Target>> = {
  'GET list, 64': READ_SHARE,
  'GET book, 64': READ_SHARE,
  'GET balance, 64': READ_SHARE,
  'POST /v1/orders, 64': times(0.8),
  'POST /v1/submit, 64': times(0.6),
  'POST /v1/orders, 1': alone,
  'POST /v1/submit, 1': alone,
  'order over the socket, 64': fasterThanHttp,
  'order over the socket, 1': fasterThanHttp,
  'places and cancels, 20 a batch, 16': halfTheCpu,
  'engine over NATS, 256': atLeast(12_000),
};

/** One row a way and number of lanes, in the order they were first measured in, many lanes first. */
export function rowsOf(runs: readonly RunFigures[]): Row[] {
  const kinds = new Map(runs.map(({ way, lanes }) => [`${way}, ${lanes}`, { way, lanes }]));
  return [...kinds.values()]
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .map(({ way, lanes }) => rowOf(runs, way, lanes));
}

const orderOf = ({ way, lanes }: Pick<RunFigures, 'way' | 'lanes'>): number =>
  LANES.findIndex((one) => one === lanes) * WAYS.length + WAYS.indexOf(way);

function rowOf(runs: readonly RunFigures[], way: WayName, lanes: number): Row {
  const ours = runs.filter((run) => run.way === way && run.lanes === lanes);
  const rates = ours.map(({ perSecond }) => perSecond);
  const ratios = ratiosOf(runs, ours);
  const measured = measuredOf(runs, way, lanes);
  const target = TARGETS[`${way}, ${lanes}`];
  const other = target?.than === undefined ? null : measuredOf(runs, target.than, lanes);
  const { cpuUs: _, ...shown } = measured;
  return {
    way,
    lanes,
    ...shown,
    perSecondRange: rangeOf(rates),
    timesBareRange: ratios.length === 0 ? null : rangeOf(ratios),
    cpuUsPerRequest: mediansOf(ours.map(({ cpuUsPerRequest }) => cpuUsPerRequest)),
    engineThreadUs: median(ours.map(({ engineThreadUs }) => engineThreadUs)),
    verdict: target === undefined ? null : verdictOf(target, measured, other),
  };
}

function verdictOf(
  { target, isMet, figure }: Target,
  measured: Measured,
  other: Measured | null,
): Verdict {
  const judged = { target, isMet: isMet(measured, other) };
  return figure === undefined ? judged : { ...judged, figure: figure(measured, other) };
}

function measuredOf(runs: readonly RunFigures[], way: WayName, lanes: number): Measured {
  const ours = runs.filter((run) => run.way === way && run.lanes === lanes);
  const ratios = ratiosOf(runs, ours);
  return {
    perSecond: median(ours.map(({ perSecond }) => perSecond)),
    timesBare: ratios.length === 0 ? null : median(ratios),
    p50Ms: median(ours.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(ours.map(({ p99Ms }) => p99Ms)),
    cpuUs: median(ours.map(({ cpuUsPerRequest }) => cpuOfExchange(cpuUsPerRequest))),
  };
}

/** Not a part of the exchange. */
const GENERATOR = 'load generator';
const cpuOfExchange = (parts: Readonly<Record<string, number>>): number =>
  Object.entries(parts).reduce((all, [name, us]) => (name === GENERATOR ? all : all + us), 0);

/** With as many lanes the bare route is measured too. */
const COMPARED: readonly number[] = [64, 1];

const ratiosOf = (runs: readonly RunFigures[], ours: readonly RunFigures[]): readonly number[] =>
  ours.flatMap(({ way, round, lanes, perSecond }) => {
    if (!COMPARED.includes(lanes)) return [];
    const peer = peerOf(way);
    const bare = runs.find((run) => run.way === peer && run.round === round && run.lanes === lanes);
    if (bare === undefined) throw new Error(`${peer} has no run with ${lanes} lanes`);
    return [perSecond / bare.perSecond];
  });

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
