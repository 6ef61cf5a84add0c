/** Files that are larger than one read, and too large for any. */
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES, readWhole } from '../src/read-whole';
import { SnapshotFolder } from '../src/snapshot-folder';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-whole-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A file of zeros that takes no room on the disk. */
async function sparse(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w');
  await file.truncate(bytes);
  await file.close();
}

describe('a file', () => {
  it.each([0, 1, 6, 7, 8, 100])('of %i bytes is read whole, seven at a time', async (bytes) => {
    const content = new Uint8Array(bytes).map((_, at) => at + 1);
    await writeFile(join(folder, 'file'), content);
    expect(new Uint8Array(await readWhole(join(folder, 'file'), 7))).toEqual(content);
  });

  it('that no buffer holds is refused by its size', async () => {
    await sparse(join(folder, 'snapshot-0000000000000002'), MAX_FILE_BYTES + 1);
    const snapshots = new SnapshotFolder({ path: folder });
    await snapshots.write(1, [new Uint8Array(1)]);
    const reasons: string[] = [];
    const found = await snapshots.newest(
      ({ number }) => number,
      ({ reason }) => reasons.push(reason),
    );
    expect(found).toBe(1);
    expect(reasons).toEqual([
      `${join(folder, 'snapshot-0000000000000002')}: ${MAX_FILE_BYTES + 1} bytes are more than the ${MAX_FILE_BYTES} that can be read`,
    ]);
  });

  it('that could not be read is not written', async () => {
    const snapshots = new SnapshotFolder({ path: folder });
    const part = new Uint8Array(2 ** 20);
    const parts = Array.from({ length: MAX_FILE_BYTES / part.length }, () => part);
    await expect(snapshots.write(1, parts)).rejects.toThrow(/that can be read/);
    expect(await snapshots.numbers()).toEqual([]);
  });
});
