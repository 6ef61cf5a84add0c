import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import {
  ClockWatch,
  EventPublisher,
  ExchangeClock,
  HOST_CLOCKS,
  Journal,
  allConnections,
  subjectsOf,
} from '@bellwether/bus';
import type { Bus, askServerClock } from '@bellwether/bus';
import { Exchange } from '@bellwether/exchange';
import { SnapshotFolder } from '@bellwether/journal-files';
import type { Logger, Metrics } from '@bellwether/runtime';
import type { MatchingEngineConfig } from './config';
import type { DiskWatch } from './ingress/disk-watch';
import type { IngressLimits } from './ingress/ingress';
import { JournalHeartbeat } from './leadership/journal-heartbeat';
import { LeaderLease } from './leadership/leader-lease';
import { Shard } from './leadership/shard';
import { Pipeline } from './pipeline';
import { Snapshots } from './snapshots/snapshots';
import { EngineMetrics } from './telemetry/engine-metrics';
import { SnapshotMetrics } from './telemetry/snapshot-metrics';
import type { SignatureChecks } from './verify/signature-checks';
import { UserLimits } from './verify/user-limits';

export interface MatchingEngineParts {
  readonly config: Pick<
    MatchingEngineConfig,
    | 'network'
    | 'shard'
    | 'streamReplicas'
    | 'moneyLimits'
    | 'withdrawalLimits'
    | 'archiving'
    | 'rates'
    | 'snapshotDir'
    | 'snapshotCommands'
  >;
  /** Queries, and requests for the leader. */
  readonly bus: Bus;
  readonly askClock: typeof askServerClock;
  readonly ingress: IngressLimits;
  /** The same servers, as a user of the account that holds the journal and the events. */
  readonly journalBus: Bus;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly signatures: SignatureChecks;
  readonly disk: DiskWatch;
  /** The engine cannot continue: the process must stop. */
  readonly fail: (reason: unknown) => void;
}

/** Wires the engine: clock, streams, snapshot folder. */
@Module({})
export class MatchingEngineModule {
  static with(parts: MatchingEngineParts): DynamicModule {
    return {
      module: MatchingEngineModule,
      providers: [{ provide: Shard, useFactory: () => shardOf(parts) }],
    };
  }
}

function shardOf(parts: MatchingEngineParts): Shard {
  const { config, bus, journalBus, log, metrics, signatures, disk, fail } = parts;
  const { network, shard, streamReplicas: replicas, rates } = config;
  const { moneyLimits, withdrawalLimits, archiving } = config;
  const exchange = new Exchange({ network });
  const toStreams = { bus: journalBus, log };
  const journal = new Journal({ network, shard, replicas }, { ...toStreams, way: 'delivered' });
  const exchangeClock = new ExchangeClock();
  const clock = exchangeClock.nowMs;
  const clockWatch = new ClockWatch({
    clock: exchangeClock,
    ask: () => parts.askClock(journalBus, subjectsOf(shard).journalStream, HOST_CLOCKS),
    lastStampMs: () => journal.position.timestampMs,
    log,
  });
  const publisher = new EventPublisher({ shard, replicas }, { ...toStreams, onBroken: fail });
  const snapshots = snapshotsOf(parts, { exchange, journal });
  const connection = allConnections(bus, journalBus);
  const lease = new LeaderLease({
    connection,
    elapsedMs: () => performance.now(),
    timeMs: Date.now,
  });
  const pipeline = new Pipeline(parts.ingress, {
    exchange,
    journal,
    publisher,
    lease,
    snapshots,
    signatures,
    moneyLimits,
    withdrawalLimits,
    archiving,
    ...(rates === null ? {} : { userLimits: new UserLimits(rates, { exchange }) }),
    clock,
    clockWatch,
    disk,
    log,
    metrics: new EngineMetrics(metrics),
  });
  const catchUp = { exchange, journal, publisher, snapshots, lease, clock, clockWatch, log };
  const heartbeat = new JournalHeartbeat(journalBus);
  const ofShard = { pipeline, catchUp, exchangeClock, clockWatch, bus, connection, heartbeat, log };
  return new Shard({ shard }, ofShard);
}

function snapshotsOf(
  { config, metrics, log }: MatchingEngineParts,
  { exchange, journal }: { readonly exchange: Exchange; readonly journal: Journal },
): Snapshots {
  const { network, shard, snapshotDir, snapshotCommands: everyCommands } = config;
  return new Snapshots({
    identity: { network, shard },
    exchange,
    journal,
    folder: snapshotDir === undefined ? undefined : new SnapshotFolder({ path: snapshotDir }),
    everyCommands,
    metrics: new SnapshotMetrics(metrics),
    log,
  });
}
