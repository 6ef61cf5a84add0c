import { NestFactory } from '@nestjs/core';
import { askServerClock, connectBus, requireSyncedServers, roomOfServers } from '@bellwether/bus';
import type { Bus, BusOptions, Identity } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import {
  Health,
  Metrics,
  NestLog,
  roomOfFolder,
  startHealthServer,
  watchFolders,
  watchShortAnswers,
} from '@bellwether/runtime';
import type { RunningApplication, StartContext } from '@bellwether/runtime';
import { verify } from '@bellwether/signature';
import { MatchingEngineModule } from './app.module';
import type { MatchingEngineConfig } from './config';
import { DiskWatch } from './ingress/disk-watch';
import type { IngressLimits } from './ingress/ingress';
import { Shard } from './leadership/shard';
import { DiskMetrics } from './telemetry/disk-metrics';
import { ShardMetrics } from './telemetry/shard-metrics';
import { SyncWatch } from './telemetry/sync-watch';
import { SignaturePool } from './verify/pool';
import { InlineSignatureChecks } from './verify/signature-checks';
import type { SignatureChecks } from './verify/signature-checks';

export interface RunningEngine extends RunningApplication {
  readonly healthPort: number;
  /** Settles when commands are served; rejects if that failed. */
  readonly serving: Promise<void>;
}

export interface EngineStartOptions {
  readonly signatureWorker?: URL;
  /** How the journal server's clock is read. Tests replace it, because they cannot set that server's clock. */
  readonly askClock?: typeof askServerClock;
  /** Tests override the ingress limits of `limits.ts`. */
  readonly ingress?: IngressLimits;
}

/**
 * Starts the health server at once, so that a supervisor sees the engine catching up. It is ready when it serves.
 * `fail` gets the reason why it ends. Without the built worker, the main thread verifies signatures.
 */
export async function startMatchingEngine(
  starting: StartContext<MatchingEngineConfig>,
  { signatureWorker, askClock = askServerClock, ingress = {} }: EngineStartOptions = {},
): Promise<RunningEngine> {
  const { config, log } = starting;
  const fail = (reason: unknown): void => starting.fail(reason);
  const metrics = new Metrics({ service: 'matching-engine' });
  const stopping = new AbortController();
  const signatures = signatureChecksOf(config.signatureThreads, signatureWorker, fail);
  const buses: Bus[] = [];
  watchShortAnswers(metrics, () => buses);
  let shard: Shard | undefined;
  const syncWatch = new SyncWatch();
  new ShardMetrics(metrics, {
    shard: () => shard?.figures() ?? null,
    isSynced: () => syncWatch.isSynced,
  });
  const disk = diskWatchOf(starting, metrics);
  const given = { config, log, metrics, signatures, disk, askClock, ingress, fail };
  const check = async (): Promise<void> => {
    if (shard === undefined) throw new CodedError('ENGINE_UNAVAILABLE');
    await shard.check();
  };
  const health = new Health({ checks: [{ name: 'engine', required: true, check }] });
  const address = { host: config.host, port: config.healthPort };
  const server = await startHealthServer(address, { health, metrics, log });

  const serve = async (): Promise<void> => {
    const { signal } = stopping;
    const connected = async (name: Identity, nkeySeed: BusOptions['nkeySeed']): Promise<Bus> => {
      const { natsServers: servers, natsToken: token } = config;
      const bus = await connectBus({ servers, name, nkeySeed, token, log, signal });
      buses.push(bus);
      return bus;
    };
    const bus = await connected('matching-engine', config.natsNkeySeed);
    const journalBus = await connected('matching-engine-journal', config.natsJournalNkeySeed);
    await beginWatching(starting, { syncWatch, disk, signal });
    const module = MatchingEngineModule.with({ ...given, bus, journalBus });
    const context = await NestFactory.createApplicationContext(module, {
      logger: new NestLog(log),
      abortOnError: false,
    });
    const started = context.get(Shard);
    shard = started;
    await started.start(fail);
  };
  const serving = serve();
  serving.catch((error: unknown) => {
    if (!stopping.signal.aborted) fail(error);
  });

  const stop = async (): Promise<void> => {
    health.markStopping();
    stopping.abort();
    await shard?.stop();
    await Promise.all(buses.map((bus) => bus.close()));
    await signatures.close();
    await server.close();
  };
  let stopped: Promise<void> | undefined;
  return { healthPort: server.port, serving, stop: () => (stopped ??= stop()) };
}

const signatureChecksOf = (
  threads: number,
  worker: URL | undefined,
  onBroken: (reason: unknown) => void,
): SignatureChecks =>
  worker === undefined || threads === 0
    ? new InlineSignatureChecks(verify)
    : new SignaturePool({ threads, worker }, { verify, onBroken });

interface Watches {
  readonly syncWatch: SyncWatch;
  readonly disk: DiskWatch;
  readonly signal: AbortSignal;
}

/** @throws Fault if a server of the journal does not sync, or none answers */
async function beginWatching(
  { config, log }: StartContext<MatchingEngineConfig>,
  { syncWatch, disk, signal }: Watches,
): Promise<void> {
  const { natsMonitorUrls: monitorUrls } = config;
  if (monitorUrls !== undefined) {
    await requireSyncedServers({ monitorUrls, signal }, log);
    syncWatch.start(monitorUrls, signal);
  }
  await disk.start(signal);
}

/**
 * The journal's disk, measured by the store's file system and by its servers, as far as this engine can ask them; and
 * the snapshots' disk.
 */
function diskWatchOf(
  { config, log }: StartContext<MatchingEngineConfig>,
  metrics: Metrics,
): DiskWatch {
  const { journalDir, natsMonitorUrls, journalReserveBytes: reserveBytes, snapshotDir } = config;
  const rooms = [
    ...(journalDir === undefined ? [] : [() => roomOfFolder(journalDir)]),
    ...(natsMonitorUrls === undefined ? [] : [() => roomOfServers(natsMonitorUrls)]),
  ];
  const disk = new DiskWatch({ rooms, reserveBytes, log });
  new DiskMetrics(metrics, disk);
  if (snapshotDir !== undefined) watchFolders(metrics, { snapshots: snapshotDir });
  return disk;
}
