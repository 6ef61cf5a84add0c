/** The texts that an event may have beside its terms: as they are sent, and as they are answered. */
import { snakeCase } from '@bellwether/codec';
import type { SnakeCase } from '@bellwether/codec';
import {
  EVENT_DETAILS,
  EVENT_DETAIL_BYTES,
  HTTPS_URL_EXPECTED,
  isHttpsUrl,
} from '@bellwether/exchange';
import type { EventDetail, EventDetails } from '@bellwether/exchange';
import { z } from 'zod';
import { orNull, words } from './answer/fields';
import { from } from './answer/inside';
import { shownText } from './request/shown-text';

const detail = (name: EventDetail, description: string, example: string, multiline = false) => ({
  sent: shownText({ maxBytes: EVENT_DETAIL_BYTES[name], multiline })
    .meta({ description, example })
    .optional(),
  answered: from(
    (event: EventDetails) => event[name] ?? null,
    orNull(words(`${description}; null: not given`, example)),
  ),
});

const IMAGE = 'Where its picture is: an https address of a named host';
const IMAGE_MESSAGE = `${HTTPS_URL_EXPECTED}, at most ${EVENT_DETAIL_BYTES.imageUrl} characters`;

const DETAILS = {
  rules: detail(
    'rules',
    'What decides it, to the letter',
    'Yes if a gauge measures 1 mm or more.',
    true,
  ),
  resolutionSource: detail(
    'resolutionSource',
    'Where the result is read: an address or a name',
    'https://example.org/rainfall',
  ),
  imageUrl: {
    ...detail('imageUrl', IMAGE, 'https://example.org/rain.png'),
    sent: z
      .string({ error: IMAGE_MESSAGE })
      .max(EVENT_DETAIL_BYTES.imageUrl, { error: IMAGE_MESSAGE })
      .refine(isHttpsUrl, { error: IMAGE_MESSAGE })
      .meta({ description: IMAGE, example: 'https://example.org/rain.png' })
      .optional(),
  },
} satisfies Readonly<Record<EventDetail, unknown>>;

const fieldsOf = <Way extends 'sent' | 'answered'>(way: Way) =>
  byFieldName((name) => DETAILS[name][way]) as {
    [Name in EventDetail as SnakeCase<Name>]: (typeof DETAILS)[Name][Way];
  };

const FIELDS = EVENT_DETAILS.map((name) => [name, snakeCase(name)] as const);

const byFieldName = (valueOf: (name: EventDetail) => unknown) =>
  Object.fromEntries(FIELDS.map(([name, field]) => [field, valueOf(name)]));

/** Of the request that creates an event. */
export const sentDetailFields = fieldsOf('sent');
/** Of answers; null where an event has no such text. */
export const detailFields = fieldsOf('answered');

type Sent = { readonly [Name in EventDetail as SnakeCase<Name>]?: string | undefined };

export const detailsOf = (body: Sent): EventDetails =>
  Object.fromEntries(FIELDS.map(([name, field]) => [name, body[field]]));
