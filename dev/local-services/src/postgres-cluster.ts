import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './postgres-account';

const run = promisify(execFile);
const PASSWORD_BYTES = 24;
/** The superuser of a new cluster. */
export const SUPERUSER = 'postgres';
/** Settings of a new cluster, besides its path. */
export const INITDB_ARGUMENTS: readonly string[] = [
  `--username=${SUPERUSER}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C', // the same sort order and messages everywhere
  // A new segment is written in full and synced. The journal is on the same disk, and would wait for 16 MB of it.
  '--wal-segsize=1',
];

export interface Cluster {
  readonly folder: string;
  readonly password: string;
}

/** Paths of the cluster and the superuser's password in a data folder. */
export const clusterFiles = (dataDir: string) => ({
  folder: join(dataDir, 'cluster'),
  passwordFile: join(dataDir, 'password'),
});

/**
 * The cluster of a data folder, created if missing. A start that crashed half-way leaves nothing that counts as one.
 */
export async function ensureCluster(
  dataDir: string,
  initdb: string,
  account: Account | null,
): Promise<Cluster> {
  const { folder, passwordFile } = clusterFiles(dataDir);
  if (!existsSync(folder)) await makeCluster({ dataDir, folder, passwordFile, initdb, account });
  const password = (await readFile(passwordFile, 'utf8')).trim();
  return { folder, password };
}

async function makeCluster(place: {
  readonly dataDir: string;
  readonly folder: string;
  readonly passwordFile: string;
  readonly initdb: string;
  readonly account: Account | null;
}): Promise<void> {
  const { folder, passwordFile, initdb, account } = place;
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, randomBytes(PASSWORD_BYTES).toString('hex'), { mode: 0o600 });
  if (account !== null) {
    await chown(unfinished, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  await run(initdb, [`--pgdata=${unfinished}`, `--pwfile=${passwordFile}`, ...INITDB_ARGUMENTS], {
    cwd: place.dataDir,
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  });
  await rename(unfinished, folder);
}

/**
 * Writes this process's id into a stale lock file. PostgreSQL treats a lock file as stale if its process is gone or is
 * the starter. After kill -9 or a restart of a container the id may belong to another process, and PostgreSQL would
 * refuse to start. The caller has made sure that no server of this folder is left. The file is not removed, as
 * PostgreSQL still checks the shared memory that it names.
 */
export async function claimStaleLock(cluster: Cluster): Promise<void> {
  const file = join(cluster.folder, 'postmaster.pid');
  const content = await readFile(file, 'utf8').catch(() => null);
  if (content === null) return;
  // Atomically: a lock file truncated by a full disk would keep every server from starting.
  const claimed = `${file}.new`;
  await writeFile(claimed, content.replace(/^-?\d+/, String(process.pid)));
  await rename(claimed, file);
}
