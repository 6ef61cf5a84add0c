import { NestFactory } from '@nestjs/core';
import { connectBus, serveFunding } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { readChainsFile } from '@bellwether/chain';
import { CodedError } from '@bellwether/errors';
import { openDatabase } from '@bellwether/persistence';
import { DutyRunner, Health, Metrics, NestLog, startHealthServer } from '@bellwether/runtime';
import type { RunningApplication, StartContext } from '@bellwether/runtime';
import { WorkerModule, assembleWorker, handlersOf } from './app.module';
import type { WorkerConfig } from './config';
import { POOL_MAX, STATEMENT_PATIENCE_MS } from './limits';

export interface RunningWorker extends RunningApplication {
  readonly healthPort: number;
}

interface Running {
  readonly bus: Bus;
  stop(): Promise<void>;
}

/** Up at once with its health server, whether NATS, PostgreSQL and the chains are there yet or not. */
export async function startWorker(starting: StartContext<WorkerConfig>): Promise<RunningWorker> {
  const { config, log } = starting;
  const fail = (reason: unknown): void => starting.fail(reason);
  const chainsFile = readChainsFile(config.chainsFile);
  const metrics = new Metrics({ service: 'withdraw-worker' });
  const stopping = new AbortController();
  const database = openDatabase({
    url: config.databaseUrl.reveal(),
    poolMax: POOL_MAX,
    patienceMs: STATEMENT_PATIENCE_MS,
    log,
  });
  let running: Running | undefined;

  const work = async (): Promise<Running> => {
    const bus = await connectBus({
      servers: config.natsServers,
      name: 'withdraw-worker',
      ...(config.natsToken === undefined ? {} : { token: config.natsToken.reveal() }),
      log,
      signal: stopping.signal,
    });
    const world = { bus, database, chainsFile, log, metrics, now: Date.now };
    const parts = await assembleWorker(config, world);
    const context = await NestFactory.createApplicationContext(WorkerModule.with(parts), {
      logger: new NestLog(log),
      abortOnError: false,
    });
    const runner = context.get(DutyRunner);
    runner.start(fail);
    const service = await serveFunding(bus, handlersOf(parts), log);
    return {
      bus,
      async stop() {
        await service.stop();
        await runner.stop();
        await bus.close();
      },
    };
  };

  const connected = async (): Promise<void> => {
    if (running === undefined) throw new CodedError('FUNDING_UNAVAILABLE', { reason: 'starting' });
    await running.bus.flush();
  };
  const health = new Health({
    checks: [
      { name: 'database', required: true, check: () => database.ping() },
      { name: 'bus', required: true, check: connected },
    ],
  });
  const address = { host: config.host, port: config.healthPort };
  const server = await startHealthServer(address, { health, metrics, log });
  const working = work().then(
    (started) => (running = started),
    (error: unknown) => {
      if (!stopping.signal.aborted) fail(error);
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
