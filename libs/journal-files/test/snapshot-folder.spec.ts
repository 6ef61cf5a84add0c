import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { SnapshotFolder } from '../src/snapshot-folder';
import type { UnusableSnapshot } from '../src/snapshot-folder';

let path: string;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'bellwether-snapshots-'));
});
afterEach(() => rm(path, { recursive: true, force: true }));

const contentOf = (text: string) => [new TextEncoder().encode(text)];

async function opened(retained?: number): Promise<SnapshotFolder> {
  const folder = new SnapshotFolder({ path, ...(retained === undefined ? {} : { retained }) });
  await folder.open();
  return folder;
}

/**
 * Meanwhile no file of this process grows beyond `bytes`. As on a disk that fills, the write that meets the limit ends
 * early without an error, and the next one fails.
 */
async function withLargestFile(bytes: number, meanwhile: () => Promise<void>): Promise<void> {
  const prlimit = (...args: string[]): string =>
    execFileSync('prlimit', ['--pid', String(process.pid), ...args], { encoding: 'utf8' }).trim();
  const before = prlimit('--fsize', '--output=SOFT', '--noheadings', '--raw');
  prlimit(`--fsize=${bytes}:`);
  await meanwhile().finally(() => prlimit(`--fsize=${before}:`));
}

async function newestText(folder: SnapshotFolder) {
  const unusable: UnusableSnapshot[] = [];
  const text = await folder.newest(
    ({ content }) => new TextDecoder().decode(content),
    (one) => unusable.push(one),
  );
  return { text, unusable };
}

describe('snapshots in a folder', () => {
  it('has none at first', async () => {
    expect(await newestText(await opened())).toEqual({ text: null, unusable: [] });
  });

  it('gives the newest and keeps three', async () => {
    const folder = await opened();
    for (const number of [5, 900, 10_000, 20_000]) {
      await folder.write(number, contentOf(`as of ${number}`));
    }
    expect(await folder.numbers()).toEqual([20_000, 10_000, 900]);
    expect((await newestText(folder)).text).toBe('as of 20000');
  });

  it('takes the next older one where the reader refuses the newest', async () => {
    const folder = await opened();
    await folder.write(1, contentOf('one'));
    await folder.write(2, contentOf('two'));
    const refused: UnusableSnapshot[] = [];
    const found = await folder.newest(
      ({ number }) => {
        if (number === 2) throw new Error('ahead of the events');
        return number;
      },
      (one) => refused.push(one),
    );
    expect(found).toBe(1);
    expect(refused).toEqual([{ number: 2, reason: 'ahead of the events' }]);
  });

  it('clears away what was left half written, and never reads it', async () => {
    await writeFile(join(path, 'snapshot-0000000000000009.unfinished'), 'half');
    const folder = await opened();
    expect(await readdir(path)).toEqual([]);
    expect(await folder.numbers()).toEqual([]);
  });

  it('keeps the old ones where a new one does not fit on the disk, and leaves nothing of it', async () => {
    const folder = await opened();
    for (const number of [1, 2, 3]) await folder.write(number, contentOf(`as of ${number}`));
    const before = await readdir(path);
    await withLargestFile(100_000, async () => {
      await expect(folder.write(4, [new Uint8Array(300_000)])).rejects.toThrow(/EFBIG/);
    });
    expect(await readdir(path)).toEqual(before);
    expect(await newestText(folder)).toEqual({ text: 'as of 3', unusable: [] });
    await folder.write(4, contentOf('as of 4'));
    expect(await folder.numbers()).toEqual([4, 3, 2]);
  });

  it('keeps the old ones until a check of the new one has succeeded', async () => {
    const folder = await opened(2);
    for (const number of [1, 2]) await folder.write(number, contentOf(`as of ${number}`));
    let seen: number[] = [];
    const refusing = folder.write(3, contentOf('as of 3'), async () => {
      seen = await folder.numbers();
      throw new Error('it leads to another state');
    });
    await expect(refusing).rejects.toThrow('it leads to another state');
    expect(seen).toEqual([3, 2, 1]);
    expect(await folder.numbers()).toEqual([3, 2, 1]);
  });

  it('finds any flipped bit and any cut, and falls back to the one before', async () => {
    const folder = await opened(2);
    await folder.write(1, contentOf('the one before'));
    await folder.write(2, contentOf('x'.repeat(300)));
    const file = join(path, 'snapshot-0000000000000002');
    const intact = await readFile(file);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.nat(intact.length * 8 - 1).map((bit) => ({ bit })),
          fc.nat(intact.length - 1).map((length) => ({ length })),
        ),
        async (damage) => {
          const damaged = Buffer.from(intact);
          if ('bit' in damage) damaged[damage.bit >> 3]! ^= 1 << (damage.bit & 7);
          await writeFile(file, 'length' in damage ? damaged.subarray(0, damage.length) : damaged);
          const { text, unusable } = await newestText(folder);
          expect(text).toBe('the one before');
          expect(unusable.map(({ number }) => number)).toEqual([2]);
        },
      ),
      { numRuns: 200 },
    );
  });
});
