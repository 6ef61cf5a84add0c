import { CODES } from '@bellwether/errors';
import {
  CANCEL_REASONS,
  ORDER_STATUSES,
  ORDER_TYPES,
  OUTCOMES,
  REFUSAL_CODES,
  SELF_TRADE_MODES,
  SIDES,
} from '@bellwether/exchange';
import type { AsOf, FullTerms, OrderView, Refusal, ReplyOf } from '@bellwether/exchange';
import { z } from 'zod';
import { pageEnd } from '../cursor';
import { EXAMPLE } from '../examples';
import {
  builderKey,
  count,
  flag,
  market,
  micro,
  named,
  oneOf,
  pageFields,
  placeFields,
  price,
  time,
  user,
  words,
  orNull,
} from './fields';
import type { Answer } from './fields';
import { presentRedeemed, redeemedAnswer } from './redeem';
import { fillAnswer, presentFill } from './fill';
import { refusalDetails } from './refusal-details';
import { presentBuilder, presentMarketId, presentPlace, presentUser, unixSecondsOf } from './units';

const shownFields = {
  order_id: count('The order', 42),
  user: user(),
  market_id: market(),
  side: oneOf(SIDES, 'Whether it buys or sells', 'buy'),
  outcome: oneOf(OUTCOMES, 'Contracts of which outcome', 'yes'),
  price: price('Its limit, in terms of its own outcome', 4_500),
  size: count('Contracts', 10),
  filled: count('Contracts filled so far', 10),
  remaining: count('`size` - `filled`, also after a cancel', 0),
  order_type: oneOf(ORDER_TYPES, 'How it was placed', 'gtc'),
  fee_bps: count("The builder's fee, in basis points", 0),
  builder_api_key: builderKey('The builder that sent it', EXAMPLE.keyId),
  nonce: count('As it was sent', 1),
  status: oneOf(
    ORDER_STATUSES,
    '`resting` and `partially_filled` are open; `filled`; `cancelled` ended with contracts unfilled',
    'filled',
  ),
  cancel_reason: orNull(
    oneOf(CANCEL_REASONS, 'Why contracts ended unfilled; null where none did', 'user'),
  ),
};

export const orderAnswer = named(
  'Order',
  z.strictObject({
    ...shownFields,
    seq: count('The command that placed it', EXAMPLE.seq),
    created_at: time('When it was placed'),
    self_trade: oneOf(
      SELF_TRADE_MODES,
      'Of an open order in the full form',
      'cancel_taker',
    ).optional(),
    reduce_only: flag('Likewise: whether it only reduces', false).optional(),
    expires_at: time('Likewise: when it ends; 0: never').optional(),
  }),
  'An order as it stands.',
);
export type OrderAnswer = Answer<typeof orderAnswer>;

export const ordersAnswer = named(
  'OrdersPage',
  z.strictObject({
    orders: z.array(orderAnswer).meta({ description: 'Newest first' }),
    ...pageFields,
  }),
  'A page of orders.',
);
export type OrdersAnswer = Answer<typeof ordersAnswer>;

export const submittedAnswer = named(
  'SubmittedOrder',
  z.strictObject({
    ...shownFields,
    fills: z.array(fillAnswer).meta({ description: 'What it filled at once, in order' }),
    self_trade_cancelled: z.array(count('An order', 41)).meta({
      description: "The user's own orders that were in its way, and were cancelled",
      example: [],
    }),
    ...placeFields,
  }),
  'The order as its placing left it, with its fills.',
);
export type SubmittedAnswer = Answer<typeof submittedAnswer>;

export const cancelledAnswer = named(
  'CancelledOrder',
  z.strictObject({
    order_id: count('The order', 42),
    market_id: market(),
    status: z.literal('cancelled').meta({ description: 'What it is from now on' }),
    cancelled_size: count('Contracts that will not be filled', 10),
    filled_size: count('Contracts that were filled before', 0),
    released_micro_usdc: micro('What it held of the available balance, and gave back', 4_673_250),
    ...placeFields,
  }),
  'An order that was cancelled.',
);
export type CancelledAnswer = Answer<typeof cancelledAnswer>;

export const cancelledAllAnswer = named(
  'CancelledOrders',
  z.strictObject({
    user: user(),
    market_id: market('The market; null: all').nullable(),
    nonce: count('As it was sent', 1),
    cancelled: z.array(count('An order', 42)).meta({ description: 'The orders that were open' }),
    count: count('How many they are', 1),
    released_micro_usdc: micro('What they held, and gave back', 4_673_250),
    ...placeFields,
  }),
  'All open orders of a user, cancelled.',
);
export type CancelledAllAnswer = Answer<typeof cancelledAllAnswer>;

export const refusalAnswer = named(
  'Refusal',
  z.strictObject({
    code: oneOf(REFUSAL_CODES, 'As it was answered', 'FOK_NOT_FILLED'),
    message: words('The sentence of the code', CODES.FOK_NOT_FILLED.message),
    details: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .meta({ description: 'The facts of it, by name', example: { fillable: 4 } }),
    ...placeFields,
  }),
  'A refusal that used a nonce up.',
);
export const nonceOutcomeAnswer = named(
  'NonceOutcome',
  z.strictObject({
    nonce: count('As it was asked', 1),
    outcome: oneOf(
      ['order', 'refused', 'redeemed'],
      'Which of the three below it came to',
      'order',
    ),
    order: orderAnswer.nullable().describe('The order that it placed or changed, as it is now'),
    refusal: refusalAnswer.nullable().meta({ description: 'The refusal', example: null }),
    redemption: redeemedAnswer
      .nullable()
      .meta({ description: 'The pairs that it redeemed', example: null }),
  }),
  'What became of the order, change of an order or redemption that was sent under a nonce.',
);
export type NonceOutcomeAnswer = Answer<typeof nonceOutcomeAnswer>;

/**
 * An order as it stands. `remaining` = size - filled, also after a cancel; `seq` and `created_at` are those of its
 * placement.
 */
export const presentOrder = (order: OrderView): OrderAnswer => ({
  order_id: order.orderId,
  user: presentUser(order.user),
  market_id: presentMarketId(order.marketId),
  side: order.side,
  outcome: order.outcome,
  price: order.price,
  size: order.size,
  filled: order.filled,
  remaining: order.size - order.filled,
  order_type: order.orderType,
  fee_bps: order.feeBps,
  builder_api_key: presentBuilder(order.builder),
  nonce: order.nonce,
  status: order.status,
  cancel_reason: order.cancelReason,
  seq: order.seq,
  created_at: unixSecondsOf(order.createdMs),
  ...(order.terms === undefined ? {} : presentTerms(order.terms)),
});

/** Terms of the full form only. */
export const presentTerms = ({ selfTrade, reduceOnly, expiresAt }: FullTerms) => ({
  self_trade: selfTrade,
  reduce_only: reduceOnly,
  expires_at: expiresAt,
});

/** A page of orders; the next page starts after `lastKey`, null on the last page. */
export const presentOrders = (page: {
  readonly orders: readonly OrderView[];
  readonly lastKey: number | null;
}): OrdersAnswer => ({
  orders: page.orders.map(presentOrder),
  ...pageEnd('order', page.lastKey),
});

/** The submit response, also of `POST /v1/orders`: the order after the command, and its fills in order. */
export function presentSubmitted(
  reply: ReplyOf<'order'> | ReplyOf<'amend'>,
  asOf: AsOf,
): SubmittedAnswer {
  const { order, fills, selfTradeCancelled } = reply;
  const { created_at: _created, ...shown } = presentOrder(order);
  return {
    ...shown,
    fills: fills.map((fill) => presentFill(fill, order, asOf)),
    self_trade_cancelled: selfTradeCancelled,
    ...presentPlace(asOf),
  };
}

export const presentCancelled = (reply: ReplyOf<'cancel'>, asOf: AsOf): CancelledAnswer => ({
  order_id: reply.orderId,
  market_id: presentMarketId(reply.marketId),
  status: 'cancelled',
  cancelled_size: reply.cancelledSize,
  filled_size: reply.filledSize,
  released_micro_usdc: reply.releasedMicroUsdc,
  ...presentPlace(asOf),
});

/** `market_id` null: all markets. */
export const presentCancelledAll = (
  reply: ReplyOf<'cancel_all'>,
  asOf: AsOf,
): CancelledAllAnswer => ({
  user: presentUser(reply.user),
  market_id: reply.marketId === null ? null : presentMarketId(reply.marketId),
  nonce: reply.nonce,
  cancelled: reply.cancelled,
  count: reply.cancelled.length,
  released_micro_usdc: reply.releasedMicroUsdc,
  ...presentPlace(asOf),
});

type Redemption = AsOf & Pick<ReplyOf<'redeem'>, 'marketId' | 'size' | 'paidMicroUsdc'>;

/** The outcome of an order nonce: an order it placed or changed, a redemption, or a refusal that used it. */
export type OrderNonceOutcome =
  | { readonly kind: 'order'; readonly order: OrderView }
  | { readonly kind: 'redeemed'; readonly redemption: Redemption }
  | { readonly kind: 'refused'; readonly refused: AsOf & { readonly refusal: Refusal } };

/** `GET /v1/orders/{public_key}/by-nonce/{nonce}`: one of `order`, `refusal`, `redemption`; the others are null. */
export function presentNonceOutcome(nonce: number, outcome: OrderNonceOutcome): NonceOutcomeAnswer {
  const none = { nonce, order: null, refusal: null, redemption: null };
  switch (outcome.kind) {
    case 'order':
      return { ...none, outcome: 'order', order: presentOrder(outcome.order) };
    case 'redeemed': {
      const { seq, timestampMs, ...redeemed } = outcome.redemption;
      const redemption = presentRedeemed({ ...redeemed, nonce }, { seq, timestampMs });
      return { ...none, outcome: 'redeemed', redemption };
    }
    case 'refused': {
      const { refusal, ...asOf } = outcome.refused;
      return { ...none, outcome: 'refused', refusal: presentRefusal(refusal, asOf) };
    }
  }
}

const presentRefusal = (refusal: Refusal, asOf: AsOf): Answer<typeof refusalAnswer> => ({
  code: refusal.code,
  ...refusalDetails(refusal),
  ...presentPlace(asOf),
});
