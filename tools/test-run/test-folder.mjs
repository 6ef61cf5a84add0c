/**
 * Puts tests' temporary files in memory, if possible. Servers that live for one test file mostly create, sync and
 * remove files: PostgreSQL makes a database of 500 of them.
 */
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  statfsSync,
} from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import { basename, join } from 'node:path';

/** A file system in memory that every user may write to, on Linux. */
const IN_MEMORY = '/dev/shm';
/** Space for what runs at once: a server of each kind is some 100 MB. Containers have 64 MB there by default. */
const LEAST_BYTES = Math.max(4, availableParallelism()) * 1024 ** 3;
const PREFIX = 'bellwether-tests-';
/** A younger folder stays: its process may be invisible from here. */
const LEFT_BEHIND_MS = 3_600_000;

/**
 * Makes `os.tmpdir()` of this process, and of all its children, a folder in memory that is removed with it. If TMPDIR
 * is set, it stays.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  for (const folder of leftBehind()) remove(folder);
  const folder = mkdtempSync(join(IN_MEMORY, `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o1777); // as /tmp: PostgreSQL and apps of an image run as other users
  process.env.TMPDIR = folder;
  process.on('exit', () => remove(folder));
}

/** Checks for enough space, and for the right to run programs there. */
function hasRoom() {
  try {
    const mount = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, place]) => place === IN_MEMORY);
    if (mount?.[2] !== 'tmpfs' || mount[3].split(',').includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) >= LEAST_BYTES;
  } catch {
    return false; // no such folder here
  }
}

/** Folders left by killed runs. */
const leftBehind = () =>
  readdirSync(IN_MEMORY)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => join(IN_MEMORY, name))
    .filter((folder) => !isAlive(Number(basename(folder).split('-')[2])) && isOld(folder));

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function isOld(folder) {
  const { mtimeMs = Date.now() } = statSync(folder, { throwIfNoEntry: false }) ?? {};
  return Date.now() - mtimeMs > LEFT_BEHIND_MS;
}

/** A server that is still ending may write there: then the folder is left behind. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // the next run removes it
  }
}
