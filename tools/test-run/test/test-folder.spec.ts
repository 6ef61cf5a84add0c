import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const MODULE = fileURLToPath(new URL('../test-folder.mjs', import.meta.url));
const SCRIPT = `
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { keepTemporaryFilesInMemory } from ${JSON.stringify(MODULE)};
keepTemporaryFilesInMemory();
console.log(JSON.stringify({ folder: tmpdir(), exists: existsSync(tmpdir()) }));
`;
const IN_MEMORY = '/dev/shm';
/** The id of no process: real ids are smaller. */
const LEFT_BEHIND = join(IN_MEMORY, 'bellwether-tests-99999999-left');

/** A process's temporary folder. */
async function folderOf(TMPDIR?: string): Promise<{ folder: string; exists: boolean }> {
  const { TMPDIR: _, ...environment } = process.env;
  const env = TMPDIR === undefined ? environment : { ...environment, TMPDIR };
  const args = ['--input-type=module', '--eval', SCRIPT];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout);
}

afterAll(() => rm(LEFT_BEHIND, { recursive: true, force: true }));

describe('the folder of temporary files', () => {
  it('is the one that was chosen, where one was', async () => {
    expect(await folderOf(tmpdir())).toEqual({ folder: tmpdir(), exists: true });
  });

  it('is of the process alone, and goes with it, where it is in memory', async () => {
    const [one, other] = [await folderOf(), await folderOf()];
    expect([one.exists, other.exists]).toEqual([true, true]);
    if (!one.folder.startsWith(IN_MEMORY)) return; // a machine without it
    expect(one.folder).not.toBe(other.folder);
    expect([existsSync(one.folder), existsSync(other.folder)]).toEqual([false, false]);
  });

  it('of a run that was killed goes an hour later', async () => {
    if (!(await folderOf()).folder.startsWith(IN_MEMORY)) return; // a machine without it
    await mkdir(LEFT_BEHIND);
    await folderOf();
    expect(await readdir(LEFT_BEHIND)).toEqual([]);
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(LEFT_BEHIND, longAgo, longAgo);
    await folderOf();
    expect(existsSync(LEFT_BEHIND)).toBe(false);
  });
});
