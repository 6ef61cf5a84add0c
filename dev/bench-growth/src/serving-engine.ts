import { join } from 'node:path';
import { startManagedProcess } from '@bellwether/local-services';
import type { ManagedProcess } from '@bellwether/local-services';

export interface ServingEngine {
  readonly process: ManagedProcess;
  /** From its start until it serves, or stands by. */
  readonly seconds: number;
  /** As it says of itself when it has caught up; empty where it stands by or stood by. */
  readonly stateHash: string;
  /** Resolves when it serves. */
  readonly serves: Promise<void>;
}

export interface EngineStart {
  readonly main: string;
  readonly folder: string;
  readonly name: string;
  readonly natsUrl: string;
  readonly snapshotDir: string;
  readonly standsBy?: boolean;
}

/** The built engine, as a process. */
export async function startEngine(start: EngineStart): Promise<ServingEngine> {
  const { main, folder, name, natsUrl, snapshotDir, standsBy = false } = start;
  let stateHash = '';
  let served: () => void = () => undefined;
  const serves = new Promise<void>((resolve) => {
    served = resolve;
  });
  const startedMs = performance.now();
  const process_ = await startManagedProcess({
    name: 'matching-engine',
    command: process.execPath,
    args: [main],
    recordFile: join(folder, `${name}.json`),
    readyTimeoutMs: 600_000,
    isReady: (line) => line.includes(standsBy ? '"msg":"standing by"' : '"msg":"serving"'),
    log: (line) => {
      if (line.includes('"msg":"caught up"')) {
        stateHash = /"state_hash":"(\w+)"/.exec(line)?.[1] ?? '';
      }
      if (line.includes('"msg":"serving"')) served();
    },
    // Without limits of its own: it leads to the state of the archive, and adds nothing.
    env: {
      NETWORK: 'test',
      NATS_URL: natsUrl,
      HEALTH_PORT: '0',
      SNAPSHOT_DIR: snapshotDir,
      MONEY_LIMITS: 'off',
    },
  });
  const seconds = (performance.now() - startedMs) / 1_000;
  return { process: process_, seconds, stateHash, serves };
}

export async function killEngine({ process: engine }: ServingEngine): Promise<void> {
  engine.kill('SIGKILL');
  await engine.exited;
}
