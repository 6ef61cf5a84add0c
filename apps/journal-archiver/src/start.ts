import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Bus } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import {
  Health,
  Metrics,
  NestLog,
  startHealthServer,
  watchFolders,
  watchShortAnswers,
} from '@bellwether/runtime';
import type { RunningApplication, StartContext } from '@bellwether/runtime';
import { ArchiverModule } from './app.module';
import { Archiver } from './archiver';
import { watchBackups } from './backup-metric';
import type { ArchiverConfig } from './config';

export interface RunningArchiver extends RunningApplication {
  readonly healthPort: number;
  /** Settles when it follows the journal; rejects if that failed. */
  readonly archiving: Promise<void>;
}

/** Starts the health server at once, with or without NATS. It is ready while the archive keeps up. */
export async function startArchiver(
  starting: StartContext<ArchiverConfig>,
): Promise<RunningArchiver> {
  const { config, log } = starting;
  const fail = (reason: unknown): void => starting.fail(reason);
  const metrics = new Metrics({ service: 'journal-archiver' });
  watchFolders(metrics, { archive: config.archiveDir });
  if (config.backupsDir !== undefined) watchBackups(metrics, config.backupsDir);
  const stopping = new AbortController();
  let application: INestApplicationContext | undefined;
  const check = async (): Promise<void> => {
    if (application === undefined) {
      throw new CodedError('HISTORY_UNAVAILABLE', { reason: 'starting' });
    }
    await application.get(Archiver).check();
  };
  const health = new Health({ checks: [{ name: 'archive', required: true, check }] });
  const address = { host: config.host, port: config.healthPort };
  const server = await startHealthServer(address, { health, metrics, log });

  const { signal } = stopping;
  const module = ArchiverModule.with({ config, log, metrics, signal, fail });
  const options = { logger: new NestLog(log), abortOnError: false };
  const archiving = NestFactory.createApplicationContext(module, options).then((made) => {
    watchShortAnswers(metrics, () => [made.get(Bus)]);
    application = made;
  });
  archiving.catch((error: unknown) => {
    if (!signal.aborted) fail(error);
  });

  const stop = async (): Promise<void> => {
    health.markStopping();
    stopping.abort();
    await archiving.catch(() => undefined);
    await application?.close();
    await server.close();
  };
  let stopped: Promise<void> | undefined;
  return { healthPort: server.port, archiving, stop: () => (stopped ??= stop()) };
}
