import { encodeSigned } from '../signed-message';
import { clientId, nonceOf, user } from './named-fields';
import { optional, optionalHash } from './field';
import { signedForm } from './signed-form';
import type { MessageOf } from './signed-form';

/** Cancels all of a user's orders. The interface fixes the format. */
export const cancelAllForm = signedForm(
  0x01,
  {
    user,
    market_id: optional(
      optionalHash('The market; without it all', 'market_present', ['all markets', 'one market']),
      null,
    ),
    nonce: nonceOf('cancel_all'),
  },
  { beside: { client_id: clientId } },
);

/** `marketId` null: all markets. */
export type CancelAllMessage = MessageOf<typeof cancelAllForm>;

export const encodeCancelAll = (cancelAll: CancelAllMessage): Uint8Array =>
  encodeSigned(cancelAllForm, cancelAll);
