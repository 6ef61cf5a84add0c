import { SESSION_SECONDS } from '@bellwether/canonical-message';
import { z } from 'zod';
import { EXAMPLE_SESSION_TOKEN, writeSessionToken } from '../session-token';
import type { SignedSession } from '../session-token';
import { named, seconds, user, words } from './fields';
import { from } from './inside';

export const accountSessionAnswer = named(
  'AccountSession',
  z.strictObject({
    public_key: user('Whose account it reads'),
    token: from(
      writeSessionToken,
      words(
        'Sent as `Authorization: Bearer …`, and on a stream by `op: "session"`',
        EXAMPLE_SESSION_TOKEN,
      ),
    ),
    expires_at: from(
      ({ timestamp }: SignedSession) => timestamp + SESSION_SECONDS,
      seconds('When it ends'),
    ),
  }),
  'A session: it reads one account, and can change nothing.',
);
