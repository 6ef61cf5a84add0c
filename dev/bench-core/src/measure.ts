/**
 * The child process: one contender, one workload, one pass. Prints one line of JSON.
 *
 *     node measure.mjs CONTENDER WORKLOAD_FILE throughput|latency
 */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { WORDS_PER_COMMAND } from './command-words';
import type { Contender } from './contender';
import { CONTENDERS } from './contenders';
import type { Totals, Workload } from './workload';

export interface Measurement {
  readonly contender: string;
  readonly workload: string;
  /** Commands measured, after warming up. */
  readonly commands: number;
  /** Whether the totals are those of the reference: a row that differs is void. */
  readonly isRight: boolean;
  readonly totals: Totals;
  /** Commands a second of the clock, and of the processor: on a busy machine they differ. */
  readonly perSecond: number | null;
  readonly perCpuSecond: number | null;
  readonly latencyNs: Latency | null;
  readonly peakMemoryMb: number;
}

export interface Latency {
  /** What asking for the time costs, already taken off. */
  readonly timer: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

const TIMER_SAMPLES = 200_000;

function main(): void {
  const [, , name, file, pass] = process.argv;
  const kind = CONTENDERS.find((contender) => contender.name === name);
  if (kind === undefined || file === undefined) throw new Error(`no contender ${name}`);
  const workload = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Workload;
  const commands = readWords(`${file}.bin`);
  const end = kind.isPartial ? workload.partialCount : workload.count;

  const contender = kind.create(workload);
  throughput(contender, commands, 0, workload.warmCount);
  const isLatency = pass === 'latency';
  const rate = isLatency ? null : throughput(contender, commands, workload.warmCount, end);
  const latencyNs = isLatency ? latency(contender, commands, workload.warmCount, end) : null;

  const totals = contender.totals();
  const expected = kind.isPartial ? workload.expectedPartial : workload.expected;
  const measurement: Measurement = {
    contender: kind.name,
    workload: workload.shape.name,
    commands: end - workload.warmCount,
    isRight: JSON.stringify(totals) === JSON.stringify(expected),
    totals,
    perSecond: rate?.perSecond ?? null,
    perCpuSecond: rate?.perCpuSecond ?? null,
    latencyNs,
    peakMemoryMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  process.stdout.write(`${JSON.stringify(measurement)}\n`);
}

function readWords(path: string): Int32Array {
  const bytes = readFileSync(path);
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

function throughput(
  contender: Contender,
  commands: Int32Array,
  from: number,
  to: number,
): { perSecond: number; perCpuSecond: number } {
  const cpuStart = process.cpuUsage();
  const start = performance.now();
  for (let at = from * WORDS_PER_COMMAND; at < to * WORDS_PER_COMMAND; at += WORDS_PER_COMMAND) {
    contender.apply(commands, at);
  }
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpuStart);
  return {
    perSecond: Math.round((to - from) / seconds),
    perCpuSecond: Math.round((to - from) / ((user + system) / 1e6)),
  };
}

function latency(contender: Contender, commands: Int32Array, from: number, to: number): Latency {
  const timer = timerCost();
  const samples = new Float64Array(to - from);
  for (let index = 0; index < samples.length; index++) {
    const at = (from + index) * WORDS_PER_COMMAND;
    const start = performance.now();
    contender.apply(commands, at);
    samples[index] = performance.now() - start;
  }
  samples.sort();
  const quantile = (share: number): number => {
    const sample = samples[Math.min(samples.length - 1, Math.floor(samples.length * share))]!;
    return Math.max(0, toNs(sample - timer));
  };
  return {
    timer: toNs(timer),
    p50: quantile(0.5),
    p99: quantile(0.99),
    p999: quantile(0.999),
    max: quantile(1),
  };
}

function timerCost(): number {
  const samples = new Float64Array(TIMER_SAMPLES);
  for (let index = 0; index < samples.length; index++) {
    const start = performance.now();
    samples[index] = performance.now() - start;
  }
  samples.sort();
  return samples[samples.length >> 1]!;
}

const toNs = (milliseconds: number): number => Math.round(milliseconds * 1e6);

main();
