/** Messages from clients about channels, one JSON object each: docs/protocol/streams.md, section 3. */
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { EXAMPLE_SESSION_TOKEN } from '../session-token';
import { integer, opaqueText } from '../request/fields';
import { channelField } from './channel';
import { MAX_CHANNELS_PER_MESSAGE, MAX_MESSAGE_ID_BYTES } from './limits';
import { OPERATION_NAMES_TEXT } from './operation-message';

const id = opaqueText(MAX_MESSAGE_ID_BYTES)
  .meta({
    description: "The caller's own name for the message, which its answers carry",
    example: '1',
  })
  .optional();
const op = <const T extends string>(name: T) =>
  z.literal(name).meta({ description: 'What the message asks for' });

const TOKEN_EXPECTED = 'a token, as `POST /v1/session` answers it';
const MAX_TOKEN_CHARACTERS = 512;

function listOf<S extends z.ZodType>(entry: S, what: string) {
  const error = `a list of 1 to ${MAX_CHANNELS_PER_MESSAGE} ${what}`;
  return z.array(entry, { error }).min(1, { error }).max(MAX_CHANNELS_PER_MESSAGE, { error });
}

const channels = listOf(channelField, 'channel names').meta({ description: 'Which channels' });

export const subscribeMessage = z.strictObject({ op: op('subscribe'), id, channels });
export const unsubscribeMessage = z.strictObject({ op: op('unsubscribe'), id, channels });
export const resumeMessage = z.strictObject({
  op: op('resume'),
  id,
  channels: listOf(
    z.strictObject(
      {
        channel: channelField,
        seq: integer(0, Number.MAX_SAFE_INTEGER).meta({
          description: 'The last `seq` that the client has of it',
          example: EXAMPLE.seq,
        }),
      },
      { error: 'an object {channel, seq}' },
    ),
    'of {channel, seq}',
  ).meta({ description: 'Which channels, and from where' }),
});
export const sessionMessage = z.strictObject({
  op: op('session'),
  id,
  token: z
    .string({ error: TOKEN_EXPECTED })
    .max(MAX_TOKEN_CHARACTERS, { error: TOKEN_EXPECTED })
    .meta({
      description:
        'The token of `POST /v1/session`: it lets this connection follow `user:` of its account',
      example: EXAMPLE_SESSION_TOKEN,
    }),
});
export const pingMessage = z.strictObject({ op: op('ping'), id });

export const clientMessage = z.discriminatedUnion(
  'op',
  [subscribeMessage, resumeMessage, unsubscribeMessage, sessionMessage, pingMessage],
  {
    error: `"subscribe" or "resume" or "unsubscribe" or "session" or "ping" or ${OPERATION_NAMES_TEXT}`,
  },
);

export type ClientMessage = z.infer<typeof clientMessage>;
export type SessionMessage = z.infer<typeof sessionMessage>;
