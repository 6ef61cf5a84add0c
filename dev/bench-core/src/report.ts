/** Medians over the rounds, and ratios to the peer. Ratios travel from machine to machine; figures do not. */
import { CONTENDERS, PEER } from './contenders';
import type { Latency, Measurement } from './measure';
import type { StateMeasurement } from './measure-state';

export interface Row {
  readonly workload: string;
  readonly contender: string;
  readonly what: string;
  readonly isPartial: boolean;
  readonly commands: number;
  /** Some round came to other totals than the reference: its figures mean nothing. */
  readonly isVoid: boolean;
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly timesPeer: number;
  readonly latencyNs: Latency;
  readonly peakMemoryMb: number;
}

export function toRows(measurements: readonly Measurement[]): readonly Row[] {
  const workloads = [...new Set(measurements.map(({ workload }) => workload))];
  return workloads.flatMap((workload) => {
    const of = (name: string) =>
      measurements.filter((one) => one.workload === workload && one.contender === name);
    const peer = medianOf(of(PEER), 'perSecond');
    return CONTENDERS.map(({ name, what, isPartial }): Row => {
      const rounds = of(name);
      const perSecond = medianOf(rounds, 'perSecond');
      return {
        workload,
        contender: name,
        what,
        isPartial,
        commands: rounds[0]?.commands ?? 0,
        isVoid: rounds.some(({ isRight }) => !isRight),
        perSecond,
        perCpuSecond: medianOf(rounds, 'perCpuSecond'),
        timesPeer: perSecond / peer,
        latencyNs: latencyOf(rounds),
        peakMemoryMb: median(rounds.map(({ peakMemoryMb }) => peakMemoryMb)),
      };
    });
  });
}

const medianOf = (rounds: readonly Measurement[], field: 'perSecond' | 'perCpuSecond'): number =>
  median(rounds.flatMap((round) => round[field] ?? []));

function latencyOf(rounds: readonly Measurement[]): Latency {
  const of = (field: keyof Latency) =>
    median(rounds.flatMap(({ latencyNs }) => latencyNs?.[field] ?? []));
  return {
    timer: of('timer'),
    p50: of('p50'),
    p99: of('p99'),
    p999: of('p999'),
    max: of('max'),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

const HEAD = [
  'contender',
  'k cmd/s',
  'k cmd/cpu s',
  'x peer',
  'p50 ns',
  'p99 ns',
  'p99.9 ns',
  'MB',
  '',
];

export function printTable(workload: string, rows: readonly Row[]): void {
  const lines = rows
    .filter((row) => row.workload === workload)
    .map((row) => [
      row.contender,
      Math.round(row.perSecond / 1000).toString(),
      Math.round(row.perCpuSecond / 1000).toString(),
      row.timesPeer.toFixed(1),
      row.latencyNs.p50.toString(),
      row.latencyNs.p99.toString(),
      row.latencyNs.p999.toString(),
      row.peakMemoryMb.toString(),
      noteOf(row),
    ]);
  const widths = HEAD.map((head, column) =>
    Math.max(head.length, ...lines.map((line) => line[column]!.length)),
  );
  console.log(`\n${workload}`);
  for (const line of [HEAD, ...lines]) {
    const cells = line.map((cell, column) =>
      column === 0 || column === HEAD.length - 1
        ? cell.padEnd(widths[column]!)
        : cell.padStart(widths[column]!),
    );
    console.log(cells.join('  ').trimEnd());
  }
}

function noteOf({ isVoid, isPartial, commands, what }: Row): string {
  if (isVoid) return 'VOID: its totals are not the reference’s';
  return isPartial ? `${what}; the first ${commands} commands` : what;
}

export function printState(state: StateMeasurement): void {
  const megabytes = Math.round(state.snapshotBytes / 1_000_000);
  console.log(
    `\n${state.restingOrders} resting orders, ${state.accounts} accounts: ` +
      `snapshot ${state.snapshotMs} ms (${megabytes} MB), restore ${state.restoreMs} ms`,
  );
}
