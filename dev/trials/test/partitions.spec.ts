/**
 * Links are cut, in one direction or both, between engines, gateways and three nats-servers, while users trade and read at
 * both gateways. What was read was never older than what somebody knew, what was answered is in the journal once, and what was
 * refused with the promise that nothing was done was not done. A few cuts by default; `PARTITIONS=60 ONE_SIDED_CUTS=20` is the
 * trial of docs/RELIABILITY.md. Times are figures, and no test.
 */
import { beforeAll, expect, it } from 'vitest';
import { writeFigures } from '@bellwether/local-services';
import { Random } from '@bellwether/seeded-random';
import type { FaultKind, PlannedFault } from '../src/partition-trial/partition-faults';
import { runPartitionTrial } from '../src/partition-trial/run-partition-trial';
import type { TrialResult } from '../src/partition-trial/run-partition-trial';
import { figuresOf, isFenced, tracesOf } from '../src/partition-trial/trial-figures';

const PARTITIONS = Number(process.env['PARTITIONS'] ?? 0);
const ONE_SIDED_CUTS = Number(process.env['ONE_SIDED_CUTS'] ?? 0);
const SEED = Number(process.env['PARTITION_SEED'] ?? 1_125);
const KINDS = {
  leader_with_its_server: 1,
  two_engines_heard: 1,
  partition: 2,
  one_way_partition: 2,
  links: 2,
} as const;

const FEW: readonly FaultKind[] = [
  'leader_with_its_server',
  'two_engines_heard',
  'journal_connection',
];
/** Longer than a standby waits: those that last longer do for want of trade. */
const SHORT_MS = 4_000;
const LEAST_MS = 5_000;
const MOST_MS = 60_000;

function planOf(seed: number): PlannedFault[] {
  const random = new Random(seed);
  const drawn = () => random.between(0, 2 ** 31);
  if (PARTITIONS === 0) return FEW.map((kind) => ({ kind, lastsMs: SHORT_MS, seed: drawn() }));
  // Short ones are more often than long ones: most happens at the edges.
  const lastsMs = () => LEAST_MS + (MOST_MS - LEAST_MS) * random.unit() ** 3;
  const kinds: FaultKind[] = Array.from({ length: PARTITIONS }, () => random.weighted(KINDS));
  for (let at = 0; at < ONE_SIDED_CUTS; at++)
    for (const kind of ['journal_connection', 'request_connection'] as const)
      kinds.splice(random.index(kinds.length + 1), 0, kind);
  return kinds.map((kind) => ({ kind, lastsMs: Math.round(lastsMs()), seed: drawn() }));
}

let trial: TrialResult;

beforeAll(async () => {
  const report = (line: string): void => void process.stderr.write(`${line}\n`);
  report(`PARTITION_SEED=${SEED}`);
  trial = await runPartitionTrial({ seed: SEED, plan: planOf(SEED), report });
  writeFigures('partitions', { seed: SEED, ...figuresOf(trial) });
  report(JSON.stringify(figuresOf(trial), null, 2));
  for (const trace of tracesOf(trial)) report(trace);
});

it('there was trade, and there were reads', () => {
  expect(trial.findings.answered).toBeGreaterThan(0);
  expect(trial.findings.reads).toBeGreaterThan(0);
});

it('no read is older than what was known when it began, and none shows what never was', () => {
  expect(trial.findings).toMatchObject({ stale: [], wrong: [] });
});

it('what was answered was done, once', () => {
  expect(trial.findings).toMatchObject({ lost: [], doubled: [] });
  expect(trial.truth.invariantsBroken).toBe(0);
});

it('where nothing was done by its own word, nothing was', () => {
  expect(trial.findings.refusedButDone).toEqual([]);
});

it('no process ends but one that another has fenced', () => {
  expect(trial.endings.filter((ending) => !isFenced(ending))).toEqual([]);
});

it('a healthy majority gets a leader', () => {
  expect(trial.faults.filter(({ resumed }) => resumed === false)).toEqual([]);
});
