import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './postgres-account';

const run = promisify(execFile);
const PASSWORD_BYTES = 24;
/** The name of the superuser that a new cluster has. */
export const SUPERUSER = 'postgres';
/** What is said of a new cluster beside its place. */
export const INITDB_ARGUMENTS: readonly string[] = [
  `--username=${SUPERUSER}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C', // the same order of text and the same messages everywhere
  // A new segment is written in full and synced. The journal is on the same disk, and waits behind 16 MB of it.
  '--wal-segsize=1',
];

export interface Cluster {
  readonly folder: string;
  readonly password: string;
}

/** Where a data folder has its cluster and the superuser's password. */
export const clusterFiles = (dataDir: string) => ({
  folder: join(dataDir, 'cluster'),
  passwordFile: join(dataDir, 'password'),
});

/** The cluster of a data folder, made when missing. A start that died half-way left nothing that counts as one. */
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
 * Names us as the holder of a stale lock file. PostgreSQL takes a lock file for stale when its process is gone or is
 * the starter; after kill -9 or a restart of a container the id may long be another process's, and it would refuse to
 * start. That no server of this folder is left was made sure before, and PostgreSQL itself still checks the shared
 * memory that the file names, which removing the file would prevent.
 */
export async function claimStaleLock(cluster: Cluster): Promise<void> {
  const file = join(cluster.folder, 'postmaster.pid');
  const content = await readFile(file, 'utf8').catch(() => null);
  if (content === null) return;
  // In one step: a lock file that a full disk had emptied would keep every server from starting, for good.
  const claimed = `${file}.new`;
  await writeFile(claimed, content.replace(/^-?\d+/, String(process.pid)));
  await rename(claimed, file);
}
