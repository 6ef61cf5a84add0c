import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { FollowedClock, MAX_CLOCK_ERROR_MS, connectBus, serveFunding } from '@bellwether/bus';
import type { Bus, FundingHandlers } from '@bellwether/bus';
import { readChainsFile } from '@bellwether/chain';
import { CodedError } from '@bellwether/errors';
import { openDatabase } from '@bellwether/persistence';
import {
  WorkerRunner,
  Health,
  Metrics,
  NestLog,
  startHealthServer,
  watchClock,
} from '@bellwether/runtime';
import type { Alarms, RunningApplication, StartContext } from '@bellwether/runtime';
import { followDatabaseTime, whenTimeIsKnown } from './database-time';
import { WorkerModule } from './worker-module';
import type { Work } from './worker-module';
import type { FundingAlarmKind, FundingWorld } from './funding-parts';
import type { FundingConfig } from './funding-variables';
import { SERVICE_STOP_MS } from './limits';

export interface RunningFundingApp extends RunningApplication {
  readonly healthPort: number;
}

/** What is an app's own. */
export interface FundingApp<Parts> {
  readonly name: 'deposit-listener' | 'bridge-relayer' | 'withdraw-worker';
  readonly poolMax: number;
  readonly statementPatienceMs: number;
  /** Opens no connection. */
  readonly assemble: (world: FundingWorld) => Promise<Parts>;
  readonly workOf: (parts: Parts) => Work;
  /** The requests that it answers over the bus. */
  readonly handlersOf?: (parts: Parts) => FundingHandlers;
  /** Rejects while it should not be counted upon, by the work that fails; called once it is up. */
  readonly check?: { readonly name: string; readonly of: ReadinessCheck<Parts> };
}

type ReadinessCheck<Parts> = (parts: Parts, failing: ReadonlyMap<string, unknown>) => void;

interface FundingAppParts {
  readonly alarms: Pick<Alarms<FundingAlarmKind>, 'raise'>;
}

interface Running {
  readonly bus: Bus;
  /** Throws while the app is not ready. */
  check(): void;
  stop(): Promise<void>;
}

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
    patienceMs: app.statementPatienceMs,
    log,
  });
  let running: Running | undefined;
  const started = (): Running => {
    if (running === undefined) throw new CodedError('FUNDING_UNAVAILABLE', { reason: 'starting' });
    return running;
  };
  const { check } = app;
  const own = { required: true, check: async () => started().check() };
  const time = new FollowedClock();
  const clock = watchClock(metrics, {
    aheadMs: () => time.wallAheadMs,
    maxErrorMs: MAX_CLOCK_ERROR_MS,
  });
  const health = new Health({
    checks: [
      clock,
      { name: 'database', required: true, check: () => database.ping() },
      { name: 'bus', required: true, check: async () => started().bus.flush() },
      ...(check === undefined ? [] : [{ name: check.name, ...own }]),
    ],
  });
  const address = { host: config.host, port: config.healthPort };
  const server = await startHealthServer(address, { health, metrics, log });
  const { streamReplicas } = config;
  const world = { database, chainsFile, streamReplicas, log, metrics, now: time.nowMs };
  void followDatabaseTime(database, time, stopping.signal);
  const timeIsKnown = () => whenTimeIsKnown(time, stopping.signal);
  const working = work(starting, app, { ...world, timeIsKnown }, stopping.signal).then(
    (now) => (running = now),
    (error: unknown) => {
      if (!stopping.signal.aborted) starting.fail(error);
      return undefined;
    },
  );

  const stop = async (): Promise<void> => {
    health.markStopping();
    stopping.abort();
    await (await working)?.stop();
    await database.close();
    await server.close();
  };
  let stopped: Promise<void> | undefined;
  return { healthPort: server.port, stop: () => (stopped ??= stop()) };
}

interface Starting extends Omit<FundingWorld, 'bus'> {
  readonly timeIsKnown: () => Promise<void>;
}

/** Waits for NATS, and for the time, as long as it takes; everything else is met by the duties. */
async function work<Parts extends FundingAppParts>(
  starting: StartContext<FundingConfig>,
  app: FundingApp<Parts>,
  { timeIsKnown, ...world }: Starting,
  signal: AbortSignal,
): Promise<Running> {
  const { config, log } = starting;
  const bus = await connectBus({
    servers: config.natsServers,
    name: app.name,
    nkeySeed: config.natsNkeySeed,
    token: config.natsToken,
    log,
    signal,
  });
  await timeIsKnown();
  const parts = await app.assemble({ ...world, bus });
  const module = WorkerModule.with(app.workOf(parts), { ...world, alarms: parts.alarms });
  const context = await NestFactory.createApplicationContext(module, {
    logger: new NestLog(log),
    abortOnError: false,
  });
  const runner = context.get(WorkerRunner);
  runner.start((reason) => starting.fail(reason));
  const handlers = app.handlersOf?.(parts);
  const service = handlers && (await serveFunding(bus, heardBy(runner, handlers), log));
  return {
    bus,
    check: () => app.check?.of(parts, runner.failing),
    async stop() {
      // Who waits for an answer asks again, and another process answers.
      const patience = sleep(SERVICE_STOP_MS, undefined, { ref: false });
      await Promise.race([service?.stop(), patience]);
      await runner.stop();
      await bus.close();
    },
  };
}

/** What somebody asks for may be work for the duties. */
function heardBy(runner: WorkerRunner, handlers: FundingHandlers): FundingHandlers {
  const each = Object.entries(handlers).map(([operation, handler]) => {
    const handle = handler as (...asked: unknown[]) => unknown;
    const hearing = (...asked: unknown[]): unknown => {
      runner.heard();
      return handle(...asked);
    };
    return [operation, hearing];
  });
  return Object.fromEntries(each) as FundingHandlers;
}
