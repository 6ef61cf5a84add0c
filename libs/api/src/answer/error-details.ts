/**
 * The `details` of errors, by code: those that programs act upon. Codes that are not here have none, or some that are
 * for people alone. Every answer that a test of the edges sees is held to these. The documents have them, and the SDK its
 * types from there.
 */
import { CODES } from '@bellwether/errors';
import type { Code } from '@bellwether/errors';
import { MARKET_STATUSES, ORDER_STATUSES, OUTCOMES } from '@bellwether/exchange';
import { NOT_WALLETS } from '@bellwether/funding';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { count, micro, named, oneOf, price, seconds, signedCount, words } from './fields';
import { orderAnswer } from './order';

/** Of a nonce that is not above the last one used: whether it was used itself. */
const FATES = ['never_used', 'forgotten'] as const;

const lastNonce = count('The highest that the user has used of its kind', 7);
const number = (what: string, example: number) => z.number().meta({ description: what, example });

const funds = z.strictObject({
  required: count('Micro-USDC of a buy, contracts of a sell', 4_673_250),
  available: signedCount('What the user has of it', 1_000_000),
  locked: count('What open orders hold of it', 0),
  shortfall: count('`required` less `available`', 3_673_250),
});
const wrongField = {
  field: words('Which field', 'price'),
  value: z.unknown().optional().describe('What was sent; absent if the field is'),
  expected: words('What belongs there', 'an integer from 1 to 9999').optional(),
};

/** Those of an order are refusals of everything that places one. */
export const ORDER_DETAILS = {
  MARKET_NOT_FOUND: z.strictObject({ market_id: words('As it was sent', EXAMPLE.marketId) }),
  MARKET_NOT_ACTIVE: z.strictObject({
    status: oneOf(MARKET_STATUSES, 'What the market is', 'paused'),
  }),
  INSUFFICIENT_BALANCE: funds,
  INSUFFICIENT_POSITION: funds.extend({
    outcome: oneOf(OUTCOMES, 'Of a redemption, which takes both', 'yes').optional(),
  }),
  FOK_NOT_FILLED: z.strictObject({
    size: count('Contracts of the order', 10),
    fillable: count('Contracts that would fill', 4),
  }),
  POST_ONLY_WOULD_MATCH: z.strictObject({
    best_price: price("What it would meet, in terms of the order's outcome", 4_500),
  }),
  ORDER_TOO_SMALL: z.strictObject({
    field: z.literal('size').meta({ description: 'Which field', example: 'size' }),
    value: count('Contracts of the order', 1),
    minimum: count('The fewest contracts at this price', 3),
    cost: micro('What the order costs', 400_000),
    minimum_cost: micro('The least that an order may cost', 1_000_000),
  }),
  REDUCE_ONLY_EXCEEDED: z.strictObject({
    size: count('Contracts of the order', 10),
    reducible: count('Contracts by which it could reduce the position', 4),
  }),
  TRADING_KEY_BOUND: z.strictObject({
    bound: oneOf(['at_most', 'price_band', 'redeem'], 'Which of its bounds', 'at_most'),
    limit: count(
      'Micro-USDC a day, or the outermost price that it may name',
      100_000_000,
    ).optional(),
    used: micro('Of `at_most`: what is spent and locked', 95_000_000).optional(),
    required: micro('Of `at_most`: what this would take', 6_000_000).optional(),
    price: price('Of `price_band`: as it was sent', 9_000).optional(),
    price_band: count("Of `price_band`: how far from the market's price, in bp", 1_000).optional(),
  }),
  TOO_MANY_OPEN_ORDERS: z.strictObject({
    limit: count('How many may be open', 1_000),
    equity: micro('What the limit depends on, if it does', 250_000_000).optional(),
  }),
} as const satisfies Partial<Record<Code, z.ZodType>>;

const caseId = count('As it was sent', 4_711);

export const ERROR_DETAILS = {
  ...ORDER_DETAILS,
  VALIDATION_FAILED: z.looseObject({
    ...wrongField,
    others: z
      .array(z.looseObject(wrongField))
      .optional()
      .describe('The other wrong fields, where there are several'),
  }),
  NONCE_REUSED: z.strictObject({
    nonce: count('As it was sent', 7),
    last_nonce: lastNonce,
  }),
  NONCE_TOO_LOW: z.strictObject({
    last_nonce: lastNonce,
    fate: oneOf(
      FATES,
      '`never_used`: this nonce did nothing and never will; `forgotten`: it may have been used',
      'never_used',
    ),
  }),
  FILLED_MEANWHILE: z.strictObject({
    expected: count('Contracts that were filled, as it was signed', 0),
    filled: count('Contracts that are', 6),
  }),
  ORDER_NOT_FOUND: z.strictObject({
    order_id: count('Of an order by its id', 42).optional(),
    nonce: count('Of an order by its nonce', 7).optional(),
    last_nonce: lastNonce.optional(),
  }),
  ORDER_NOT_OPEN: z.strictObject({
    order: orderAnswer,
    order_id: count('The order', 42).optional(),
    status: oneOf(ORDER_STATUSES, 'What it is', 'filled').optional(),
  }),
  RESOLUTION_BY_PROPOSAL: z.strictObject({
    window_seconds: count('How long a proposed result may be challenged', 86_400),
  }),
  CASE_NOT_FOUND: z.strictObject({ case_id: caseId }),
  CASE_ENDED: z.strictObject({ case_id: caseId }),
  CASE_FULL: z.strictObject({ limit: count('How many it may have', 16) }),
  ALREADY_CHALLENGED: z.strictObject({ case_id: caseId }),
  INSUFFICIENT_REVENUE: z.strictObject({
    required: micro('The amount', 25_000_000),
    available: micro('What was earned and not yet paid', 21_326_750),
    shortfall: micro('`required` less `available`', 3_673_250),
  }),
  GAS_DEBT_UNPAID: z.strictObject({ gas_debt: micro('What is unpaid', 20_000) }),
  FEE_ABOVE_MAX: z.strictObject({
    gas_fee: micro('What it would cost', 1_600_000),
    max_gas_fee: micro('What was signed', 1_500_000),
  }),
  AMOUNT_BELOW_GAS: z.looseObject({
    amount: micro('As it was sent', 1_000_000),
    gas_fee: micro('What it would cost', 1_199_531),
  }),
  AMOUNT_BELOW_MINIMUM: z.looseObject({
    value: micro('As it was sent', 1_000_000),
    minimum: micro('The least', 14_567_720),
  }),
  RECIPIENT_NOT_A_WALLET: z.strictObject({
    field: oneOf(['recipient_ext', 'recipient_main', 'user'], 'Which field', 'recipient_ext'),
    value: words('As it was sent', EXAMPLE.wallet),
    is: oneOf(NOT_WALLETS, 'What the address is in the place of a wallet', 'mint'),
    expected: words('What belongs there', 'a wallet'),
  }),
  TOO_MANY_OPEN_WITHDRAWALS: z.strictObject({
    limit: count('How many may be open', 16),
    open: count('How many are', 16),
  }),
  DAILY_WITHDRAWALS_USED: z.strictObject({
    limit: micro('What may be withdrawn in a day', 1_000_000_000),
    used: micro('What was', 990_000_000),
    renews_at: seconds('When the next day begins'),
  }),
  RATE_LIMITED: z
    .looseObject({
      limit: words('Which limit', 'orders').optional(),
      requests: number('How many requests', 50).optional(),
      per_seconds: number('In how many seconds', 1).optional(),
      burst: number('How many at once after a rest', 100).optional(),
      retry_after_ms: number('When there is room again, in milliseconds', 20).optional(),
    })
    .describe('Of requests. A connection too many has other numbers'),
} as const satisfies Partial<Record<Code, z.ZodType>>;

/** All of them in one schema. */
export const detailsByCode = named(
  'DetailsByCode',
  z.strictObject(
    Object.fromEntries(
      Object.entries(ERROR_DETAILS)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([code, schema]) => [
          code,
          schema.meta({ description: schema.description ?? CODES[code as Code].message }),
        ]),
    ),
  ),
  'The `details` of errors, by code: those that programs act upon.',
);

type CodeWithDetails = keyof typeof ERROR_DETAILS;

const isWithDetails = (code: string): code is CodeWithDetails => Object.hasOwn(ERROR_DETAILS, code);

/** @returns what is wrong with the details of an error; null if nothing is, or the code promises none */
export function wrongDetails(code: string, details: unknown): string | null {
  if (!isWithDetails(code)) return null;
  const { success, error } = ERROR_DETAILS[code].safeParse(details);
  return success ? null : `${code} with details that it does not promise: ${error.message}`;
}
