/** The bodies of docs/protocol/http.md, section 6, about events and their markets. */
import {
  MAX_CATEGORY_BYTES,
  MAX_DESCRIPTION_BYTES,
  MAX_EVENT_ID_BYTES,
  MAX_LABEL_BYTES,
  MAX_OUTCOMES_PER_EVENT,
  MAX_PROTOCOL_FEE_BPS,
  MAX_QUESTION_BYTES,
  PRICE_SCALE_BPS,
  RESOLUTIONS,
} from '@bellwether/exchange';
import { z } from 'zod';
import { named } from '../answer/fields';
import { detailsOf, sentDetailFields } from '../event-details';
import { EXAMPLE } from '../examples';
import { eventSourceRequest } from './event-source';
import { integer, marketId, unixSeconds, word } from './fields';
import { looksLike } from './look-alikes';
import { shownText } from './shown-text';

export const protocolFeeBps = integer(0, MAX_PROTOCOL_FEE_BPS).meta({
  description: 'The rate of the protocol fee, see `/v1/fees`',
  example: 700,
});
const categoryText = shownText({ maxBytes: MAX_CATEGORY_BYTES });
export const categoryName = categoryText.meta({ description: 'The category', example: 'weather' });
export const categorySub = categoryText.meta({ description: 'Its second part', example: 'rain' });

const EVENT_ID_MESSAGE = `1 to ${MAX_EVENT_ID_BYTES} characters of a-z, 0-9 and -`;
const OUTCOMES_MESSAGE = `a list of 1 to ${MAX_OUTCOMES_PER_EVENT} outcomes {label}`;

const outcomes = z
  .array(
    z.strictObject(
      {
        label: shownText({ maxBytes: MAX_LABEL_BYTES }).meta({
          description: 'What the outcome is called',
          example: 'Yes',
        }),
      },
      { error: 'an object {label}' },
    ),
    {
      error: OUTCOMES_MESSAGE,
    },
  )
  .min(1, { error: OUTCOMES_MESSAGE })
  .max(MAX_OUTCOMES_PER_EVENT, { error: OUTCOMES_MESSAGE })
  .superRefine((list, context) => {
    list.forEach(({ label }, index) => {
      const other = list.slice(0, index).find((before) => looksLike(before.label, label));
      if (other === undefined) return;
      const path = [index, 'label'];
      const message = `a label that does not look like another one, ${JSON.stringify(other.label)}`;
      context.addIssue({ code: 'custom', path, message });
    });
  })
  .meta({ description: 'One for a question of yes or no, else one for each answer' });

/** `POST /admin/events`; `event_id` makes it idempotent. Without it each call creates another event. */
export const createEventRequest = named(
  'CreateEventRequest',
  z
    .strictObject({
      event_id: z
        .string({ error: EVENT_ID_MESSAGE })
        .regex(new RegExp(`^[a-z0-9-]{1,${MAX_EVENT_ID_BYTES}}$`), { error: EVENT_ID_MESSAGE })
        .meta({
          description: 'Makes the call repeatable; without it each call makes another event',
          example: EXAMPLE.eventId,
        })
        .optional(),
      question: shownText({ maxBytes: MAX_QUESTION_BYTES }).meta({
        description: 'What is traded',
        example: 'Will it rain in 2030?',
      }),
      description: shownText({ minBytes: 0, maxBytes: MAX_DESCRIPTION_BYTES, multiline: true })
        .meta({ description: 'What it is about, in words', example: 'Anywhere, at any time.' })
        .default(''),
      ...sentDetailFields,
      category: z
        .strictObject({ name: categoryName, sub: categorySub }, { error: 'an object {name, sub}' })
        .meta({ description: 'What the question is about; its fees follow from it' }),
      expiry: unixSeconds.meta({
        description: 'When its markets close, in Unix seconds',
        example: 1_893_456_000,
      }),
      mutually_exclusive: z
        .boolean({ error: 'true or false' })
        .meta({ description: 'Whether at most one of the outcomes comes true', example: false })
        .default(false),
      exhaustive: z
        .boolean({ error: 'true or false' })
        .meta({
          description:
            'Whether exactly one of outcomes that exclude each other comes true: prices of a void sum to a dollar then',
          example: false,
        })
        .default(false),
      void_rule: word(['fixed', 'last'])
        .meta({
          description:
            'What a void pays where outcomes do not exclude each other: `void_price`, or the last trade before a time that the proposal names; `fixed` without it',
          example: undefined,
        })
        .optional(),
      void_price: integer(0, PRICE_SCALE_BPS, ' (basis points)')
        .meta({
          description:
            'By the rule `fixed`: what a YES contract pays, in basis points; 5000 without it',
          example: undefined,
        })
        .optional(),
      source: eventSourceRequest,
      fee_bps: protocolFeeBps.describe("In place of the category's rate").optional(),
      opens_at: unixSeconds
        .describe('When its markets open, in Unix seconds; without it at once')
        .optional(),
      outcomes,
    })
    .refine((body) => body.opens_at === undefined || body.opens_at < body.expiry, {
      path: ['opens_at'],
      error: 'before `expiry`',
    })
    .refine((body) => !body.exhaustive || body.mutually_exclusive, {
      path: ['exhaustive'],
      error: 'false where outcomes do not exclude each other',
    })
    .refine((body) => body.void_rule === undefined || !body.mutually_exclusive, {
      path: ['void_rule'],
      error: 'absent where outcomes exclude each other: a proposal says the price of each',
    })
    .refine(
      (body) =>
        body.void_price === undefined || !(body.mutually_exclusive || body.void_rule === 'last'),
      { path: ['void_price'], error: 'absent: only the rule `fixed` has one' },
    )
    .transform((body) => ({
      eventId: body.event_id ?? null,
      question: body.question,
      description: body.description,
      category: body.category,
      expiry: body.expiry,
      mutuallyExclusive: body.mutually_exclusive,
      feeBps: body.fee_bps ?? null,
      opensAt: body.opens_at ?? null,
      labels: body.outcomes.map(({ label }) => label),
      ...detailsOf(body),
      voidPrice: body.void_price,
      voidAtLast: body.void_rule === 'last' ? true : undefined,
      exhaustive: body.exhaustive ? true : undefined,
      source: body.source,
    })),
  'A question, and the outcomes that get a market each.',
);

/** `POST /admin/markets/{id}/resolve`; `price` (bp, YES terms) only with `void`, where 5000 is the default. */
export const resolveMarketRequest = named(
  'ResolveMarketRequest',
  z
    .strictObject({
      outcome: word(RESOLUTIONS).meta({ description: 'How it came out', example: 'yes' }),
      price: integer(0, PRICE_SCALE_BPS, ' (basis points)')
        .meta({
          description:
            'With `void` alone: what a YES contract pays, in basis points; 5000 without it',
        })
        .optional(),
    })
    .refine((body) => body.price === undefined || body.outcome === 'void', {
      path: ['price'],
      error: 'absent: only `void` takes a price',
    })
    .transform((body) => ({ resolution: body.outcome, price: body.price ?? null })),
  'How a market came out.',
);

/** `POST /admin/events/{id}/resolve`: `{winner}` or `{void: true}`. */
export const resolveEventRequest = named(
  'ResolveEventRequest',
  z
    .strictObject({
      winner: marketId.describe('The market that came true; the others did not').optional(),
      void: z
        .literal(true, { error: 'true, in place of `winner`' })
        .meta({ description: 'In its place: every contract pays half' })
        .optional(),
    })
    .refine((body) => (body.winner === undefined) !== (body.void === undefined), {
      path: ['winner'],
      error: 'given, or `void`: true in its place',
    })
    .transform((body) => ({ winner: body.winner ?? null })),
  'How an event came out: `winner`, or `void`.',
);

export type CreateEventRequest = z.infer<typeof createEventRequest>;
export type ResolveMarketRequest = z.infer<typeof resolveMarketRequest>;
export type ResolveEventRequest = z.infer<typeof resolveEventRequest>;
