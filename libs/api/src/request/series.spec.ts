import { describe, expect, it } from 'vitest';
import { toBase58, toHex } from '@bellwether/codec';
import { eventOfSeries, seriesOf, seriesRequest, startsAhead } from './series';

const FIRST = 1_800_000_000;
const series = (terms: object = {}) =>
  seriesRequest.parse({
    series_id: 'rain',
    event: {
      question: 'Rain before {end}?',
      category: { name: 'weather', sub: 'rain' },
      outcomes: [{ label: 'Yes' }],
    },
    period_seconds: 600,
    first_start: FIRST,
    lead_seconds: 1_200,
    ...terms,
  });

describe('a series', () => {
  it.each([
    ['long before it begins', -1_201, []],
    ['when its first is due', -1_200, [0]],
    ['between two', -300, [0, 600]],
    ['when one begins, which is not to come any more', 0, [600, 1_200]],
    ['a moment later', 1, [600, 1_200]],
    ['years later', 600_000_001, [600_000_600, 600_001_200]],
  ])('makes %s, at %i: %j', (_, now, starts) => {
    expect(startsAhead(series(), FIRST + now)).toEqual(starts.map((start) => FIRST + start));
  });

  it('makes none that begins at its end or later', () => {
    const ended = series({ ends_at: FIRST + 600 });
    expect(startsAhead(ended, FIRST - 300)).toEqual([FIRST]);
    expect(startsAhead(ended, FIRST)).toEqual([]);
  });

  it('names each event by its start, and fills in its times', () => {
    expect(eventOfSeries(series(), FIRST + 600)).toMatchObject({
      eventId: 'rain-1800000600',
      question: 'Rain before 2027-01-15 08:20 UTC?',
      expiry: FIRST + 1_200,
      opensAt: null,
    });
  });

  it('keeps the key of its source as one text, and gives the rule of a value the end of each event', () => {
    const key = new Uint8Array(32).fill(7);
    const rule = { kind: 'value', op: '<', threshold: -5, decimals: 0 } as const;
    const { template } = series();
    const sourced = series({ event: { ...template, source: { key: toHex(key), rule } } });
    expect(seriesOf(sourced)).toEqual(sourced);
    expect(sourced.template.source).toEqual({ key: toBase58(key), rule });
    expect(eventOfSeries(sourced, FIRST + 600).source).toEqual({
      key,
      rule: { ...rule, at: FIRST + 1_200 },
    });
  });
});
