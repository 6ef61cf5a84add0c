/**
 * Where tests have their temporary files: in memory, where the machine has that. Servers that live as long as a test file
 * are little but files made, synced and removed: PostgreSQL makes a database of 500 of them.
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
/** Room for what runs at once: a server of each kind is some 100 MB. Containers have 64 MB there unless they are given more. */
const LEAST_BYTES = Math.max(4, availableParallelism()) * 1024 ** 3;
const PREFIX = 'bellwether-tests-';
/** A folder that is younger is left alone, whoever made it: its process may be one that is not seen from here. */
const LEFT_BEHIND_MS = 3_600_000;

/** Makes `os.tmpdir()` of this process, and of all it starts, a folder in memory that goes with it. TMPDIR, where it is set, stays. */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  for (const folder of leftBehind()) remove(folder);
  const folder = mkdtempSync(join(IN_MEMORY, `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o1777); // as /tmp: PostgreSQL and apps of an image run as other users
  process.env.TMPDIR = folder;
  process.on('exit', () => remove(folder));
}

/** Room, and the leave to run programs there. */
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
    return false; // no such place here
  }
}

/** What runs left that were killed. */
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

/** A server that is still ending may write there meanwhile: then it is left behind. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // the next run removes it
  }
}
