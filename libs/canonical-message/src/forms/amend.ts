import { clientId, marketId, network, nonceOf, orderId, price, user } from './named-fields';
import { optional, u64, u64OrAny } from './field';
import { signedForm } from './signed-form';
import type { MessageOf } from './signed-form';

/** Changes price and size of a resting order. */
export const amendForm = signedForm(
  0x07,
  {
    network,
    market_id: marketId,
    user,
    order_id: orderId,
    price,
    size: u64('Contracts that are open after it'),
    nonce: nonceOf('order'),
  },
  {
    beside: { client_id: clientId },
    later: {
      filled: optional(
        u64OrAny(
          'Contracts that are filled before it: where it is another number, nothing is changed',
        ),
        Infinity,
      ),
    },
  },
);

/** `price` in bp of the order's own outcome; `size` is what is open after it, in contracts; `filled` infinity: any. */
export type AmendMessage = MessageOf<typeof amendForm>;
