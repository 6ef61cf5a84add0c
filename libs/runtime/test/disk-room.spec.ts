import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Metrics, roomOfFolder, watchFolders } from '../src';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-room-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the room of a folder', () => {
  it('is that of its file system, in bytes', async () => {
    const { blocks, bsize } = await statfs(folder);
    const room = await roomOfFolder(folder);
    expect(room?.sizeBytes).toBe(blocks * bsize);
    expect(room?.freeBytes).toBeGreaterThan(0);
    expect(room?.freeBytes).toBeLessThanOrEqual(blocks * bsize);
  });

  it('is not known where there is no such folder', async () => {
    expect(await roomOfFolder(join(folder, 'absent'))).toBeNull();
  });

  it('is shown for each by its name, and as no number where it is not known', async () => {
    const metrics = new Metrics({ service: 'test' });
    watchFolders(metrics, { snapshots: folder, archive: join(folder, 'absent') });
    const { text } = await metrics.expose();
    expect(text).toMatch(/^bellwether_folder_free_bytes\{folder="snapshots",.*\} \d+/m);
    expect(text).toMatch(/^bellwether_folder_size_bytes\{folder="snapshots",.*\} \d+/m);
    expect(text).toMatch(/^bellwether_folder_free_bytes\{folder="archive",.*\} Nan/m);
  });
});
