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

const contentOf = (text: string) => new TextEncoder().encode(text);

async function opened(kept?: number): Promise<SnapshotFolder> {
  const folder = new SnapshotFolder({ path, ...(kept === undefined ? {} : { kept }) });
  await folder.open();
  return folder;
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
