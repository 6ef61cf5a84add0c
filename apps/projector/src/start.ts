import { NestFactory } from '@nestjs/core';
import { connectBus } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { openDatabase } from '@bellwether/persistence';
import {
  Health,
  Metrics,
  NestLog,
  startHealthServer,
  watchShortAnswers,
} from '@bellwether/runtime';
import type { RunningApplication, StartContext } from '@bellwether/runtime';
import { ProjectorModule } from './app.module';
import type { ProjectorConfig } from './config';
import { POOL_MAX, STATEMENT_PATIENCE_MS } from './limits';
import { Projector } from './projector';

export interface RunningProjector extends RunningApplication {
  readonly healthPort: number;
}

/** Up at once with its health server, whether NATS and PostgreSQL are there yet or not; ready when history is level. */
export async function startProjector(
  starting: StartContext<ProjectorConfig>,
): Promise<RunningProjector> {
  const { config, log } = starting;
  const fail = (reason: unknown): void => starting.fail(reason);
  const metrics = new Metrics({ service: 'projector' });
  const stopping = new AbortController();
  const database = openDatabase({
    url: config.databaseUrl,
    poolMax: POOL_MAX,
    patienceMs: STATEMENT_PATIENCE_MS,
    log,
  });
  let bus: Bus | undefined;
  let projector: Projector | undefined;

  const running = <T>(part: T | undefined): T => {
    if (part === undefined) throw new CodedError('HISTORY_UNAVAILABLE', { reason: 'starting' });
    return part;
  };
  const health = new Health({
    checks: [
      { name: 'database', required: true, check: () => database.ping() },
      { name: 'bus', required: true, check: async () => running(bus).flush() },
      { name: 'events', required: true, check: async () => running(projector).checkEvents() },
      { name: 'lag', required: true, check: async () => running(projector).checkLag() },
    ],
  });
  const address = { host: config.host, port: config.healthPort };
  const server = await startHealthServer(address, { health, metrics, log });

  const project = async (): Promise<void> => {
    bus = await connectBus({
      servers: config.natsServers,
      name: 'projector',
      nkeySeed: config.natsNkeySeed,
      token: config.natsToken,
      log,
      signal: stopping.signal,
    });
    const connection = bus;
    watchShortAnswers(metrics, () => [connection]);
    const module = ProjectorModule.with({ config, bus, database, log, metrics });
    const context = await NestFactory.createApplicationContext(module, {
      logger: new NestLog(log),
      abortOnError: false,
    });
    const connected = context.get(Projector);
    connected.start(fail);
    projector = connected;
  };
  const projecting = project().catch((error: unknown) => {
    if (!stopping.signal.aborted) fail(error);
  });

  const stop = async (): Promise<void> => {
    health.markStopping();
    stopping.abort();
    await projecting;
    await projector?.stop();
    await bus?.close();
    await database.close();
    await server.close();
  };
  let stopped: Promise<void> | undefined;
  return { healthPort: server.port, stop: () => (stopped ??= stop()) };
}
