import { CANCEL_REASONS, ORDER_STATUSES, ORDER_TYPES, OUTCOMES, SIDES } from '@bellwether/exchange';
import type { AsOf, OrderView, Refusal, ReplyOf } from '@bellwether/exchange';
import { z } from 'zod';
import { encodeCursor } from '../cursor';
import { EXAMPLE } from '../examples';
import {
  builderKey,
  clientId,
  count,
  market,
  micro,
  named,
  oneOf,
  placeFields,
  price,
  sender,
  time,
  user,
  orNull,
} from './fields';
import type { Answer } from './fields';
import { fillAnswer } from './fill';
import { from } from './inside';
import type { Inside } from './inside';
import { termsAnswer } from './order-terms';
import { endOf } from './page';
import { present } from './present';
import { redeemedAnswer } from './redeem';
import { refusalFields } from './refusal-details';

const shownFields = {
  order_id: count('The order', 42),
  user: user(),
  market_id: market(),
  side: oneOf(SIDES, 'Whether it buys or sells', 'buy'),
  outcome: oneOf(OUTCOMES, 'Contracts of which outcome', 'yes'),
  price: price('Its limit, in terms of its own outcome', 4_500),
  size: count('Contracts', 10),
  filled: count('Contracts filled so far', 10),
  remaining: from(
    ({ size, filled }: Pick<OrderView, 'size' | 'filled'>) => size - filled,
    count('`size` - `filled`, also after a cancel', 0),
  ),
  order_type: oneOf(ORDER_TYPES, 'How it was placed', 'gtc'),
  fee_bps: count("The builder's fee, in basis points", 0),
  builder_api_key: from('builder', builderKey('The builder that sent it', EXAMPLE.keyId)),
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
    ...termsAnswer,
  }),
  'An order as it stands.',
);

export type OrderAnswer = Answer<typeof orderAnswer>;
export const presentOrder = present(orderAnswer);

/** `lastKey`: the seq of the placing of the last order; null where no others follow. */
export const ordersEnd = endOf(({ lastKey }: { readonly lastKey: number | null }) =>
  lastKey === null ? null : encodeCursor('order', lastKey),
);

export const ordersAnswer = named(
  'OrdersPage',
  z.strictObject({
    orders: z.array(orderAnswer).meta({ description: 'Newest first' }),
    ...ordersEnd,
  }),
  'A page of orders.',
);

export const submittedAnswer = named(
  'SubmittedOrder',
  z.strictObject({
    ...shownFields,
    fills: z.array(fillAnswer).meta({ description: 'What it filled at once, in order' }),
    self_trade_cancelled: z.array(count('An order', 41)).meta({
      description: "The user's own orders that were in its way, and were cancelled",
      example: [],
    }),
    ...clientId,
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
    status: from(
      () => 'cancelled' as const,
      z.literal('cancelled').meta({ description: 'What it is from now on' }),
    ),
    cancelled_size: count('Contracts that will not be filled', 10),
    filled_size: count('Contracts that were filled before', 0),
    released_micro_usdc: micro('What it held of the available balance, and gave back', 4_673_250),
    ...placeFields,
  }),
  'An order that was cancelled.',
);

export const cancelledAllAnswer = named(
  'CancelledOrders',
  z.strictObject({
    user: user(),
    market_id: market('The market; null: all').nullable(),
    nonce: count('As it was sent', 1),
    cancelled: z.array(count('An order', 42)).meta({ description: 'The orders that were open' }),
    count: from(
      ({ cancelled }: Pick<ReplyOf<'cancel_all'>, 'cancelled'>) => cancelled.length,
      count('How many they are', 1),
    ),
    released_micro_usdc: micro('What they held, and gave back', 4_673_250),
    ...clientId,
    ...placeFields,
  }),
  'All open orders of a user, cancelled.',
);

export const refusalAnswer = named(
  'Refusal',
  z.strictObject({
    ...refusalFields,
    ...placeFields,
  }),
  'A refusal that used a nonce up.',
);

export const challengedAnswer = named(
  'Challenged',
  z.strictObject({
    case_id: count('As it was sent', 4_711),
    challenge_id: count('The challenge', 4_730),
    nonce: count('As it was sent', 7),
    ...clientId,
    ...placeFields,
  }),
  'A challenge whose stake is taken.',
);

type Redemption = AsOf & Pick<ReplyOf<'redeem'>, 'marketId' | 'size' | 'paidMicroUsdc'>;

type Challenged = AsOf & Pick<ReplyOf<'challenged'>, 'caseId' | 'challengeId'>;

/** The outcome of an order nonce: an order it placed or changed, a redemption, a challenge, or a refusal that used it. */
export type OrderNonceOutcome =
  | { readonly kind: 'order'; readonly order: OrderView }
  | { readonly kind: 'redeemed'; readonly redemption: Redemption }
  | { readonly kind: 'challenged'; readonly challenge: Challenged }
  | { readonly kind: 'refused'; readonly refused: AsOf & { readonly refusal: Refusal } };

/** `clientId` of its sender; null: none, or nobody remembers it. */
type OfNonce = OrderNonceOutcome & {
  readonly nonce: number;
  readonly clientId: Uint8Array | null;
};

/** One of `order`, `refusal`, `redemption`, `challenge`; the others are null. */
export const nonceOutcomeAnswer = named(
  'NonceOutcome',
  z.strictObject({
    nonce: count('As it was asked', 1),
    client_id: sender('Of the request that used it, as long as the engine remembers it'),
    outcome: from(
      'kind',
      oneOf(
        ['order', 'refused', 'redeemed', 'challenged'],
        'Which of the four below it came to',
        'order',
      ),
    ),
    order: from(
      (of: OfNonce) => (of.kind === 'order' ? of.order : null),
      orderAnswer.nullable().describe('The order that it placed or changed, as it is now'),
    ),
    refusal: from(
      (of: OfNonce) => (of.kind === 'refused' ? { ...of.refused.refusal, ...of.refused } : null),
      refusalAnswer.nullable().meta({ description: 'The refusal', example: null }),
    ),
    redemption: from(
      (of: OfNonce) =>
        of.kind === 'redeemed'
          ? { ...of.redemption, nonce: of.nonce, clientId: of.clientId }
          : null,
      redeemedAnswer.nullable().meta({ description: 'The pairs that it redeemed', example: null }),
    ),
    challenge: from(
      (of: OfNonce) =>
        of.kind === 'challenged'
          ? { ...of.challenge, nonce: of.nonce, clientId: of.clientId }
          : null,
      challengedAnswer.nullable().meta({ description: 'The challenge it made', example: null }),
    ),
  }),
  'What became of the order, change of an order, redemption or challenge that was sent under a nonce.',
);

/** The order after the command that placed or changed it, and its fills, each with what it shows of the order. */
export const submitted = (
  {
    body: { order, fills, selfTradeCancelled },
    seq,
    timestampMs,
  }: AsOf & {
    readonly body: ReplyOf<'order'> | ReplyOf<'amend'>;
  },
  { clientId: by = null }: { readonly clientId?: Uint8Array | null | undefined },
): Inside<typeof submittedAnswer> => {
  const { orderType, feeBps } = order;
  const ofOrder = { orderType, feeBps, timestampMs };
  const shown = fills.map((fill) => Object.assign({}, fill, ofOrder));
  const place = { clientId: by, seq, timestampMs };
  return Object.assign({}, order, { fills: shown, selfTradeCancelled }, place);
};
