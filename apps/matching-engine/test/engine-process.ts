/** The engine as a process of its own, built as it is shipped, that a test may kill and start again. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startManagedProcess } from '@bellwether/local-services';
import type { ManagedProcess } from '@bellwether/local-services';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface BuiltEngine {
  readonly folder: string;
  readonly main: string;
  readonly signatureWorker: URL;
  remove(): Promise<void>;
}

/** Bundles the app into a folder of its own below `node_modules`, where its packages are found. */
export async function buildEngine(): Promise<BuiltEngine> {
  const folder = await mkdtemp(join(ROOT, 'node_modules/.bellwether-engine-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const bundle = join(ROOT, 'apps/matching-engine/test/bundle.mjs');
  await promisify(execFile)(process.execPath, [bundle, folder]);
  return {
    folder,
    main: join(folder, 'main.js'),
    signatureWorker: pathToFileURL(join(folder, 'signature-worker.js')),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export interface EngineProcessOptions {
  /** Of several engines of one shard each has its own. */
  readonly recordName?: string;
  /** Default: when it serves. */
  readonly isReady?: (line: string) => boolean;
}

export const startEngineProcess = (
  { main, folder }: BuiltEngine,
  natsUrl: string,
  shard: number,
  {
    recordName = `engine-${shard}`,
    isReady = (line) => line.includes('"msg":"serving"'),
  }: EngineProcessOptions = {},
): Promise<ManagedProcess> =>
  startManagedProcess({
    name: 'matching-engine',
    command: process.execPath,
    args: [main],
    recordFile: join(folder, `${recordName}.json`),
    isReady,
    env: {
      NATS_URL: natsUrl,
      NETWORK: 'test',
      SHARD: String(shard),
      HEALTH_PORT: '0',
      SIGNATURE_THREADS: '1',
      RATE_LIMITS: 'off',
    },
  });
