/** When trading stops for a full disk and resumes: a table of numbers, and disks that are measured in several ways. */
import { describe, expect, it } from 'vitest';
import type { DiskRoom } from '@bellwether/runtime';
import { createLogger } from '@bellwether/runtime';
import { DiskWatch, modeWith } from './disk-watch';
import type { DiskMode } from './disk-watch';

const MIB = 2 ** 20;
const GIB = 2 ** 30;
const log = createLogger({ service: 'test', level: 'silent' });
const room = (freeBytes: number, sizeBytes = 500 * GIB): DiskRoom => ({ freeBytes, sizeBytes });

describe('with a reserve of 1 GiB', () => {
  it.each<[free: number, before: DiskMode, takes: DiskMode]>([
    [GIB, 'everything', 'everything'],
    [GIB - 1, 'everything', 'cancels'],
    [GIB, 'cancels', 'cancels'],
    [1.25 * GIB - 1, 'cancels', 'cancels'],
    [1.25 * GIB, 'cancels', 'everything'],
    [256 * MIB, 'cancels', 'cancels'],
    [256 * MIB - 1, 'cancels', 'nothing'],
    [0, 'everything', 'nothing'],
    [320 * MIB - 1, 'nothing', 'nothing'],
    [320 * MIB, 'nothing', 'cancels'],
    [1.25 * GIB - 1, 'nothing', 'cancels'],
    [1.25 * GIB, 'nothing', 'everything'],
  ])('%d bytes free after %s: %s', (free, before, takes) => {
    expect(modeWith(room(free), GIB, before)).toBe(takes);
  });

  it('a small disk is not all reserve: a tenth of it is', () => {
    const small = (free: number) => modeWith(room(free, 100 * MIB), GIB, 'everything');
    expect([10 * MIB, 10 * MIB - 1, 2.5 * MIB - 1].map(small)).toEqual([
      'everything',
      'cancels',
      'nothing',
    ]);
  });
});

describe('what is told of a disk', () => {
  const watchOf = (...reported: (DiskRoom | null)[]) =>
    new DiskWatch({
      rooms: reported.map((_, index) => async () => reported[index] ?? null),
      reserveBytes: GIB,
      log,
    });

  it('by several ways: the least counts', async () => {
    const watch = watchOf(room(100 * GIB), room(GIB / 2), null);
    await watch.look();
    expect([watch.mode, watch.freeBytes, watch.reserveBytes]).toEqual(['cancels', GIB / 2, GIB]);
  });

  it('by nobody, stops nobody', async () => {
    for (const watch of [watchOf(), watchOf(null)]) {
      await watch.look();
      expect([watch.mode, watch.freeBytes, watch.reserveBytes]).toEqual(['everything', null, null]);
    }
  });

  it('by one way no more, counts as that way told it last', async () => {
    const reported: (DiskRoom | null)[] = [room(100 * GIB), room(GIB / 2)];
    const watch = new DiskWatch({
      rooms: reported.map((_, way) => async () => reported[way] ?? null),
      reserveBytes: GIB,
      log,
    });
    await watch.look();
    reported[1] = null;
    await watch.look();
    expect([watch.mode, watch.freeBytes]).toEqual(['cancels', GIB / 2]);
    reported[1] = room(2 * GIB);
    await watch.look();
    expect([watch.mode, watch.freeBytes]).toEqual(['everything', 2 * GIB]);
  });

  it('and by nobody any more, stays as it was told last', async () => {
    const reported: (DiskRoom | null)[] = [room(0)];
    const watch = new DiskWatch({
      rooms: [async () => reported[0] ?? null],
      reserveBytes: GIB,
      log,
    });
    await watch.look();
    reported[0] = null;
    await watch.look();
    expect([watch.mode, watch.freeBytes]).toEqual(['nothing', 0]);
    reported[0] = room(2 * GIB);
    await watch.look();
    expect(watch.mode).toBe('everything');
  });
});
