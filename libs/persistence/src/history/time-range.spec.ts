import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { END_OF_TIME_MS, MS_PER_DAY, cutIntoDays } from './time-range';

describe('a range of time', () => {
  it.each([
    ['all time is days alone', 0, END_OF_TIME_MS, { firstDay: 0, endDay: 1e8 }, []],
    ['one whole day', 86_400_000, 172_800_000, { firstDay: 1, endDay: 2 }, []],
    [
      'a day with both ends',
      86_399_000,
      172_801_000,
      { firstDay: 1, endDay: 2 },
      [
        [86_399_000, 86_400_000],
        [172_800_000, 172_801_000],
      ],
    ],
    ['a part of a day', 1_000, 2_000, null, [[1_000, 2_000]]],
    ['an hour over midnight', 86_300_000, 86_500_000, null, [[86_300_000, 86_500_000]]],
    ['nothing', 5_000, 5_000, null, []],
    ['an end before its beginning', 9e9, 5_000, null, []],
  ])('%s', (_, fromMs, toMs, days, rests) => {
    const pieces = rests.map(([from, to]) => ({ fromMs: from, toMs: to }));
    expect(cutIntoDays({ fromMs, toMs })).toEqual({ days, rests: pieces });
  });

  it('is covered by its pieces, each moment once', () => {
    const moment = fc.integer({ min: 0, max: 10 * MS_PER_DAY });
    fc.assert(
      fc.property(moment, moment, moment, (fromMs, toMs, timeMs) => {
        const { days, rests } = cutIntoDays({ fromMs, toMs });
        const day = Math.floor(timeMs / MS_PER_DAY);
        const isInDays = days !== null && day >= days.firstDay && day < days.endDay;
        const inRests = rests.filter((rest) => timeMs >= rest.fromMs && timeMs < rest.toMs);
        const covered = (isInDays ? 1 : 0) + inRests.length;
        expect(covered).toBe(timeMs >= fromMs && timeMs < toMs ? 1 : 0);
      }),
    );
  });
});
