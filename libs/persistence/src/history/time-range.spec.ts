import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { END_OF_TIME_SECONDS, cutIntoBuckets } from './time-range';

const DAY = 86_400;
type Piece = readonly [from: number, to: number];

describe('a range of time', () => {
  it.each<[string, Piece, readonly Piece[], readonly Piece[], readonly Piece[]]>([
    ['all time is days alone', [0, END_OF_TIME_SECONDS], [[0, END_OF_TIME_SECONDS]], [], []],
    ['one whole day', [DAY, 2 * DAY], [[DAY, 2 * DAY]], [], []],
    [
      'a day with minutes and seconds at both ends',
      [DAY - 61, 2 * DAY + 121],
      [[DAY, 2 * DAY]],
      [
        [DAY - 60, DAY],
        [2 * DAY, 2 * DAY + 120],
      ],
      [
        [DAY - 61, DAY - 60],
        [2 * DAY + 120, 2 * DAY + 121],
      ],
    ],
    ['an hour over midnight', [DAY - 1_800, DAY + 1_800], [], [[DAY - 1_800, DAY + 1_800]], []],
    [
      'two minutes and a part of each beside them',
      [30, 190],
      [],
      [[60, 180]],
      [
        [30, 60],
        [180, 190],
      ],
    ],
    ['a part of a minute', [1, 2], [], [], [[1, 2]]],
    ['seconds over a minute', [50, 70], [], [], [[50, 70]]],
    ['nothing', [5, 5], [], [], []],
    ['an end before its beginning', [9e6, 5], [], [], []],
  ])('%s', (_, [from, to], days, minutes, rests) => {
    const { buckets, ...cut } = cutIntoBuckets({ from, to });
    const bucketsOf = (seconds: number) =>
      buckets.flatMap((one) => (one.intervalSeconds === seconds ? [[one.from, one.to]] : []));
    expect(bucketsOf(DAY)).toEqual(days);
    expect(bucketsOf(60)).toEqual(minutes);
    expect(cut.rests.map((rest) => [rest.from, rest.to])).toEqual(rests);
  });

  it('is covered by its pieces, each moment once, with few minutes and fewer seconds', () => {
    const moment = fc.integer({ min: 0, max: 10 * DAY });
    fc.assert(
      fc.property(moment, moment, moment, (from, to, time) => {
        const { buckets, rests } = cutIntoBuckets({ from, to });
        const covering = [...buckets, ...rests].filter((one) => time >= one.from && time < one.to);
        expect(covering.length).toBe(time >= from && time < to ? 1 : 0);
        const lengthOf = (pieces: readonly { from: number; to: number }[]) =>
          pieces.reduce((sum, piece) => sum + piece.to - piece.from, 0);
        expect(lengthOf(rests)).toBeLessThan(120);
        expect(lengthOf(buckets.filter((one) => one.intervalSeconds === 60))).toBeLessThan(2 * DAY);
      }),
    );
  });
});
