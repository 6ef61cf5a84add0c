/** `POST /v1/preview`: the predicted outcome of an order. The answer is a success even if it predicts a refusal. */
import { CANCEL_REASONS, MICRO_USDC_PER_BP, ORDER_STATUSES } from '@bellwether/exchange';
import type { PredictedOrder, PreviewView } from '@bellwether/exchange';
import { z } from 'zod';
import { count, micro, named, oneOf, orNull, placeFields, price } from './fields';
import { fillAnswer } from './fill';
import { from } from './inside';
import { refusalAnswer } from './order';

const previewFillAnswer = named(
  'PreviewFill',
  fillAnswer.pick({
    quantity: true,
    price: true,
    outcome: true,
    taker_side: true,
    maker_side: true,
    maker_outcome: true,
    maker_price: true,
    settlement_type: true,
    taker_fee: true,
    maker_rebate: true,
    builder_fee: true,
  }),
  'A fill as it would be. Whose order it would be with is shown when it trades.',
);

const previewRefusalAnswer = named(
  'PreviewRefusal',
  refusalAnswer.omit({ seq: true, timestamp: true }),
  'The error that the order would be answered with.',
);

const previewOrderAnswer = named(
  'PreviewOrder',
  z.strictObject({
    size: count('As asked for, or as many contracts as the budget pays for', 10),
    status: oneOf(ORDER_STATUSES, 'As a placed order says it', 'filled'),
    filled: count('Contracts that would be filled at once', 10),
    remaining: from(
      ({ size, filled }: PredictedOrder) => size - filled,
      count('`size` - `filled`', 0),
    ),
    cancel_reason: orNull(oneOf(CANCEL_REASONS, 'Why contracts would end unfilled', 'user')),
    average_price: from(
      ({ notional, filled }: PredictedOrder) =>
        filled === 0 ? null : Math.floor(notional / filled),
      price(
        'What a filled contract would cost on average; rounded down, null without a fill',
        4_500,
      ).nullable(),
    ),
    fills: z.array(previewFillAnswer).meta({ description: 'In order, at most 1,000' }),
    self_trade_cancelled: z
      .array(count('An order', 41))
      .meta({ description: "The user's own orders that would be cancelled on the way" }),
    taker_fee: micro('The protocol fee of all fills', 173_250),
    builder_fee: micro("The builder's fee of all fills", 0),
    cost_micro_usdc: from(
      ({ notional }: PredictedOrder) => notional * MICRO_USDC_PER_BP,
      micro('What the fills cost a buy, or bring a sell; before fees', 4_500_000),
    ),
    locked_micro_usdc: micro('What a buy would lock for its part that rests', 0),
    locked_contracts: count('Contracts that a sell would lock for its part that rests', 0),
    released_micro_usdc: micro('What the own orders that are cancelled would give back', 0),
  }),
  'How the order would end up if nothing refused it.',
);

export const previewAnswer = named(
  'Preview',
  z.strictObject({
    order: from(
      (view: PreviewView) => (view.kind === 'refused' ? view.order : view),
      previewOrderAnswer
        .nullable()
        .describe(
          'How the order would end up, were it not refused; null where that cannot be said, as in a halt',
        ),
    ),
    refusal: from(
      (view: PreviewView) => (view.kind === 'refused' ? view.refusal : null),
      previewRefusalAnswer
        .nullable()
        .meta({ description: 'Why it would be refused; null: it would not', example: null }),
    ),
    ...placeFields,
  }),
  'What an order would come to as the next command, and what would refuse it.',
);
