/** `PUT /admin/sources`: who may say results, by their keys. */
import { MAX_SOURCE_ABOUT_BYTES, MAX_SOURCE_NAME } from '@bellwether/exchange';
import { z } from 'zod';
import { named } from '../answer/fields';
import { EXAMPLE } from '../examples';
import { httpsUrl } from './case-admin';
import { publicKey } from './fields';
import { shownText } from './shown-text';

const NAME_MESSAGE = `1 to ${MAX_SOURCE_NAME} characters of a-z, 0-9 and -`;

export const sourceRequest = named(
  'SourceRequest',
  z
    .strictObject({
      name: z
        .string({ error: NAME_MESSAGE })
        .regex(new RegExp(`^[a-z0-9-]{1,${MAX_SOURCE_NAME}}$`), { error: NAME_MESSAGE })
        .meta({
          description: 'What it is called; it may have several keys, each for good',
          example: 'gauge-4711',
        }),
      key: publicKey.meta({
        description: 'The public key that signs what it sees, in base58 or hex',
        example: EXAMPLE.source,
      }),
      url: httpsUrl
        .meta({
          description: 'Where what it sees can be read',
          example: 'https://example.org/gauges/4711',
        })
        .optional(),
      about: shownText({ maxBytes: MAX_SOURCE_ABOUT_BYTES, multiline: true })
        .meta({
          description: 'Who it is and what it sees, in words that everybody reads',
          example: 'The gauge of the weather service at the old bridge.',
        })
        .optional(),
      retire: z
        .literal(true, { error: 'true, in place of `url` and `about`' })
        .meta({
          description:
            'In place of `url` and `about`: no new event may name this key any more. It still says the results of those that do',
          example: undefined,
        })
        .optional(),
    })
    .superRefine((body, context) => {
      for (const path of ['url', 'about'] as const) {
        const isGiven = body[path] !== undefined;
        if (isGiven === (body.retire === undefined)) continue;
        const message = isGiven ? 'absent: `retire` changes nothing else' : 'given, or `retire`';
        context.addIssue({ code: 'custom', path: [path], message });
      }
    })
    .transform(({ name, key, url, about }) => ({
      name,
      key,
      terms: url === undefined || about === undefined ? null : { url, about },
    })),
  'A key that may say results, or the end of one for new events.',
);
