import { join } from 'node:path';
import { startManagedProcess } from '@bellwether/local-services';

export interface EngineStart {
  /** From the start of the process until it serves. */
  readonly seconds: number;
  /** As it says of itself when it has caught up. */
  readonly stateHash: string;
}

const CAUGHT_UP = /"msg":"caught up"/;

export async function startEngine(options: {
  readonly main: string;
  readonly folder: string;
  readonly natsUrl: string;
  readonly snapshotDir: string | null;
}): Promise<EngineStart> {
  const { main, folder, natsUrl, snapshotDir } = options;
  let stateHash = '';
  const startedMs = performance.now();
  const engine = await startManagedProcess({
    name: 'matching-engine',
    command: process.execPath,
    args: [main],
    recordFile: join(folder, 'engine.json'),
    readyTimeoutMs: 600_000,
    isReady: (line) => {
      if (CAUGHT_UP.test(line)) stateHash = /"state_hash":"(\w+)"/.exec(line)?.[1] ?? '';
      return line.includes('"msg":"serving"');
    },
    env: {
      NETWORK: 'test',
      NATS_URL: natsUrl,
      HEALTH_PORT: '0',
      ...(snapshotDir === null ? {} : { SNAPSHOT_DIR: snapshotDir }),
    },
  });
  const seconds = (performance.now() - startedMs) / 1_000;
  engine.kill('SIGKILL');
  await engine.exited;
  return { seconds, stateHash };
}
