/** Order, sign, cancel and cancel-all, as users sign them (gateway) and as builders send them (signer). */
import { ORDER_TYPES, OUTCOMES, SIDES } from '@bellwether/exchange';
import type { OrderCommand } from '@bellwether/exchange';
import { z } from 'zod';
import {
  builderFeeBps,
  marketId,
  nonce,
  orderId,
  price,
  publicKey,
  signature,
  size,
  word,
} from './fields';

/** An order's terms in the domain's words: what both sides sign, plus the two fields outside the signature. */
export type OrderTerms = Omit<OrderCommand, 'kind' | 'builder' | 'signature'>;

const orderFields = {
  user: publicKey,
  market_id: marketId,
  side: word(SIDES),
  outcome: word(OUTCOMES),
  price,
  size,
  order_type: word(ORDER_TYPES),
  nonce,
};

type OrderBody = z.infer<z.ZodObject<typeof orderFields>> & { fee_bps: number };

const orderTerms = (body: OrderBody): OrderTerms => ({
  user: body.user,
  marketId: body.market_id,
  outcome: body.outcome,
  side: body.side,
  price: body.price,
  size: body.size,
  orderType: body.order_type,
  nonce: body.nonce,
  feeBps: body.fee_bps,
});

/** `POST /v1/submit` and `POST /v1/sign` of the signer: the key's own cap of `fee_bps` is checked there. */
export const orderRequest = z
  .strictObject({ ...orderFields, fee_bps: builderFeeBps.default(0) })
  .transform(orderTerms);

const NO_FEE = '0 or absent: only builders charge a fee';

/** `POST /v1/orders` of the gateway: the user signs the 90 bytes; there is no builder and so no builder's fee. */
export const signedOrderRequest = z
  .strictObject({
    ...orderFields,
    fee_bps: z.literal(0, { error: NO_FEE }).default(0),
    signature,
  })
  .transform((body) => ({ ...orderTerms(body), signature: body.signature }));

const cancelFields = { user: publicKey, market_id: marketId, order_id: orderId };

/** `POST /v1/cancel` of the signer. */
export const cancelRequest = z.strictObject(cancelFields).transform((body) => ({
  user: body.user,
  marketId: body.market_id,
  orderId: body.order_id,
}));

/** `POST /v1/orders/cancel` of the gateway. */
export const signedCancelRequest = z
  .strictObject({ ...cancelFields, signature })
  .transform((body) => ({
    user: body.user,
    marketId: body.market_id,
    orderId: body.order_id,
    signature: body.signature,
  }));

const cancelAllFields = { user: publicKey, market_id: marketId.optional(), nonce };

/** `POST /v1/cancel-all` of the signer; without `market_id` in all markets. */
export const cancelAllRequest = z.strictObject(cancelAllFields).transform((body) => ({
  user: body.user,
  marketId: body.market_id ?? null,
  nonce: body.nonce,
}));

/** `POST /v1/orders/cancel-all` of the gateway. */
export const signedCancelAllRequest = z
  .strictObject({ ...cancelAllFields, signature })
  .transform((body) => ({
    user: body.user,
    marketId: body.market_id ?? null,
    nonce: body.nonce,
    signature: body.signature,
  }));

export type SignedOrderRequest = z.infer<typeof signedOrderRequest>;
export type SignedCancelRequest = z.infer<typeof signedCancelRequest>;
export type SignedCancelAllRequest = z.infer<typeof signedCancelAllRequest>;
export type CancelRequest = z.infer<typeof cancelRequest>;
export type CancelAllRequest = z.infer<typeof cancelAllRequest>;
