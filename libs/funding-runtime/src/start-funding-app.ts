import type { DynamicModule, INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import { Bus, FollowedClock } from '@bellwether/bus';
import { readChainsFile } from '@bellwether/chain';
import { CodedError } from '@bellwether/errors';
import { BusServer, providersOf, watchFollowedClock } from '@bellwether/nest-bus';
import type { BusModuleOptions } from '@bellwether/nest-bus';
import { openDatabase } from '@bellwether/persistence';
import { Health, Metrics, NestLog, startHealthServer } from '@bellwether/runtime';
import type { Logger, RunningApplication, StartContext } from '@bellwether/runtime';
import { followDatabaseTime, whenTimeIsKnown } from './database-time';
import { Workers } from './workers';
import { FundingAppModule } from './funding-app.module';
import type { FundingAppParts, FundingAppWork } from './funding-app.module';
import type { FundingConfig } from './funding-variables';
import { PARTS } from './tokens';

export interface RunningFundingApp extends RunningApplication {
  readonly healthPort: number;
}

export interface FundingApp<Parts> extends FundingAppWork<Parts> {
  readonly name: 'deposit-listener' | 'bridge-relayer' | 'withdraw-worker';
  /** Whose engine it asks, where it asks one. */
  readonly shard?: number;
  readonly poolMax: number;
  readonly statementTimeoutMs: number;
  /** Rejects while it should not be counted upon, by the work that fails; called once it is up. */
  readonly check?: { readonly name: string; readonly of: ReadinessCheck<Parts> };
}

type ReadinessCheck<Parts> = (parts: Parts, failing: ReadonlyMap<string, unknown>) => void;

/** Up at once with its health server, whether NATS, PostgreSQL and the chains are there yet or not. */
export async function startFundingApp<Parts extends FundingAppParts>(
  starting: StartContext<FundingConfig>,
  app: FundingApp<Parts>,
): Promise<RunningFundingApp> {
  const { config, log } = starting;
  const chainsFile = readChainsFile(config.chainsFile);
  const metrics = new Metrics({ service: app.name });
  const stopping = new AbortController();
  const database = openDatabase({
    url: config.databaseUrl.reveal(),
    poolMax: app.poolMax,
    timeoutMs: app.statementTimeoutMs,
    log,
  });
  let application: INestMicroservice | undefined;
  const part = providersOf(
    () => application,
    () => new CodedError('FUNDING_UNAVAILABLE', { reason: 'starting' }),
  );
  const { check } = app;
  const own = async () => check?.of(part(PARTS), part(Workers).failing);
  const time = new FollowedClock();
  const health = new Health({
    checks: [
      watchFollowedClock(metrics, () => time),
      { name: 'database', required: true, check: () => database.ping() },
      { name: 'bus', required: true, check: async () => part(Bus).flush() },
      ...(check === undefined ? [] : [{ name: check.name, required: true, check: own }]),
    ],
  });
  const address = { host: config.host, port: config.healthPort };
  const server = await startHealthServer(address, { health, metrics, log });
  void followDatabaseTime(database, time, stopping.signal);
  const { signal } = stopping;
  const module = FundingAppModule.with(app, {
    bus: connectionOf(config, app, { log, metrics, signal }),
    timeIsKnown: () => whenTimeIsKnown(time, signal),
    fail: (reason) => starting.fail(reason),
    database,
    chainsFile,
    log,
    metrics,
    now: time.nowMs,
  });
  // Waits for NATS, and for the time, as long as it takes; everything else is met by the workers.
  const working = listening(module, log).then(
    (made) => (application = made),
    (error: unknown) => {
      if (!signal.aborted) starting.fail(error);
      return undefined;
    },
  );

  const stop = async (): Promise<void> => {
    health.markStopping();
    stopping.abort();
    await (await working)?.close();
    await database.close();
    await server.close();
  };
  let stopped: Promise<void> | undefined;
  return { healthPort: server.port, stop: () => (stopped ??= stop()) };
}

const connectionOf = (
  { natsServers, natsNkeySeed, natsToken }: FundingConfig,
  { name, shard = 0 }: { readonly name: string; readonly shard?: number },
  others: Pick<BusModuleOptions, 'log' | 'metrics' | 'signal'>,
): BusModuleOptions => ({
  servers: natsServers,
  name,
  nkeySeed: natsNkeySeed,
  token: natsToken,
  shard,
  ...others,
});

async function listening(module: DynamicModule, log: Logger): Promise<INestMicroservice> {
  const application = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(module, {
    inject: [BusServer],
    useFactory: (strategy: BusServer) => ({ strategy }),
    logger: new NestLog(log),
    abortOnError: false,
  });
  await application.listen();
  return application;
}
