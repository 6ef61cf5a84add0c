/** The headers of answers. docs/protocol/http.md says when each is sent. */
import type { Header } from './openapi';

const text = (description: string, example: string): Header => ({
  description,
  schema: { type: 'string', examples: [example] },
});
const whole = (description: string, example: number): Header => ({
  description,
  schema: { type: 'integer', minimum: 0, examples: [example] },
});

export const HEADERS: Readonly<Record<string, Header>> = {
  'X-Request-Id': text(
    'The id of the request, as it was sent or else made here: logs and errors name it',
    '0f6f1c9e-1d0b-4f9e-9a51-6f6c2b9f7c11',
  ),
  'Retry-After': whole('After how many seconds to ask again', 1),
  'Idempotent-Replay': text(
    '`true` where this is the answer to an earlier, equal request; absent otherwise',
    'true',
  ),
  'RateLimit-Limit': whole('How many requests the limit that is nearest admits at once', 4_000),
  'RateLimit-Remaining': whole('How many of them are left now', 3_999),
  'RateLimit-Reset': whole('After how many seconds all of them are back', 1),
  'RateLimit-Policy': text('The limit, and its name', '4000;w=2;comment="address_reads"'),
};
