/** The dead man's switch, as users sign it (gateway) and as builders send it (signer). */
import { cancelAfterForm } from '@bellwether/canonical-message';
import { MAX_CANCEL_AFTER_SECONDS, MIN_CANCEL_AFTER_SECONDS } from '@bellwether/exchange';
import { z } from 'zod';
import { named } from '../answer/fields';
import { nonce } from './fields';
import { requestsOf } from './form-fields';

const CANCEL_AFTER_SECONDS = `0, or an integer from ${MIN_CANCEL_AFTER_SECONDS} to ${MAX_CANCEL_AFTER_SECONDS}`;
const isCancelAfter = (seconds: number): boolean =>
  seconds === 0 || (seconds >= MIN_CANCEL_AFTER_SECONDS && seconds <= MAX_CANCEL_AFTER_SECONDS);

const { byBuilder, byUser } = requestsOf(cancelAfterForm, {
  seconds: z
    .int({ error: CANCEL_AFTER_SECONDS })
    .refine(isCancelAfter, { error: CANCEL_AFTER_SECONDS })
    .meta({
      description: cancelAfterForm.fields.seconds.about,
      minimum: 0,
      maximum: MAX_CANCEL_AFTER_SECONDS,
      example: 30,
    }),
  nonce: nonce.describe('Of the kind `cancel_after`'),
});

/** `POST /v1/cancel-after` of the signer. */
export const cancelAfterRequest = named(
  'CancelAfterRequest',
  byBuilder,
  'The dead man’s switch of a user of the calling builder.',
);

/** `POST /v1/orders/cancel-after` of the gateway. */
export const signedCancelAfterRequest = named(
  'SignedCancelAfterRequest',
  byUser,
  'The dead man’s switch, signed by its user.',
);

export type CancelAfterRequest = z.infer<typeof cancelAfterRequest>;
export type SignedCancelAfterRequest = z.infer<typeof signedCancelAfterRequest>;
