/** Answers of the signer's endpoints other than orders. */
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { count, hex32Text, micro, named, user, words } from './fields';
import { tradesEnd, tradesField } from './fill';

export const keypairAnswer = named(
  'UserKey',
  z.strictObject({
    user_id: words("The builder's own name for the user, as it was sent", 'alice'),
    public_key: user('The key that the signer keeps for this user: always the same one'),
  }),
  "A builder's user. The private key never leaves the signer.",
);

export const signedAnswer = named(
  'SignedOrder',
  z.strictObject({
    signature: z
      .string()
      .regex(/^[0-9a-f]{128}$/)
      .meta({ description: 'Ed25519, 64 bytes in hex', example: EXAMPLE.signature }),
    message_hash: hex32Text(
      'SHA-256 of the bytes that were signed',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ),
  }),
  'The signature of an order by the key that the signer keeps.',
);

export const builderTradesAnswer = named(
  'BuilderTradesPage',
  z.strictObject({
    trades: tradesField,
    ...tradesEnd,
    total_builder_fees: micro(
      'Builder fees of all trades that match, not of the page alone',
      50_000,
    ),
    total_protocol_fees: micro('Protocol fees of the same trades', 173_250),
    user_count: count('Users made through the calling API key', 1),
  }),
  "Trades of the users that the calling key has made, and the builder's revenue of them.",
);
