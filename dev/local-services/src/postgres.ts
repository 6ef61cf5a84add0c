import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port';
import { startManagedProcess } from './managed-process';
import type { ManagedProcess } from './managed-process';
import { makeTraversable, postgresAccount } from './postgres-account';
import type { Account } from './postgres-account';
import { postgresBinaries } from './postgres-binaries';
import { SUPERUSER, claimStaleLock, ensureCluster } from './postgres-cluster';
import type { Cluster } from './postgres-cluster';
import { clearLeftover } from './process-record';

export interface PostgresOptions {
  /** Holds the cluster and its password; made when missing; an existing one is continued. */
  readonly dataDir: string;
  /** 0 or absent: a free one. */
  readonly port?: number;
  /** False: a crash of the machine, not one of the server, may lose or destroy what is there; for tests. Default true. */
  readonly isDurable?: boolean;
  /** Each line the server logs, and what was made traversable for it. */
  readonly log?: (line: string) => void;
  readonly onSlowStart?: (what: string) => void;
}

export interface Postgres extends ManagedProcess {
  /** Of the database `postgres`, with user and password. */
  readonly url: string;
  readonly port: number;
}

const READY = 'database system is ready to accept connections';
/** What a server that needs not outlive the machine leaves out. */
const NOT_DURABLE = ['fsync=off', 'full_page_writes=off'];
/** "Fast shutdown": ends sessions, writes everything, stops. */
const FAST_SHUTDOWN = 'SIGINT';
/** What passes by itself: processes of a killed server still ending, or the port lost to another. */
const PASSES = /still in use|could not bind|could not create any TCP\/IP sockets/;
const ATTEMPTS = 20;
const ATTEMPT_DELAY_MS = 250;

/** Starts PostgreSQL on a loopback port behind a password of its own; as root under another account. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dataDir = resolve(options.dataDir);
  const binaries = await postgresBinaries();
  const account = postgresAccount();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (account !== null) {
    for (const folder of [
      ...makeTraversable(dataDir),
      ...makeTraversable(join(binaries.postgres, '..')),
    ])
      options.log?.(`made ${folder} traversable for the account ${account.name}`);
  }
  const recordFile = join(dataDir, 'process.json');
  await clearLeftover(recordFile, FAST_SHUTDOWN);
  const cluster = await ensureCluster(dataDir, binaries.initdb, account);
  for (let attempt = 1; ; attempt++) {
    const port = options.port === undefined || options.port === 0 ? await freePort() : options.port;
    try {
      const server = await launch({
        ...options,
        command: binaries.postgres,
        recordFile,
        cluster,
        account,
        port,
      });
      const url = `postgresql://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/postgres`;
      return { ...server, port, url };
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof Error && PASSES.test(error.message)))
        throw error;
      await sleep(ATTEMPT_DELAY_MS);
    }
  }
}

async function launch(start: {
  readonly command: string;
  readonly recordFile: string;
  readonly cluster: Cluster;
  readonly account: Account | null;
  readonly port: number;
  readonly isDurable?: boolean;
  readonly log?: (line: string) => void;
  readonly onSlowStart?: (what: string) => void;
}): Promise<ManagedProcess> {
  await claimStaleLock(start.cluster);
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=', // a data folder's path may be longer than a socket's may be
    `port=${start.port}`,
    'timezone=UTC',
    // What they are with segments of 16 MB: of smaller ones initdb takes as many, and checkpoints would come all the time.
    'max_wal_size=1GB',
    'min_wal_size=80MB',
    ...(start.isDurable === false ? NOT_DURABLE : []),
  ];
  return startManagedProcess({
    name: 'PostgreSQL',
    command: start.command,
    args: ['-D', start.cluster.folder, ...settings.flatMap((setting) => ['-c', setting])],
    cwd: start.cluster.folder,
    recordFile: start.recordFile,
    stopSignal: FAST_SHUTDOWN,
    account: start.account ?? undefined,
    log: start.log,
    onSlowStart: start.onSlowStart,
    isReady: (line) => line.includes(READY),
  });
}
