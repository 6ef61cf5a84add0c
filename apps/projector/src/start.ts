import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Bus } from '@bellwether/bus';
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
import { POOL_MAX, STATEMENT_TIMEOUT_MS } from './limits';
import { Projector } from './projector';

export interface RunningProjector extends RunningApplication {
  readonly healthPort: number;
}

/** Starts the health server at once, with or without NATS and PostgreSQL. It is ready when history is current. */
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
    timeoutMs: STATEMENT_TIMEOUT_MS,
    log,
  });
  let application: INestApplicationContext | undefined;
  const running = <T>(part: Type<T>): T => {
    if (application !== undefined) return application.get(part);
    throw new CodedError('HISTORY_UNAVAILABLE', { reason: 'starting' });
  };
  const health = new Health({
    checks: [
      { name: 'database', required: true, check: () => database.ping() },
      { name: 'bus', required: true, check: async () => running(Bus).flush() },
      { name: 'events', required: true, check: async () => running(Projector).checkEvents() },
      { name: 'lag', required: true, check: async () => running(Projector).checkLag() },
    ],
  });
  const address = { host: config.host, port: config.healthPort };
  const server = await startHealthServer(address, { health, metrics, log });

  const { signal } = stopping;
  const module = ProjectorModule.with({ config, database, log, metrics, signal, fail });
  const options = { logger: new NestLog(log), abortOnError: false };
  const projecting = NestFactory.createApplicationContext(module, options).then(
    (made) => {
      watchShortAnswers(metrics, () => [made.get(Bus)]);
      return (application = made);
    },
    (error: unknown) => {
      if (!signal.aborted) fail(error);
      return undefined;
    },
  );

  const stop = async (): Promise<void> => {
    health.markStopping();
    stopping.abort();
    await (await projecting)?.close();
    await database.close();
    await server.close();
  };
  let stopped: Promise<void> | undefined;
  return { healthPort: server.port, stop: () => (stopped ??= stop()) };
}
