import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
});
