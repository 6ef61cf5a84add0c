/** Which backups are removed when a new one is complete: never the newest, and nothing that is no backup. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newestBackup, removeOldBackups } from '../src/backup-retention';
import { writeManifest } from '../src/manifest';

const HASH = 'a'.repeat(64);
const nowMs = Date.parse('2026-05-10T02:31:00.000Z');
const night = (day: number): string => `2026-05-${String(day).padStart(2, '0')}T02-30-00.000Z`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-backups-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function whole(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(join(folder, name));
    const journal = { network: 'test', shard: 0, record: 1, seq: 0 } as const;
    await writeManifest(join(folder, name), {
      version: 1,
      taken_at: '2026-05-01T02:30:00.000Z',
      migrations: [],
      tables: [],
      journal: { ...journal, record_hash: HASH, state_hash: HASH },
      history: null,
    });
  }
}
const cutOff = (name: string) => mkdir(join(folder, name));
const left = async () => (await readdir(folder)).toSorted();

const removed = (...names: string[]) => ({ removed: names, unreadable: [] });

describe('the newest backup', () => {
  it('is one that is whole', async () => {
    await whole(night(8), night(9));
    await cutOff(night(10));
    expect(await newestBackup(folder)).toBe(join(folder, night(9)));
  });

  it('is not passed over for an older one where its manifest cannot be read', async () => {
    await whole(night(8), night(9));
    await writeFile(join(folder, night(9), 'manifest.json'), '{"version":2}');
    await expect(newestBackup(folder)).rejects.toThrow(night(9));
  });

  it('is missed where there is none', async () => {
    await cutOff(night(10));
    await expect(newestBackup(folder)).rejects.toThrow(/holds no whole backup/);
  });
});

describe('old backups', () => {
  it('go as soon as newer ones are enough, the oldest first', async () => {
    await whole(night(7), night(8), night(9), night(10));
    expect(await removeOldBackups(folder, { keep: 2, nowMs })).toEqual(removed(night(7), night(8)));
    expect(await left()).toEqual([night(9), night(10)]);
  });

  it('stay while there are not more', async () => {
    await whole(night(9), night(10));
    expect(await removeOldBackups(folder, { keep: 2, nowMs })).toEqual(removed());
    expect(await left()).toEqual([night(9), night(10)]);
  });

  it('do not go for one that was cut off, which goes itself when nobody can still be at it', async () => {
    await whole(night(6), night(7));
    for (const day of [8, 10]) await cutOff(night(day));
    expect(await removeOldBackups(folder, { keep: 2, nowMs })).toEqual(removed(night(8)));
    expect(await left()).toEqual([night(6), night(7), night(10)]);
  });

  it('are those that have the name of one', async () => {
    await whole(night(10), 'before-the-move');
    await writeFile(join(folder, 'lost+found'), '');
    expect(await removeOldBackups(folder, { keep: 1, nowMs })).toEqual(removed());
    expect(await left()).toEqual([night(10), 'before-the-move', 'lost+found']);
  });

  it.each([
    ['of a later release', (path: string) => writeFile(path, '{"version":2}')],
    ['not JSON', (path: string) => writeFile(path, '\0')],
    ['one that the disk cannot read', (path: string) => mkdir(path)],
  ])('stay, and are named, where the manifest is %s', async (_what, spoil) => {
    await whole(night(4), night(9), night(10));
    await cutOff(night(5));
    await spoil(join(folder, night(5), 'manifest.json'));
    const kept = await removeOldBackups(folder, { keep: 1, nowMs });
    expect(kept).toEqual({ removed: [night(4), night(9)], unreadable: [night(5)] });
    expect(await left()).toEqual([night(5), night(10)]);
  });
});
