import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTraversable } from '../src/postgres-account';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-account-')); // 0700
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('makeTraversable', () => {
  it('adds the right to pass, nothing more, and says where', async () => {
    const inner = join(folder, 'inner');
    await mkdir(inner, { mode: 0o700 });
    expect(makeTraversable(inner)).toEqual([inner, folder]);
    for (const path of [inner, folder]) expect((await stat(path)).mode & 0o777).toBe(0o701);
    expect(makeTraversable(inner)).toEqual([]);
  });
});
