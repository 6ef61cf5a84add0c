/** Order, sign, cancel and cancel-all, as users sign them (gateway) and as builders send them (signer). */
import {
  FULL_TERMS,
  cancelAllForm,
  cancelForm,
  laterFullTerms,
  orderForm,
} from '@bellwether/canonical-message';
import type { FullTerms, OrderForm, PreviewTerms } from '@bellwether/exchange';
import { z } from 'zod';
import { named } from '../answer/fields';
import { AN_OBJECT, builderFeeBps, microUsdc, signature } from './fields';
import { clientIdOf, reader, requestsOf, schemasOf } from './form-fields';
import { bySigner, signer } from './owner-text';

/** An order as a domain value: what is signed, plus what its form leaves unsigned. */
export type OrderTerms = OrderForm;

const { user, market_id, side, outcome, price, size, nonce } = schemasOf(orderForm.fields);
const { order_type, client_id } = schemasOf(orderForm.beside);
const termFields = { user, market_id, side, outcome, price, size, order_type };
/** With any of these an order is of the full form, whose signature covers all of its terms. */
const fullFormFields = schemasOf(FULL_TERMS);
type FullFormBody = z.infer<z.ZodObject<typeof fullFormFields>>;
const FULL_FORM_NAMES = Object.keys(fullFormFields) as (keyof FullFormBody)[];
const readFullTerms = reader<FullTerms>(FULL_TERMS, laterFullTerms);

const fullFormTerms = (body: FullFormBody) =>
  FULL_FORM_NAMES.every((name) => body[name] === undefined) ? {} : { terms: readFullTerms(body) };

const orderFields = { ...termFields, ...fullFormFields, nonce, client_id };

type TermsBody = z.infer<z.ZodObject<typeof termFields>> & FullFormBody & { fee_bps: number };

const whatIsTraded = (body: Omit<TermsBody, 'user' | 'size'>) => ({
  marketId: body.market_id,
  outcome: body.outcome,
  side: body.side,
  price: body.price,
  orderType: body.order_type,
  feeBps: body.fee_bps,
  ...fullFormTerms(body),
});
const orderTerms = (
  body: TermsBody & { nonce: number; client_id?: Uint8Array | undefined },
): OrderTerms => ({
  ...whatIsTraded(body),
  user: body.user,
  size: body.size,
  nonce: body.nonce,
  ...clientIdOf(body),
});

/** `POST /v1/submit` and `POST /v1/sign` of the signer, which also checks the key's own cap of `fee_bps`. */
export const orderRequest = named(
  'OrderRequest',
  z
    .strictObject({ ...orderFields, fee_bps: builderFeeBps.default(0) }, AN_OBJECT)
    .transform(orderTerms),
  'An order of a user of the calling builder.',
);

const previewFields = {
  ...termFields,
  ...fullFormFields,
  user: user
    .describe('Whose order it would be; without it nobody’s means are looked at')
    .optional(),
  size: size.optional(),
  budget_micro_usdc: microUsdc
    .meta({
      description:
        'In place of `size`: what a buy may take with all fees; it is of as many contracts as that pays for',
      example: undefined,
    })
    .optional(),
  fee_bps: builderFeeBps.default(0),
};
type PreviewBody = z.infer<z.ZodObject<typeof previewFields>>;

function requireOneSize(
  { size: given, budget_micro_usdc: budget }: PreviewBody,
  context: { addIssue(issue: { code: 'custom'; message: string; path: [string] }): void },
): void {
  if ((given === undefined) !== (budget === undefined)) return;
  const message =
    given === undefined
      ? 'given, or `budget_micro_usdc` in its place'
      : 'absent, or `budget_micro_usdc` is: only one of the two';
  context.addIssue({ code: 'custom', path: ['size'], message });
}
const isOfBuy = ({ side, budget_micro_usdc: budget }: PreviewBody): boolean =>
  side === 'buy' || budget === undefined;

const previewTerms = (body: PreviewBody): PreviewTerms => ({
  ...whatIsTraded(body),
  ...(body.user === undefined ? {} : { user: body.user }),
  ...(body.budget_micro_usdc === undefined
    ? { size: body.size! }
    : { budgetMicroUsdc: body.budget_micro_usdc }),
});

/** `POST /v1/preview` of the gateway: the terms of an order. Nothing is signed and no nonce is used. */
export const previewRequest = named(
  'PreviewRequest',
  z
    .strictObject(previewFields)
    .superRefine(requireOneSize)
    .refine(isOfBuy, { path: ['budget_micro_usdc'], error: 'absent: a sell has a size' })
    .transform(previewTerms),
  'An order that may come. `fee_bps` is what its builder would charge.',
);

const NO_FEE = '0 or absent: only builders charge a fee';

/** `POST /v1/orders` of the gateway: the user signs the order's form. There is no builder, so no builder fee. */
export const signedOrderRequest = named(
  'SignedOrderRequest',
  z
    .strictObject(
      {
        ...orderFields,
        fee_bps: z
          .literal(0, { error: NO_FEE })
          .default(0)
          .meta({ description: '0 or absent: only builders charge a fee', example: 0 }),
        signer,
        signature,
      },
      AN_OBJECT,
    )
    .transform((body) => ({ ...orderTerms(body), ...bySigner(body), signature: body.signature })),
  'An order that its user has signed.',
);

const cancel = requestsOf(cancelForm);

/** `POST /v1/cancel` of the signer. */
export const cancelRequest = named('CancelRequest', cancel.byBuilder, 'The cancel of one order.');

/** `POST /v1/orders/cancel` of the gateway. */
export const signedCancelRequest = named(
  'SignedCancelRequest',
  cancel.byUser,
  'The cancel of one order, signed by its user.',
);

const cancelAll = requestsOf(cancelAllForm);

/** `POST /v1/cancel-all` of the signer; all markets without `market_id`. */
export const cancelAllRequest = named(
  'CancelAllRequest',
  cancelAll.byBuilder,
  'The cancel of all open orders of a user.',
);

/** `POST /v1/orders/cancel-all` of the gateway. */
export const signedCancelAllRequest = named(
  'SignedCancelAllRequest',
  cancelAll.byUser,
  'The cancel of all open orders of a user, signed by it.',
);

export type PreviewRequest = z.infer<typeof previewRequest>;
export type SignedOrderRequest = z.infer<typeof signedOrderRequest>;
export type SignedCancelRequest = z.infer<typeof signedCancelRequest>;
export type SignedCancelAllRequest = z.infer<typeof signedCancelAllRequest>;
export type CancelRequest = z.infer<typeof cancelRequest>;
export type CancelAllRequest = z.infer<typeof cancelAllRequest>;
