/**
 * The `details` of errors, by code: those that programs act upon. Codes that are not here have none, or some that are
 * for people alone. Every answer that a test of the edges sees is held to these.
 */
import { MARKET_STATUSES, ORDER_STATUSES } from '@bellwether/exchange';
import { NOT_WALLETS } from '@bellwether/funding';
import { z } from 'zod';
import { orderAnswer } from './order';

/** Of a nonce that is not above the last one used: whether it was used itself. */
const FATES = ['never_used', 'forgotten'] as const;

const funds = z.strictObject({
  required: z.int(),
  available: z.int(),
  locked: z.int(),
  shortfall: z.int(),
});
const wrongField = {
  field: z.string(),
  /** Absent if the field is. */
  value: z.unknown().optional(),
  expected: z.string().optional(),
};

export const ERROR_DETAILS = {
  VALIDATION_FAILED: z.looseObject({
    ...wrongField,
    others: z.array(z.looseObject(wrongField)).optional(),
  }),
  NONCE_REUSED: z.strictObject({ nonce: z.int(), last_nonce: z.int() }),
  NONCE_TOO_LOW: z.strictObject({ last_nonce: z.int(), fate: z.enum(FATES) }),
  MARKET_NOT_FOUND: z.strictObject({ market_id: z.string() }),
  MARKET_NOT_ACTIVE: z.strictObject({ status: z.enum(MARKET_STATUSES) }),
  /** Of an order by its id, or by its nonce. */
  ORDER_NOT_FOUND: z.strictObject({
    order_id: z.int().optional(),
    nonce: z.int().optional(),
    last_nonce: z.int().optional(),
  }),
  /** `order`: in its final state. */
  ORDER_NOT_OPEN: z.strictObject({
    order: orderAnswer,
    order_id: z.int().optional(),
    status: z.enum(ORDER_STATUSES).optional(),
  }),
  INSUFFICIENT_BALANCE: funds,
  /** `outcome`: of a redemption, which takes both. */
  INSUFFICIENT_POSITION: funds.extend({ outcome: z.enum(['yes', 'no']).optional() }),
  FOK_NOT_FILLED: z.strictObject({ size: z.int(), fillable: z.int() }),
  /** In the order's outcome. */
  POST_ONLY_WOULD_MATCH: z.strictObject({ best_price: z.int() }),
  /** `minimum`: contracts at this price. */
  ORDER_TOO_SMALL: z.strictObject({
    field: z.literal('size'),
    value: z.int(),
    minimum: z.int(),
    cost: z.int(),
    minimum_cost: z.int(),
  }),
  REDUCE_ONLY_EXCEEDED: z.strictObject({ size: z.int(), reducible: z.int() }),
  /** `equity`: where the limit depends on it. */
  TOO_MANY_OPEN_ORDERS: z.strictObject({ limit: z.int(), equity: z.int().optional() }),
  GAS_DEBT_UNPAID: z.strictObject({ gas_debt: z.int() }),
  FEE_ABOVE_MAX: z.strictObject({ gas_fee: z.int(), max_gas_fee: z.int() }),
  AMOUNT_BELOW_GAS: z.looseObject({ amount: z.int(), gas_fee: z.int() }),
  AMOUNT_BELOW_MINIMUM: z.looseObject({ value: z.int(), minimum: z.int() }),
  /** `is`: what the address is in the place of a wallet. */
  RECIPIENT_NOT_A_WALLET: z.strictObject({
    field: z.enum(['recipient_ext', 'recipient_main']),
    value: z.string(),
    is: z.enum(NOT_WALLETS),
    expected: z.string(),
  }),
  TOO_MANY_OPEN_WITHDRAWALS: z.strictObject({ limit: z.int(), open: z.int() }),
  DAILY_WITHDRAWALS_USED: z.strictObject({ limit: z.int(), used: z.int(), renews_at: z.int() }),
  /** Of requests. A connection too many has other numbers. */
  RATE_LIMITED: z.looseObject({
    limit: z.string().optional(),
    requests: z.number().optional(),
    per_seconds: z.number().optional(),
    burst: z.number().optional(),
    retry_after_ms: z.number().optional(),
  }),
} as const;

export type CodeWithDetails = keyof typeof ERROR_DETAILS;
export type ErrorDetailsOf<C extends CodeWithDetails> = z.infer<(typeof ERROR_DETAILS)[C]>;

const isWithDetails = (code: string): code is CodeWithDetails => Object.hasOwn(ERROR_DETAILS, code);

/** @returns what is wrong with the details of an error; null if nothing is, or the code promises none */
export function wrongDetails(code: string, details: unknown): string | null {
  if (!isWithDetails(code)) return null;
  const { success, error } = ERROR_DETAILS[code].safeParse(details);
  return success ? null : `${code} with details that it does not promise: ${error.message}`;
}
