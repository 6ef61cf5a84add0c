import { encodeSigned } from '../signed-message';
import { marketId, orderId, user } from './named-fields';
import { signedForm } from './signed-form';
import type { MessageOf } from './signed-form';

/** Cancels one order. No nonce: order ids are never reused, so a replay changes nothing. */
export const cancelForm = signedForm(0x02, { user, market_id: marketId, order_id: orderId });

export type CancelMessage = MessageOf<typeof cancelForm>;

export const encodeCancel = (cancel: CancelMessage): Uint8Array => encodeSigned(cancelForm, cancel);
