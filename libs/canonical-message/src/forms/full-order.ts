import { LAST_UTC_SECOND } from '../owner-text/utc-time';
import { SELF_TRADE_MODES } from '../words';
import { clientId, contracts, marketId, network, nonceOf, price, user } from './named-fields';
import { flag, optional, u64, word } from './field';
import { feeBps, orderType, outcome, side } from './order';
import { signedForm } from './signed-form';
import type { MessageOf } from './signed-form';

const flags = {
  self_trade: optional(
    word(
      SELF_TRADE_MODES,
      'What happens where it meets an order of its own user: that one is cancelled, the rest of this one, or both',
    ),
    'cancel_maker',
  ),
  reduce_only: optional(
    flag(
      'It never makes the position larger: a buy against contracts of the other outcome, a sell of what is held',
    ),
    false,
  ),
};
const end = {
  expires_at: optional(
    u64(
      'When it ends, in Unix seconds: 1 second to 366 days ahead. 0: never. Only of an order that may rest',
      LAST_UTC_SECOND,
    ),
    0,
  ),
};

/** Of a journaled order, in this order. */
export const fullTerms = { ...flags, ...end };

/** Terms that were added since, at the end of the message. A journal has them where they are given. */
export const laterFullTerms = {
  max_cost: optional(
    u64(
      'The most that a buy may cost, in micro-USDC with all fees: its fills stop before they would cost more, and what is left is cancelled. 0: its price and size are the bound',
    ),
    0,
  ),
};

/** An order in its full form, which also binds network, type, fee and the terms of this form alone. */
export const fullOrderForm = signedForm(
  0x05,
  {
    network,
    market_id: marketId,
    user,
    outcome,
    side,
    order_type: orderType,
    ...flags,
    price,
    size: contracts,
    nonce: nonceOf('order'),
    fee_bps: feeBps,
    ...end,
  },
  { later: laterFullTerms, beside: { client_id: clientId } },
);

/** With any of these a request is of this form. */
export const FULL_TERMS = { ...fullTerms, ...laterFullTerms };

/**
 * `price` in bp of the order's own outcome, `size` in contracts, `feeBps` the builder's fee, `expiresAt` in Unix seconds
 * (0: never).
 */
export type FullOrderMessage = MessageOf<typeof fullOrderForm>;
