/**
 * A fresh machine for a rehearsal: a nats-server, a PostgreSQL, an engine and a projector of this release, in their own
 * folder. It has no secrets and no keys of any chain: nothing restored there can move money.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeNkey } from '@bellwether/bus';
import type { JournalIdentity } from '@bellwether/bus';
import {
  createDatabase,
  freePort,
  startManagedProcess,
  startNatsServer,
  startPostgres,
} from '@bellwether/local-services';
import type { ManagedProcess } from '@bellwether/local-services';
import { z } from 'zod';
import { untilReady } from '../../../dev/local-exchange/src/readiness';
import { MAX_LAST_LINES, REBUILD_TIMEOUT_MS } from './limits';

const caughtUpLine = z.object({
  msg: z.literal('caught up'),
  seq: z.int(),
  state_hash: z.string(),
});
export type CaughtUp = Pick<z.infer<typeof caughtUpLine>, 'seq' | 'state_hash'>;

export interface EmptyMachineOptions {
  readonly folder: string;
  /** Root of the checkout, or of its copy in an image: `dist` holds the apps. */
  readonly root: string;
  readonly path: string | undefined;
}

export class EmptyMachine {
  private readonly processes: ManagedProcess[] = [];
  private natsUrl = '';
  private monitorUrl = '';
  private url = '';

  constructor(private readonly options: EmptyMachineOptions) {}

  get servers(): string {
    return this.natsUrl;
  }

  get databaseUrl(): string {
    return this.url;
  }

  async start(): Promise<void> {
    const { folder } = this.options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const monitorPort = await freePort();
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
    this.processes.push(postgres);
    const nats = await startNatsServer({ dataDir: join(folder, 'nats'), monitorPort });
    this.processes.push(nats);
    this.natsUrl = nats.url;
    this.monitorUrl = `http://127.0.0.1:${monitorPort}`;
    this.url = await createDatabase(postgres.url, 'bellwether');
  }

  /** @returns the engine's report of its state once it has read the journal and serves */
  async startEngine(journal: JournalIdentity): Promise<CaughtUp> {
    let caughtUp: CaughtUp | undefined;
    const environment = {
      ...this.busOf(journal),
      NATS_JOURNAL_NKEY_SEED: makeNkey().seed,
      NATS_MONITOR_URL: this.monitorUrl,
    };
    await this.startApp('matching-engine', environment, (line) => {
      if (line.includes('"caught up"')) caughtUp = caughtUpLine.parse(JSON.parse(line));
    });
    if (caughtUp === undefined) throw new Error('the engine says nothing of its state');
    return caughtUp;
  }

  /** @returns once it has written all of history */
  async startProjector(journal: JournalIdentity): Promise<void> {
    const environment = { ...this.busOf(journal), DATABASE_URL: this.url };
    await this.startApp('projector', environment, () => undefined);
  }

  async stop(): Promise<void> {
    for (const process of this.processes.toReversed()) await process.stop();
  }

  /** Production apps require a key; this server has none and accepts any. */
  private busOf({ network, shard }: JournalIdentity): Record<string, string> {
    return {
      NATS_URL: this.natsUrl,
      NATS_NKEY_SEED: makeNkey().seed,
      NETWORK: network,
      SHARD: String(shard),
    };
  }

  private async startApp(
    name: string,
    environment: Record<string, string>,
    receive: (line: string) => void,
  ): Promise<void> {
    const { root, path, folder } = this.options;
    const healthPort = await freePort();
    const said: string[] = [];
    const app = await startManagedProcess({
      name,
      command: process.execPath,
      args: ['--enable-source-maps', join(root, 'dist/apps', name, 'main.js')],
      recordFile: join(folder, `${name}.json`),
      log: (line) => {
        said.push(line);
        if (said.length > MAX_LAST_LINES) said.shift();
        receive(line);
      },
      env: {
        ...(path === undefined ? {} : { PATH: path }),
        ...environment,
        HEALTH_PORT: String(healthPort),
      },
    });
    this.processes.push(app);
    const url = `http://127.0.0.1:${healthPort}`;
    await untilReady(url, app, { stillMs: REBUILD_TIMEOUT_MS }).catch((cause: unknown) => {
      throw new Error(`${name} does not become ready:\n${said.join('\n')}`, { cause });
    });
  }
}
