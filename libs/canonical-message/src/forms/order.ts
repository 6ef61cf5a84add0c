import { encodeSigned } from '../signed-message';
import { ORDER_TYPES, OUTCOMES, SIDES } from '../words';
import { clientId, contracts, marketId, nonceOf, price, user } from './named-fields';
import { optional, u64, word } from './field';
import { signedForm } from './signed-form';
import type { MessageOf } from './signed-form';

export const outcome = word(OUTCOMES, 'Contracts of which outcome');
export const side = word(SIDES, 'Whether to buy or to sell');
export const orderType = word(
  ORDER_TYPES,
  '`gtc` rests until it is cancelled; `ioc` fills what it can and ends; `fok` fills entirely or not at all; `post_only` rests or not at all',
);
export const feeBps = optional(u64("The builder's fee"), 0);

/**
 * An order. 90 bytes, without a tag; the interface fixes the format. The exchange checks ranges (price 1 to 9999 and
 * so on) and names the field; here a value only has to fit its bytes.
 */
export const orderForm = signedForm(
  null,
  {
    market_id: marketId,
    user,
    outcome,
    side,
    price,
    size: contracts,
    nonce: nonceOf('order'),
  },
  { beside: { order_type: orderType, fee_bps: feeBps, client_id: clientId } },
);

/** `price` in bp of the order's own outcome, `size` in contracts. */
export type OrderMessage = MessageOf<typeof orderForm>;

export const encodeOrder = (order: OrderMessage): Uint8Array => encodeSigned(orderForm, order);
