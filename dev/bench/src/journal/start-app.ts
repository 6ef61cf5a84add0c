/** The built apps, with the heap limit of their manifests (k8s/base): a process that needs more ends. */
import { join } from 'node:path';
import { startManagedProcess } from '@bellwether/local-services';
import type { ManagedProcess } from '@bellwether/local-services';
import type { Run } from '../harness/scenario';

/** Three quarters of the memory limit, in MiB. */
const HEAP_MIB = { 'matching-engine': 3_072, projector: 576, gateway: 768 } as const;
export type App = keyof typeof HEAP_MIB;
const READY = {
  'matching-engine': 'serving',
  projector: 'reading events after the cursor',
  gateway: 'listening',
} as const;

export const mainOf = (app: App): string => join('dist/apps', app, 'main.js');

interface StartedApp extends ManagedProcess {
  /** Seconds from its start until it was ready. */
  readonly seconds: number;
  /** Resolves when its log says so. */
  says(message: string): Promise<string>;
}

/** @param ready the log message to wait for; by default that it serves */
export async function startApp(
  run: Run,
  app: App,
  env: Readonly<Record<string, string>>,
  { name = app, ready = READY[app] }: { readonly name?: string; readonly ready?: string } = {},
): Promise<StartedApp> {
  const lines: string[] = [];
  const waiting: { is: (line: string) => boolean; resolve: (line: string) => void }[] = [];
  const isSaying = (message: string) => (line: string) => line.includes(`"msg":"${message}"`);
  const startedMs = performance.now();
  const started = await startManagedProcess({
    name,
    command: process.execPath,
    args: [`--max-old-space-size=${HEAP_MIB[app]}`, mainOf(app)],
    recordFile: join(run.folder, `${name}.json`),
    readyTimeoutMs: 600_000,
    isReady: isSaying(ready),
    log(line) {
      lines.push(line);
      for (const { is, resolve } of waiting) if (is(line)) resolve(line);
    },
    env: { HOST: '127.0.0.1', HEALTH_PORT: '0', NETWORK: 'test', ...env },
  });
  run.keep(started, () => started.stop());
  const seconds = (performance.now() - startedMs) / 1_000;
  const says = (message: string): Promise<string> => {
    const is = isSaying(message);
    const said = lines.find(is);
    if (said !== undefined) return Promise.resolve(said);
    return new Promise((resolve) => waiting.push({ is, resolve }));
  };
  return { ...started, seconds, says };
}

/** The state hash that an engine logs when it has caught up. */
export async function stateHashOf(engine: StartedApp): Promise<string> {
  const line = await engine.says('caught up');
  return /"state_hash":"(\w+)"/.exec(line)?.[1] ?? '';
}

export async function killed(app: StartedApp): Promise<void> {
  app.kill('SIGKILL');
  await app.exited;
}
