/** Series of events that a gateway makes by itself: as operators set them, and the event of each start. */
import { MAX_UNIX_SECONDS, validateCommand } from '@bellwether/exchange';
import { z } from 'zod';
import { named } from '../answer/fields';
import { seriesSourceRequest, sourceAt } from './event-source';
import { integer, unixSeconds } from './fields';
import { createEventRequest } from './market-admin';
import type { CreateEventRequest } from './market-admin';

/** Beside a start in an event's id. */
const MAX_SERIES_ID_LENGTH = 40;
const SHORTEST_PERIOD_SECONDS = 300;
const YEAR_SECONDS = 31_536_000;
/** The job looks some times a minute. */
const SHORTEST_LEAD_SECONDS = 60;
/** So many events of a series are there before they begin. */
export const MOST_AHEAD = 16;

const SERIES_ID_MESSAGE = `1 to ${MAX_SERIES_ID_LENGTH} characters of a-z, 0-9 and -`;
export const seriesIdParameter = z
  .string({ error: SERIES_ID_MESSAGE })
  .regex(new RegExp(`^[a-z0-9-]{1,${MAX_SERIES_ID_LENGTH}}$`), { error: SERIES_ID_MESSAGE })
  .meta({ description: 'The series', example: 'rain-by-day' });

const {
  event_id: _id,
  expiry: _expiry,
  opens_at: _opensAt,
  ...terms
} = createEventRequest.in.shape;
const template = named(
  'SeriesTemplate',
  z.strictObject(
    { ...terms, source: seriesSourceRequest },
    { error: 'an object as of a new event, without its id and its times' },
  ),
  'What its events have in common. In question, description and rules `{start}` and `{end}` stand for their times.',
);
type Template = z.output<typeof template>;

/** A series as it is stored. */
export interface Series {
  readonly seriesId: string;
  readonly template: Template;
  readonly periodSeconds: number;
  /** Unix seconds. */
  readonly firstStart: number;
  readonly leadSeconds: number;
  /** No event starts then or later; null: it goes on. */
  readonly endsAt: number | null;
}

/** One that was stored. */
export const seriesOf = <Stored extends Omit<Series, 'template'> & { readonly template: object }>(
  stored: Stored,
): Series => ({ ...stored, template: template.parse(stored.template) });

/** 2026-11-29 10:05 UTC */
const said = (seconds: number): string =>
  `${new Date(seconds * 1_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const eventIdOf = ({ seriesId }: Pick<Series, 'seriesId'>, start: number): string =>
  `${seriesId}-${start}`;

/** As it is sent to `POST /admin/events`. Its id says which it is: made twice it is there once. */
function eventAt(series: Series, start: number): object {
  const end = start + series.periodSeconds;
  const filled = (text: string): string =>
    text.replaceAll('{start}', said(start)).replaceAll('{end}', said(end));
  const { question, description, rules, source, ...others } = series.template;
  return {
    ...others,
    event_id: eventIdOf(series, start),
    expiry: end,
    question: filled(question),
    description: filled(description),
    ...(rules === undefined ? {} : { rules: filled(rules) }),
    ...(source === undefined ? {} : { source: sourceAt(source, end) }),
  };
}

/** As it is sent to the engine. */
const commandOf = (series: Series, start: number, event: CreateEventRequest) =>
  ({ kind: 'create_event', ...event, eventId: eventIdOf(series, start) }) as const;

/** The command that makes its event of this start. */
export const eventOfSeries = (series: Series, start: number) =>
  commandOf(series, start, createEventRequest.parse(eventAt(series, start)));

/** What is wrong with its first event, by the rules of its request, then by the engine's. */
function wrongIn(series: Series): readonly Pick<z.core.$ZodIssue, 'path' | 'message'>[] {
  const { firstStart } = series;
  const { data, error } = createEventRequest.safeParse(eventAt(series, firstStart));
  if (error !== undefined) return error.issues;
  const refusal = validateCommand(commandOf(series, firstStart, data), 'admin');
  if (refusal === null) return [];
  const { field, expected } = Object.fromEntries(
    refusal.details.map(({ name, value }) => [name, value]),
  );
  return [{ path: String(field).split('.'), message: String(expected) }];
}

/** Those whose time to be made has come and that have not begun, next first. */
export function startsAhead(series: Series, nowSeconds: number): number[] {
  const { firstStart, periodSeconds, leadSeconds, endsAt } = series;
  const passed = Math.floor((nowSeconds - firstStart) / periodSeconds) + 1;
  const next = firstStart + Math.max(0, passed) * periodSeconds;
  const last = Math.min(nowSeconds + leadSeconds, (endsAt ?? MAX_UNIX_SECONDS) - 1);
  const starts: number[] = [];
  for (let start = next; start <= last && starts.length < MOST_AHEAD; start += periodSeconds)
    starts.push(start);
  return starts;
}

/** `PUT /admin/series`: one, in place of what it was before. */
export const seriesRequest = named(
  'SeriesRequest',
  z
    .strictObject({
      series_id: seriesIdParameter,
      event: template,
      period_seconds: integer(SHORTEST_PERIOD_SECONDS, YEAR_SECONDS, ' (seconds)').meta({
        description: 'From one start to the next; an event closes when the next begins',
        example: 86_400,
      }),
      first_start: unixSeconds.meta({
        description: 'When its first event begins, in Unix seconds',
        example: 1_893_456_000,
      }),
      lead_seconds: integer(SHORTEST_LEAD_SECONDS, MOST_AHEAD * YEAR_SECONDS, ' (seconds)').meta({
        description: 'How long before it begins an event is made, and opens',
        example: 172_800,
      }),
      ends_at: unixSeconds
        .describe('No event begins then or later, in Unix seconds; without it the series goes on')
        .optional(),
    })
    .refine((body) => body.lead_seconds <= MOST_AHEAD * body.period_seconds, {
      path: ['lead_seconds'],
      error: `at most ${MOST_AHEAD} periods`,
    })
    .transform((body): Series => ({
      seriesId: body.series_id,
      template: body.event,
      periodSeconds: body.period_seconds,
      firstStart: body.first_start,
      leadSeconds: body.lead_seconds,
      endsAt: body.ends_at ?? null,
    }))
    .superRefine((series, context) => {
      for (const { path, message } of wrongIn(series))
        context.addIssue({ code: 'custom', path: ['event', ...path], message });
    }),
  'Events that are alike, of which one begins each period.',
);
