/** Runs the engine built by `nx build matching-engine` in its own process, which a test may kill and restart. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startManagedProcess } from '@bellwether/local-services';
import type { ManagedProcess } from '@bellwether/local-services';

const BUNDLE = new URL('../../../dist/apps/matching-engine/', import.meta.url);
const SHIFTED_CLOCK = new URL('shifted-clock.mjs', import.meta.url).href;
const MAIN = fileURLToPath(new URL('main.js', BUNDLE));
export const SIGNATURE_WORKER = new URL('signature-worker.js', BUNDLE);

/** Where the processes are recorded. */
export interface EngineFolder {
  readonly folder: string;
  remove(): Promise<void>;
}

export async function makeEngineFolder(): Promise<EngineFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-engine-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface EngineProcessOptions {
  /** Must differ between engines of one shard. */
  readonly recordName?: string;
  /** Default: the engine is ready when it serves. */
  readonly isReady?: (line: string) => boolean;
  /** This file shifts the wall clock of the process (`shifted-clock.mjs`). */
  readonly clockFile?: string;
  readonly healthPort?: number;
}

export const startEngineProcess = (
  { folder }: EngineFolder,
  natsUrl: string,
  shard: number,
  {
    recordName = `engine-${shard}`,
    clockFile,
    healthPort = 0,
    isReady = (line) => line.includes('"msg":"serving"'),
  }: EngineProcessOptions = {},
): Promise<ManagedProcess> =>
  startManagedProcess({
    name: 'matching-engine',
    command: process.execPath,
    args: [...(clockFile === undefined ? [] : ['--import', SHIFTED_CLOCK]), MAIN],
    recordFile: join(folder, `${recordName}.json`),
    isReady,
    env: {
      NATS_URL: natsUrl,
      NETWORK: 'test',
      SHARD: String(shard),
      ...(clockFile === undefined ? {} : { CLOCK_FILE: clockFile }),
      HEALTH_PORT: String(healthPort),
      SIGNATURE_THREADS: '1',
      RATE_LIMITS: 'off',
    },
  });
