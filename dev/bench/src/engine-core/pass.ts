/** The child process: one contender, one workload, one pass. Prints one line of JSON. */
import { readFileSync } from 'node:fs';
import { percentile } from '../harness/statistics';
import { WORDS_PER_COMMAND } from './command-words';
import { CONTENDERS } from './contenders';
import type { Contender, Workload } from './workload';

/** The result of one pass. A figure is missing in passes that do not measure it. */
export interface Pass {
  /** True if the totals are those of the reference. */
  readonly isRight: boolean;
  /** Measured commands, without those of the warm-up. */
  readonly commands: number;
  readonly figures: {
    readonly perSecond?: number;
    readonly p50Ns?: number;
    readonly p99Ns?: number;
  };
}

const TIMER_SAMPLES = 200_000;

export function pass([name, file, kind]: readonly string[]): void {
  const made = CONTENDERS.find((one) => one.name === name);
  if (made === undefined) throw new Error(`no contender ${name}`);
  const workload = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Workload;
  const bytes = readFileSync(`${file}.bin`);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const begin = workload.warmCount;
  const end = made.isPartial ? workload.partialCount : workload.count;
  const contender = made.create(workload);
  perSecond(contender, words.subarray(0, begin * WORDS_PER_COMMAND));
  const measured = words.subarray(begin * WORDS_PER_COMMAND, end * WORDS_PER_COMMAND);
  const figures =
    kind === 'latency'
      ? latency(contender, measured)
      : { perSecond: perSecond(contender, measured) };
  const expected = made.isPartial ? workload.expectedPartial : workload.expected;
  const isRight = JSON.stringify(contender.totals()) === JSON.stringify(expected);
  console.log(JSON.stringify({ isRight, commands: end - begin, figures } satisfies Pass));
}

function perSecond(contender: Contender, words: Int32Array): number {
  const startedMs = performance.now();
  for (let at = 0; at < words.length; at += WORDS_PER_COMMAND) contender.apply(words, at);
  const seconds = (performance.now() - startedMs) / 1_000;
  return Math.round(words.length / WORDS_PER_COMMAND / seconds);
}

/** The cost of reading the clock is subtracted. */
function latency(contender: Contender, words: Int32Array) {
  const timerMs = percentile(
    timed(TIMER_SAMPLES, () => undefined),
    0.5,
  );
  const count = words.length / WORDS_PER_COMMAND;
  const samples = timed(count, (index) => contender.apply(words, index * WORDS_PER_COMMAND));
  const of = (share: number) =>
    Math.max(0, Math.round((percentile(samples, share) - timerMs) * 1e6));
  return { p50Ns: of(0.5), p99Ns: of(0.99) };
}

function timed(count: number, run: (index: number) => void): Float64Array {
  const samples = new Float64Array(count);
  for (let index = 0; index < count; index++) {
    const startedMs = performance.now();
    run(index);
    samples[index] = performance.now() - startedMs;
  }
  return samples;
}
