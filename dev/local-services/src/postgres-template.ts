/**
 * Test clusters are copies of a template: initdb and the migrations are most of the cost of a server that lives for one
 * test file. Templates are in the cache, one for each version, set of initdb arguments and preparation.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cacheDir } from './cache-dir';
import { createDatabase } from './create-database';
import { lockFolder } from './folder-lock';
import type { FolderLock } from './folder-lock';
import { startPostgres } from './postgres';
import { postgresBinaries } from './postgres-binaries';
import { INITDB_ARGUMENTS, clusterFiles } from './postgres-cluster';

/** The content of a database before a test begins. */
export interface Preparation {
  /** Different for preparations with different results. */
  key(): Promise<string>;
  /** @param url of an empty database, as the superuser */
  prepare(url: string): Promise<unknown>;
}

/** The prepared database in a template. */
export const PREPARED = 'prepared';

const run = promisify(execFile);
/** Longer than any template takes to make or copy: one unused for this long is obsolete. */
const UNUSED_MS = 24 * 3_600_000;
/** From one look whether another process has made it to the next. */
const LOOK_MS = 100;

/**
 * Copies the template into a data folder without a cluster: the cluster, with the database `PREPARED`, and its
 * password. The template is made if missing.
 * @throws Error if there is a cluster already
 */
export async function copyTemplate(preparation: Preparation, dataDir: string): Promise<void> {
  if (existsSync(clusterFiles(dataDir).folder))
    throw new Error(`${dataDir} has a cluster: startPostgres continues it`);
  const template = await ensureTemplate(preparation);
  const now = new Date();
  await utimes(template, now, now); // marks it as used
  const { folder, passwordFile } = clusterFiles(template);
  // With -p the files keep PostgreSQL's account as owner. One process is cheaper than calls for a thousand files.
  await run('cp', ['-Rp', passwordFile, folder, dataDir]);
}

/** @returns the folder of the template, complete and without a running server */
async function ensureTemplate(preparation: Preparation): Promise<string> {
  const folder = join(cacheDir(), 'postgres');
  const template = join(folder, await nameOf(preparation));
  if (existsSync(template)) return template;
  await mkdir(folder, { recursive: true });
  await removeUnused(folder);
  const lock = await lockOf(template);
  try {
    if (!existsSync(template)) await makeTemplate(preparation, template);
  } finally {
    lock.release();
  }
  return template;
}

/** One makes it and the others wait: on a busy machine each would take as long as all of them. */
async function lockOf(template: string): Promise<FolderLock> {
  for (;;) {
    try {
      return lockFolder(`${template}.lock`, 'wait');
    } catch (error) {
      if (error instanceof Error && 'code' in error) throw error; // of the file system
    }
    await sleep(LOOK_MS);
  }
}

async function nameOf(preparation: Preparation): Promise<string> {
  const { postgres } = await postgresBinaries();
  const { stdout: version } = await run(postgres, ['--version']);
  const parts = [
    version,
    process.platform,
    process.arch,
    INITDB_ARGUMENTS,
    await preparation.key(),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

async function makeTemplate(preparation: Preparation, template: string): Promise<void> {
  const unfinished = await mkdtemp(`${template}-`);
  try {
    const server = await startPostgres({ dataDir: unfinished });
    try {
      await preparation.prepare(await createDatabase(server.url, PREPARED));
    } finally {
      await server.stop();
    }
    await rename(unfinished, template);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Removes templates of old releases, and unfinished ones of killed processes. */
async function removeUnused(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity })); // another process removes too
    if (Date.now() - mtimeMs > UNUSED_MS) await rm(path, { recursive: true, force: true });
  }
}
