/** The built apps, with the heap of their manifests (k8s/base), and what they have needed at most. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startManagedProcess } from '@bellwether/local-services';
import type { ManagedProcess } from '@bellwether/local-services';

/** Three quarters of the memory limit, in MiB. */
const HEAP_MIB = { 'matching-engine': 3_072, projector: 576, gateway: 768 } as const;
export type App = keyof typeof HEAP_MIB;
const READY = {
  'matching-engine': 'serving',
  projector: 'reading events after the cursor',
  gateway: 'listening',
} as const;

export async function startApp(
  app: App,
  { apps, folder }: { readonly apps: string; readonly folder: string },
  env: Readonly<Record<string, string>>,
): Promise<ManagedProcess> {
  return startManagedProcess({
    name: app,
    command: process.execPath,
    args: [`--max-old-space-size=${HEAP_MIB[app]}`, join(apps, app, 'main.js')],
    recordFile: join(folder, `${app}.json`),
    readyTimeoutMs: 600_000,
    isReady: (line) => line.includes(`"msg":"${READY[app]}"`),
    env: { HOST: '127.0.0.1', HEALTH_PORT: '0', NETWORK: 'test', ...env },
  });
}

export async function migrate(apps: string, folder: string, url: string): Promise<void> {
  const migration = await startManagedProcess({
    name: 'migrate',
    command: process.execPath,
    args: [join(apps, 'projector/main.js'), 'migrate'],
    recordFile: join(folder, 'migrate.json'),
    env: { DATABASE_URL: url, NATS_URL: 'nats://127.0.0.1:9' },
  });
  await migration.exited;
}

/** Resident at most, in MiB. */
export async function peakOf({ pid }: ManagedProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024);
}
