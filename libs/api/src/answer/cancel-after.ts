import type { AsOf, ReplyOf } from '@bellwether/exchange';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { count, named, placeFields, user } from './fields';
import type { Answer } from './fields';
import { presentPlace, presentUser } from './units';

export const cancelAfterAnswer = named(
  'CancelAfter',
  z.strictObject({
    user: user(),
    seconds: count('As it was sent; 0: switched off', 30),
    nonce: count('As it was sent', 1),
    due_ms: count(
      'When all open orders are cancelled, in Unix milliseconds; null: switched off',
      EXAMPLE.time * 1000,
    ).nullable(),
    ...placeFields,
  }),
  'The dead man’s switch of a user.',
);
export type CancelAfterAnswer = Answer<typeof cancelAfterAnswer>;

export const presentCancelAfter = (
  reply: ReplyOf<'cancel_after'>,
  asOf: AsOf,
): CancelAfterAnswer => ({
  user: presentUser(reply.user),
  seconds: reply.seconds,
  nonce: reply.nonce,
  due_ms: reply.dueMs,
  ...presentPlace(asOf),
});
