/** The first steps of `npm start`, before anything is installed, built or started. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyTooOld } from '../../../tools/node-version.mjs';
import { explainFault, mustBeWritable } from '../../../tools/system-faults.mjs';
import { openDataFolder } from '../src/data-folder';

const START = fileURLToPath(new URL('../../../tools/start.mjs', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-start-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function start(...args: readonly string[]): Promise<{ code: unknown; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [START, ...args], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: `${stdout}${stderr}` }),
    );
  });
}

describe('a start', () => {
  it('on a folder in use says so and does nothing else', async () => {
    const root = join(folder, 'used');
    const data = openDataFolder(root);
    expect(await start('--data', root)).toEqual({
      code: 1,
      said: `another run (process ${process.pid}) uses this data folder: stop it, or choose another with --data\n`,
    });
    data.release();
  });

  it('on a file, or below one, says so in one line and leaves nothing', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await start('--data', file)).toEqual({
      code: 1,
      said: `${file} is a file and no folder (ENOTDIR): choose another with --data DIR\n`,
    });
    expect(await start('--data', join(file, 'data'))).toEqual({
      code: 1,
      said: `${file} is a file, so there can be no ${join(file, 'data')} (ENOTDIR): choose another with --data DIR\n`,
    });
    expect(await readdir(folder)).not.toContain('data');
  });

  it.each([
    [
      ['--prot', '4000'],
      'npm start knows no --prot: it knows --port, --slot-ms, --data, --archive, --empty, --standby, --no-rate-limits, --blocks',
    ],
    [['--data', ''], '--data needs a value: a folder'],
    [['--data='], '--data needs a value: a folder'],
    [['--empty', '--port'], '--port needs a value: a number'],
    [['--port', 'high'], '--port needs a number, and high is none'],
  ])('with the flags %j says what is wrong, and does nothing else', async (flags, said) => {
    expect(await start(...flags)).toEqual({ code: 1, said: `${said}\n` });
  });
});

describe('a fault of the file system', () => {
  const remedy = 'do this';
  const faultOf = (code: string, path: string) =>
    explainFault(Object.assign(new Error(code), { code, path }), remedy);

  it.each(['EACCES', 'EPERM'])('%s names who may write, and the place', (code) => {
    expect(faultOf(code, '/proc/1/made/below')).toBe(
      process.getuid?.() === 0
        ? `cannot write /proc/1/made/below (${code}): of /proc/1, its rights do not let you: do this`
        : `cannot write /proc/1/made/below (${code}): of /proc/1, it belongs to root, and you are ${userInfo().username}: do this`,
    );
  });

  it.each([
    ['EROFS', /is on a disk that can only be read \(EROFS\): do this$/],
    ['ENOSPC', /^the disk of .* is full \(ENOSPC\): make room there, or do this$/],
    ['EEXIST', /\(EEXIST\): do this$/],
  ])('%s is one line', (code, line) => {
    expect(faultOf(code, folder)).toMatch(line);
  });

  it('is nothing else', () => {
    expect(explainFault(new Error('broken'), remedy)).toBeNull();
    expect(explainFault(undefined, remedy)).toBeNull();
    expect(explainFault(Object.assign(new Error(), { code: 'EACCES' }), remedy)).toBeNull();
  });

  it('is looked for where a folder is not there yet', async () => {
    await mkdir(join(folder, 'there'));
    expect(() => mustBeWritable(join(folder, 'there/and/below'), remedy)).not.toThrow();
  });
});

describe('the version of Node', () => {
  it.each(['v20.19.0', 'v20.20.2', 'v22.1.0', 'v100.0.0'])('%s will do', (version) => {
    expect(whyTooOld(version, '>=20.19')).toBeNull();
  });

  it.each(['v12.22.12', 'v18.19.0', 'v20.9.0', 'v20.18.3'])('%s is too old', (version) => {
    expect(whyTooOld(version, '>=20.19')).toMatch(
      `Node 20.19 or newer is needed, this one is ${version}`,
    );
  });
});
