import { NestFactory } from '@nestjs/core';
import { connectBus } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { readChainsFile } from '@bellwether/chain';
import { CodedError } from '@bellwether/errors';
import { openDatabase } from '@bellwether/persistence';
import { DutyRunner, Health, Metrics, NestLog, startHealthServer } from '@bellwether/runtime';
import type { RunningApplication, StartContext } from '@bellwether/runtime';
import { RelayerModule, assembleRelayer } from './app.module';
import type { RelayerConfig } from './config';
import { POOL_MAX, STATEMENT_PATIENCE_MS } from './limits';

export interface RunningRelayer extends RunningApplication {
  readonly healthPort: number;
}

interface Running {
  readonly bus: Bus;
  stop(): Promise<void>;
}

/** Up at once with its health server, whether NATS, PostgreSQL and the chains are there yet or not. */
export async function startRelayer(starting: StartContext<RelayerConfig>): Promise<RunningRelayer> {
  const { config, log } = starting;
  const fail = (reason: unknown): void => starting.fail(reason);
  const chainsFile = readChainsFile(config.chainsFile);
  const metrics = new Metrics({ service: 'bridge-relayer' });
  const stopping = new AbortController();
  const database = openDatabase({
    url: config.databaseUrl.reveal(),
    poolMax: POOL_MAX,
    patienceMs: STATEMENT_PATIENCE_MS,
    log,
  });
  let running: Running | undefined;

  const relay = async (): Promise<Running> => {
    const bus = await connectBus({
      servers: config.natsServers,
      name: 'bridge-relayer',
      ...(config.natsToken === undefined ? {} : { token: config.natsToken.reveal() }),
      log,
      signal: stopping.signal,
    });
    const world = { bus, database, chainsFile, log, metrics, now: Date.now };
    const parts = await assembleRelayer(config, world);
    const context = await NestFactory.createApplicationContext(RelayerModule.with(parts), {
      logger: new NestLog(log),
      abortOnError: false,
    });
    const runner = context.get(DutyRunner);
    runner.start(fail);
    return {
      bus,
      async stop() {
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
  const relaying = relay().then(
    (started) => (running = started),
    (error: unknown) => {
      if (!stopping.signal.aborted) fail(error);
      return undefined;
    },
  );

  const stop = async (): Promise<void> => {
    health.markStopping();
    stopping.abort();
    await (await relaying)?.stop();
    await database.close();
    await server.close();
  };
  let stopped: Promise<void> | undefined;
  return { healthPort: server.port, stop: () => (stopped ??= stop()) };
}
