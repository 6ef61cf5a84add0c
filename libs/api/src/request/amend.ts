/** Another price or size of a resting order, as users sign it (gateway) and as builders send it (signer). */
import { z } from 'zod';
import { named } from '../answer/fields';
import { AN_OBJECT, marketId, nonce, orderId, price, publicKey, signature, size } from './fields';
import { bySigner, signer } from './owner-text';

const amendFields = {
  user: publicKey,
  market_id: marketId,
  order_id: orderId,
  price,
  size: size.describe('How many contracts are open after it'),
  nonce: nonce.describe('Of the kind `order`'),
};
const amendTerms = (body: z.infer<z.ZodObject<typeof amendFields>>) => ({
  user: body.user,
  marketId: body.market_id,
  orderId: body.order_id,
  price: body.price,
  size: body.size,
  nonce: body.nonce,
});

/** `POST /v1/amend` of the signer. */
export const amendRequest = named(
  'AmendRequest',
  z.strictObject(amendFields, AN_OBJECT).transform(amendTerms),
  'Another price or size of a resting order.',
);

/** `POST /v1/orders/amend` of the gateway. */
export const signedAmendRequest = named(
  'SignedAmendRequest',
  z
    .strictObject({ ...amendFields, signer, signature }, AN_OBJECT)
    .transform((body) => ({ ...amendTerms(body), ...bySigner(body), signature: body.signature })),
  'Another price or size of a resting order, signed by its user.',
);

export type AmendRequest = z.infer<typeof amendRequest>;
export type SignedAmendRequest = z.infer<typeof signedAmendRequest>;
