import { mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BoundedLog } from '../src/bounded-log';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-log-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('BoundedLog', () => {
  it('keeps the newest lines in two files of at most the bound', async () => {
    const file = join(folder, 'bounded.log');
    const log = new BoundedLog(file, { maxFileBytes: 100 });
    for (let line = 0; line < 100; line++) log.write(`line ${line}`);
    await log.close();
    const [older, newer] = await Promise.all(
      [`${file}.1`, file].map((path) => readFile(path, 'utf8')),
    );
    expect(older?.length).toBeLessThanOrEqual(100);
    expect(newer?.length).toBeLessThanOrEqual(100);
    expect(`${older}${newer}`.endsWith('line 97\nline 98\nline 99\n')).toBe(true);
  });

  it('continues an existing file, which its owner alone can read', async () => {
    const file = join(folder, 'continued.log');
    for (const line of ['first', 'second']) {
      const log = new BoundedLog(file);
      log.write(line);
      await log.close();
    }
    expect(await readFile(file, 'utf8')).toBe('first\nsecond\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('goes on when a full disk has room again', async () => {
    const file = join(folder, 'full.log');
    await symlink('/dev/full', file);
    const log = new BoundedLog(file);
    log.write('lost');
    await sleep(50); // until the write has failed
    await rm(file);
    const written = () => readFile(file, 'utf8').catch(() => '');
    while ((await written()) === '') {
      log.write('kept');
      await sleep(50);
    }
    expect(await written()).toMatch(
      /^\(\d+ lines were left out: the disk was full or too slow\)\nkept\n/,
    );
    await log.close();
  });

  it('stays in the file it has where that cannot be put aside', async () => {
    const file = join(folder, 'held.log');
    await mkdir(join(`${file}.1`, 'in the way'), { recursive: true });
    const log = new BoundedLog(file, { maxFileBytes: 10 });
    for (const line of ['first line', 'second line']) log.write(line);
    await log.close();
    expect(await readFile(file, 'utf8')).toBe('first line\nsecond line\n');
  });
});
