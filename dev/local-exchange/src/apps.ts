import { join } from 'node:path';
import { freePort, startManagedProcess } from '@bellwether/local-services';
import { untilReady } from './readiness';
import type { ServiceDefinition } from './supervised-service';

/** The app must end by itself in this time; the four stages of a stop fit into the promised 10 seconds. */
const STOP_TIMEOUT_MS = 3_000;

export interface AppPlace {
  /** Of the checkout: the bundles are in `dist` below it. */
  readonly root: string;
  /** For the record of its process. */
  readonly runFolder: string;
  /** Of the parent: a child gets nothing else of our environment. */
  readonly path: string | undefined;
  /** Options of Node for the apps: `--inspect=0`, `--require=FILE`. */
  readonly nodeOptions: string | undefined;
  readonly log: (line: string) => void;
  readonly logFile: string;
  /** Prints a line at the terminal. */
  readonly report: (line: string) => void;
}

/** An app of `apps` and its environment; `PORT` or `HEALTH_PORT` is where it says that it is ready. */
export interface App {
  readonly name: string;
  /** Of `apps`; default: the name. */
  readonly bundle?: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Public ones keep their port; without it the app has a health port, a new one at each start. */
  readonly publicPort?: number;
}

export function appService(app: App, place: AppPlace): ServiceDefinition {
  const { name, bundle = name, environment, publicPort } = app;
  let url = '';
  return {
    name,
    async launch() {
      const port = publicPort ?? (await freePort());
      url = `http://127.0.0.1:${port}`;
      return startManagedProcess({
        name,
        command: process.execPath,
        args: ['--enable-source-maps', join(place.root, 'dist/apps', bundle, 'main.js')],
        recordFile: join(place.runFolder, `${name}.json`),
        stopTimeoutMs: STOP_TIMEOUT_MS,
        log: place.log,
        env: {
          ...(place.path === undefined ? {} : { PATH: place.path }),
          ...(place.nodeOptions === undefined ? {} : { NODE_OPTIONS: place.nodeOptions }),
          ...environment,
          [publicPort === undefined ? 'HEALTH_PORT' : 'PORT']: String(port),
        },
      });
    },
    async ready(process) {
      const onSlowStart = (what: string) => place.report(`still starting ${name}: ${what}`);
      await untilReady(url, process, { onSlowStart }).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        const last = process.lastLine();
        throw new Error(`${name} did not start: ${reason}. Its log is ${place.logFile}\n${last}`);
      });
    },
  };
}
