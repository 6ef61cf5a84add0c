/**
 * The drill: restores a backup onto an empty machine, starts this release's engine and projector there, and compares
 * the result with the backup and with the archive itself. The real exchange is not touched.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Manifest } from '@bellwether/backup';
import { hashOf } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { historySeq, historySumsAt } from '@bellwether/persistence';
import type { HistoryMark } from '@bellwether/persistence';
import { archiveSource } from '../../replay/src/records';
import { replay } from '../../replay/src/replay';
import type { EmptyMachine } from './empty-machine';
import { REBUILD_TIMEOUT_MS, REBUILD_POLL_MS } from './limits';
import { restore } from './restore';

export interface DrillReport {
  /** True if all comparisons below are equal. */
  readonly ok: boolean;
  readonly seconds: Readonly<Record<string, number>>;
  readonly backup: { readonly taken_at: string; readonly rows: number; readonly tables: number };
  readonly journal: { readonly record: number; readonly seq: number };
  /** State hashes from the archive, replayed here, and from the restored engine. */
  readonly state: {
    readonly seq: number;
    readonly of_archive: string;
    readonly of_engine: string;
    /** True if replaying to the backup's seq gives the backup's hash. */
    readonly at_backup: boolean;
    readonly breaches: number;
    readonly solvency_difference_micro_usdc: number;
  };
  /** Null if the backup had no history. */
  readonly history: { readonly differences: readonly HistoryDifference[] } | null;
}

export interface HistoryDifference {
  readonly name: string;
  readonly before: string;
  readonly restored: string;
}

export async function rehearse(
  from: { readonly backup: string; readonly archive: string },
  machine: EmptyMachine,
  migrations: string,
): Promise<DrillReport> {
  const clock = new StepClock();
  await machine.start();
  clock.lap('servers');
  const { servers, databaseUrl } = machine;
  const bus = { servers };
  const restored = await restore(from, { bus, databaseUrl, replicas: 1, migrations });
  clock.lap('restore');
  const { manifest, record, seq, rows } = restored;
  const engine = await machine.startEngine(manifest.journal);
  clock.lap('engine');
  await machine.startProjector(manifest.journal);
  const history = manifest.history && (await compareHistory(databaseUrl, manifest));
  clock.lap('history');
  const archive = await carryOut(from.archive, { at: manifest.journal.seq, to: seq });
  clock.lap('check');
  const state = {
    seq: engine.seq,
    of_archive: archive.hash,
    of_engine: engine.state_hash,
    at_backup: archive.hashAt === manifest.journal.state_hash,
    breaches: archive.breaches,
    solvency_difference_micro_usdc: archive.difference,
  };
  const isSame = engine.seq === seq && state.of_archive === state.of_engine && state.at_backup;
  const isSound = state.breaches === 0 && state.solvency_difference_micro_usdc === 0;
  return {
    ok: isSame && isSound && (history?.differences ?? []).length === 0,
    seconds: clock.seconds,
    backup: { taken_at: manifest.taken_at, rows, tables: manifest.tables.length },
    journal: { record, seq },
    state,
    history,
  };
}

/** Replays the archive to the restored end, as it may have grown since, and notes its state at `at` on the way. */
async function carryOut(path: string, { at, to }: { readonly at: number; readonly to: number }) {
  let hashAt = '';
  const { exchange } = await replay(await archiveSource(path), {
    at: to,
    onCommand: (command) => {
      if (command.seq === at) hashAt = toHex(hashOf(command.exchange.snapshot()));
    },
  });
  return {
    hash: toHex(hashOf(exchange.snapshot())),
    hashAt: at === 0 ? toHex(hashOf(exchange.snapshot())) : hashAt,
    breaches: exchange.checkInvariants().length,
    difference: exchange.solvency().difference,
  };
}

async function compareHistory(
  databaseUrl: string,
  { history, journal }: Manifest,
): Promise<DrillReport['history']> {
  if (history === null) return null;
  const deadlineMs = performance.now() + REBUILD_TIMEOUT_MS;
  while (((await historySeq(databaseUrl, journal.shard)) ?? -Infinity) < history.seq) {
    if (performance.now() > deadlineMs) throw new Error('history is not written in time');
    await sleep(REBUILD_POLL_MS);
  }
  return { differences: differencesOf(history, await historySumsAt(databaseUrl, history)) };
}

export const differencesOf = (
  { sums }: Pick<HistoryMark, 'sums'>,
  restored: Readonly<Record<string, string>>,
): HistoryDifference[] =>
  Object.entries(sums)
    .map(([name, before]) => ({ name, before, restored: restored[name] ?? 'unknown' }))
    .filter((one) => one.before !== one.restored);

/** Duration of each step. */
class StepClock {
  private readonly laps: Record<string, number> = {};
  private readonly startedMs = performance.now();
  private lapMs = performance.now();

  lap(step: string): void {
    const nowMs = performance.now();
    this.laps[step] = tenths(nowMs - this.lapMs);
    this.lapMs = nowMs;
  }

  get seconds(): Readonly<Record<string, number>> {
    return { ...this.laps, total: tenths(this.lapMs - this.startedMs) };
  }
}

const tenths = (ms: number): number => Math.round(ms / 100) / 10;
