/** A session: what lets a client read what is an owner's alone. */
import { z } from 'zod';
import { named } from '../answer/fields';
import { publicKey, signature, unixSeconds } from './fields';

/** `POST /v1/session` of the gateway. */
export const sessionRequest = named(
  'SessionRequest',
  z.strictObject({
    public_key: publicKey,
    timestamp: unixSeconds.meta({
      description: 'When it is signed, in Unix seconds. The session ends 24 hours later',
    }),
    signature: signature.meta({
      description:
        "The Ed25519 signature, in hex, over the session's text (docs/protocol/signed-messages.md), by the owner or by `trading_key`",
    }),
    trading_key: publicKey.optional().meta({
      description:
        'The trading key that signed, where it is not the owner. The session ends when this key does',
    }),
  }),
  'Opens a session, signed by the owner of the account or by a key that may trade for it.',
);
export type SessionRequest = z.infer<typeof sessionRequest>;

/** `POST /v1/session` of the signer. */
export const userSessionRequest = named(
  'UserSessionRequest',
  z.strictObject({ user: publicKey }),
  'Opens a session of a user of the calling builder.',
);
export type UserSessionRequest = z.infer<typeof userSessionRequest>;
