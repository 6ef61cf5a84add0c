import { SESSION_SECONDS } from '@bellwether/canonical-message';
import { toBase58 } from '@bellwether/codec';
import { z } from 'zod';
import { EXAMPLE_SESSION_TOKEN, writeSessionToken } from '../session-token';
import type { SignedSession } from '../session-token';
import { named, time, user, words } from './fields';
import type { Answer } from './fields';

export const accountSessionAnswer = named(
  'AccountSession',
  z.strictObject({
    public_key: user('Whose account it reads'),
    token: words(
      'Sent as `Authorization: Bearer …`, and on a stream by `op: "session"`',
      EXAMPLE_SESSION_TOKEN,
    ),
    expires_at: time('When it ends'),
  }),
  'A session: it reads one account, and can change nothing.',
);
export type AccountSessionAnswer = Answer<typeof accountSessionAnswer>;

export const presentAccountSession = (session: SignedSession): AccountSessionAnswer => ({
  public_key: toBase58(session.publicKey),
  token: writeSessionToken(session),
  expires_at: session.timestamp + SESSION_SECONDS,
});
