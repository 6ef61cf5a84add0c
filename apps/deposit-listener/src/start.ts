import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { connectBus, serveFunding } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { readChainsFile } from '@bellwether/chain';
import { CodedError } from '@bellwether/errors';
import { openDatabase } from '@bellwether/persistence';
import { DutyRunner, Health, Metrics, NestLog, startHealthServer } from '@bellwether/runtime';
import type { RunningApplication, StartContext } from '@bellwether/runtime';
import { ListenerModule, assembleListener } from './app.module';
import type { ListenerWorld } from './app.module';
import type { ListenerConfig } from './config';
import { handlersOf } from './duties';
import { MAX_READY_LAG_SECONDS, POOL_MAX, SERVICE_STOP_MS, STATEMENT_PATIENCE_MS } from './limits';
import type { ListenerParts } from './parts';

export interface RunningListener extends RunningApplication {
  readonly healthPort: number;
}

interface Running {
  readonly bus: Bus;
  /** Rejects while a scan of this process is too far behind. */
  checkScans(): Promise<void>;
  stop(): Promise<void>;
}

/** Up at once with its health server, whether NATS, PostgreSQL and the chains are there yet or not. */
export async function startListener(
  starting: StartContext<ListenerConfig>,
): Promise<RunningListener> {
  const { config, log } = starting;
  const chainsFile = readChainsFile(config.chainsFile);
  const metrics = new Metrics({ service: 'deposit-listener' });
  const stopping = new AbortController();
  const database = openDatabase({
    url: config.databaseUrl.reveal(),
    poolMax: POOL_MAX,
    patienceMs: STATEMENT_PATIENCE_MS,
    log,
  });
  let running: Running | undefined;
  const started = (): Running => {
    if (running === undefined) throw new CodedError('FUNDING_UNAVAILABLE', { reason: 'starting' });
    return running;
  };
  const health = new Health({
    checks: [
      { name: 'database', required: true, check: () => database.ping() },
      { name: 'bus', required: true, check: async () => started().bus.flush() },
      { name: 'scans', required: true, check: async () => started().checkScans() },
    ],
  });
  const address = { host: config.host, port: config.healthPort };
  const server = await startHealthServer(address, { health, metrics, log });
  const world = { database, chainsFile, log, metrics, now: Date.now };
  const listening = listen(starting, world, stopping.signal).then(
    (now) => (running = now),
    (error: unknown) => {
      if (!stopping.signal.aborted) starting.fail(error);
      return undefined;
    },
  );

  const stop = async (): Promise<void> => {
    health.markStopping();
    stopping.abort();
    await (await listening)?.stop();
    await database.close();
    await server.close();
  };
  let stopped: Promise<void> | undefined;
  return { healthPort: server.port, stop: () => (stopped ??= stop()) };
}

/** Waits for NATS as long as it takes; everything else is met by the duties. */
async function listen(
  starting: StartContext<ListenerConfig>,
  world: Omit<ListenerWorld, 'bus'>,
  signal: AbortSignal,
): Promise<Running> {
  const { config, log } = starting;
  const bus = await connectBus({
    servers: config.natsServers,
    name: 'deposit-listener',
    ...(config.natsToken === undefined ? {} : { token: config.natsToken.reveal() }),
    log,
    signal,
  });
  const parts = await assembleListener(config, { ...world, bus });
  const context = await NestFactory.createApplicationContext(ListenerModule.with(parts), {
    logger: new NestLog(log),
    abortOnError: false,
  });
  const runner = context.get(DutyRunner);
  runner.start((reason) => starting.fail(reason));
  const service = await serveFunding(bus, handlersOf(parts), log);
  return {
    bus,
    checkScans: async () => requireScans(parts, runner.failing),
    async stop() {
      // Who waits for a transaction asks again, and another process answers.
      const patience = sleep(SERVICE_STOP_MS, undefined, { ref: false });
      await Promise.race([service.stop(), patience]);
      await runner.stop();
      await bus.close();
    },
  };
}

/** A process that only stands by for the scans is well: another has them. */
function requireScans(
  { scanPlaces, now }: ListenerParts,
  failing: ReadonlyMap<string, unknown>,
): void {
  for (const [chain, place] of Object.entries(scanPlaces)) {
    const lagSeconds = place.lagSeconds(now());
    const isBehind = lagSeconds !== null && lagSeconds > MAX_READY_LAG_SECONDS;
    if (!isBehind && !failing.has(`scan-${chain}`)) continue;
    throw new CodedError('FUNDING_UNAVAILABLE', { chain, lag_seconds: lagSeconds });
  }
}
