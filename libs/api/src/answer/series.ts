/** A series of events, as everybody reads it. */
import { z } from 'zod';
import type { Series } from '../request/series';
import { eventIdOf, startsAhead } from '../request/series';
import { count, named, orNull, seconds, words } from './fields';
import { from } from './inside';

interface Shown extends Series {
  readonly nowSeconds: number;
}

export const seriesAnswer = named(
  'Series',
  z.strictObject({
    series_id: words('The series', 'rain-by-day'),
    event: from(
      'template',
      z.record(z.string(), z.unknown()).meta({
        description: 'What its events have in common; `{start}` and `{end}` stand for their times',
        example: { question: 'Will it rain before {end}?' },
      }),
    ),
    period_seconds: count('From one start to the next', 86_400),
    first_start: seconds('When its first event begins', 1_893_456_000),
    lead_seconds: count('How long before it begins an event is made', 172_800),
    ends_at: from('endsAt', orNull(seconds('No event begins then or later; null: it goes on'))),
    events_ahead: from(
      (series: Shown) =>
        startsAhead(series, series.nowSeconds).map((start) => eventIdOf(series, start)),
      z.array(words('The event', 'rain-by-day-1893456000')).meta({
        description: 'Those that are made, or are about to be, and have not begun: next first',
        example: ['rain-by-day-1893456000'],
      }),
    ),
  }),
  'Events that are alike, of which one begins each period.',
);
