import { marketId, network, nonceOf, orderId, price, user } from './named-fields';
import { u64 } from './field';
import { signedForm } from './signed-form';
import type { MessageOf } from './signed-form';

/** Changes price and size of a resting order. */
export const amendForm = signedForm(0x07, {
  network,
  market_id: marketId,
  user,
  order_id: orderId,
  price,
  size: u64('Contracts that are open after it'),
  nonce: nonceOf('order'),
});

/** `price` in bp of the order's own outcome; `size` is what is open after it, in contracts. */
export type AmendMessage = MessageOf<typeof amendForm>;
