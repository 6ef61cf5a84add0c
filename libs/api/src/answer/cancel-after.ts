import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { clientId, count, named, placeFields, user } from './fields';

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
    ...clientId,
    ...placeFields,
  }),
  'The dead man’s switch of a user.',
);
