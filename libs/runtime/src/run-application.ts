/**
 * A process from start to end, the same for every app: configuration, log, signals, a graceful stop within a deadline,
 * exit codes. An unhandled error stops the process. A supervisor starts it again from the journal.
 */
import { ConfigError, loadConfigs } from './config/config';
import type { ConfigSchema, Environment, LogLevel } from './config/config';
import { problemsOfFiles, withSecretFiles } from './config/secret-files';
import { createLogger } from './logging/logger';
import type { Logger } from './logging/logger';
import { startTracing } from './tracing/start-tracing';
import { tracingVariables } from './tracing/tracing-variables';
import type { TracingConfig } from './tracing/tracing-variables';

export interface StartContext<C> {
  readonly config: C;
  readonly log: Logger;
  /** A part is lost permanently (fenced, journal gap): the process stops gracefully and exits with failure. */
  fail(reason: unknown): void;
}

export interface RunningApplication {
  /** Refuse new work, finish work under way, release everything. */
  stop(): Promise<void>;
}

export interface ApplicationDefinition<C extends { readonly logLevel: LogLevel }> {
  readonly service: string;
  readonly config: ConfigSchema<C>;
  /** `process.env`, passed by `main.ts`, the only reader of it. */
  readonly environment: Environment;
  /** Variables that may be given as `<NAME>_FILE`. */
  readonly secrets?: readonly string[];
  /** Variables that name a file which the app reads later, and how its content is checked. */
  readonly files?: Readonly<Record<string, (text: string) => unknown>>;
  start(context: StartContext<C>): Promise<RunningApplication>;
  /** Default `STOP_DEADLINE_MS`. */
  readonly stopDeadlineMs?: number;
}

/** Exit codes of sysexits.h, where it has one. */
export const EXIT_STOPPED = 0;
export const EXIT_FAILED = 1;
export const EXIT_BUG = 70;
export const EXIT_CONFIG = 78;

/** The local run promises to end in 10 seconds, and gives its children less. */
export const STOP_DEADLINE_MS = 8_000;

/** The part of `process` that is used, so that tests can pass their own. */
export interface ProcessHost {
  on(event: string, listener: (argument: unknown) => void): unknown;
  exit(code: number): void;
  readonly stderr: { write(text: string): unknown };
}

export async function runApplication<C extends { readonly logLevel: LogLevel }>(
  definition: ApplicationDefinition<C>,
  host: ProcessHost = process,
): Promise<void> {
  const configs = configsOrExit(definition, host);
  if (configs === undefined) return;
  const { config, tracing: tracingConfig } = configs;
  const log = createLogger({ service: definition.service, level: config.logLevel });
  const life = new Lifetime(log, host, definition.stopDeadlineMs ?? STOP_DEADLINE_MS);
  life.listen();
  try {
    const context = { config, log, fail: (reason: unknown) => life.fail(reason) };
    const tracing = await startTracing(definition.service, tracingConfig);
    const running = await definition.start(context);
    life.started({
      async stop() {
        try {
          await running.stop();
        } finally {
          await tracing.stop();
        }
      },
    });
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    host.exit(EXIT_FAILED);
  }
}

/** The app's own variables, and those that every app has. */
function configsOrExit<C extends { readonly logLevel: LogLevel }>(
  { config, environment: given, secrets = [], files = {}, service }: ApplicationDefinition<C>,
  host: ProcessHost,
): { readonly config: C; readonly tracing: TracingConfig } | undefined {
  try {
    const { environment, problems } = withSecretFiles(given, secrets);
    const known = new Map([...problems, ...problemsOfFiles(environment, files)]);
    return loadConfigs({ config, tracing: tracingVariables }, environment, known);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    host.stderr.write(`${service}: ${error.message}\n`);
    host.exit(EXIT_CONFIG);
    return undefined;
  }
}

class Lifetime {
  private running: RunningApplication | undefined;
  private exitCode: number | undefined;

  constructor(
    private readonly log: Logger,
    private readonly host: ProcessHost,
    private readonly stopDeadlineMs: number,
  ) {}

  listen(): void {
    for (const signal of ['SIGTERM', 'SIGINT']) {
      this.host.on(signal, () => this.onSignal(signal));
    }
    for (const event of ['uncaughtException', 'unhandledRejection']) {
      this.host.on(event, (error) => {
        this.log.fatal({ err: error }, `${event}: stopping at once`);
        this.host.exit(EXIT_BUG);
      });
    }
  }

  started(running: RunningApplication): void {
    this.running = running;
  }

  fail(reason: unknown): void {
    this.log.fatal({ err: reason }, 'cannot go on: stopping');
    this.stop(EXIT_FAILED);
  }

  private onSignal(signal: string): void {
    if (this.exitCode !== undefined) {
      this.log.warn({ signal }, 'second signal: stopping at once');
      this.host.exit(EXIT_FAILED);
      return;
    }
    this.log.info({ signal }, 'stopping');
    this.stop(EXIT_STOPPED);
  }

  private stop(exitCode: number): void {
    if (this.exitCode !== undefined) return;
    this.exitCode = exitCode;
    if (this.running === undefined) {
      // Nothing is served yet, and every start must survive a kill, so it need not be awaited.
      this.host.exit(exitCode);
      return;
    }
    setTimeout(() => {
      this.log.fatal({ deadline_ms: this.stopDeadlineMs }, 'did not stop in time');
      this.host.exit(EXIT_FAILED);
    }, this.stopDeadlineMs).unref();
    void this.stopRunning(this.running, exitCode);
  }

  private async stopRunning(running: RunningApplication, exitCode: number): Promise<void> {
    try {
      await running.stop();
      this.log.info('stopped');
      this.host.exit(exitCode);
    } catch (error) {
      this.log.fatal({ err: error }, 'stopping failed');
      this.host.exit(EXIT_FAILED);
    }
  }
}
