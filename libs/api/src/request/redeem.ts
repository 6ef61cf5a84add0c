/** Redeeming pairs of contracts, as users sign it (gateway) and as builders send it (signer). */
import { MAX_ORDER_SIZE } from '@bellwether/exchange';
import { z } from 'zod';
import { named } from '../answer/fields';
import { integer, marketId, nonce, publicKey, signature } from './fields';
import { bySigner, signer } from './owner-text';

const redeemFields = {
  user: publicKey,
  market_id: marketId,
  size: integer(1, MAX_ORDER_SIZE, ' (pairs of contracts)').meta({
    description: 'How many pairs: as many YES as NO, none of them locked in an order',
    example: 10,
  }),
  nonce: nonce.describe('Of the kind `order`: higher than any that an order or a redemption used'),
};

/** `POST /v1/redeem` of the signer. */
export const redeemRequest = named(
  'RedeemRequest',
  z.strictObject(redeemFields).transform((body) => ({
    user: body.user,
    marketId: body.market_id,
    size: body.size,
    nonce: body.nonce,
  })),
  'Pairs of contracts of a user of the calling builder, for 1 USD each.',
);

/** `POST /v1/positions/redeem` of the gateway. */
export const signedRedeemRequest = named(
  'SignedRedeemRequest',
  z.strictObject({ ...redeemFields, signer, signature }).transform((body) => ({
    user: body.user,
    marketId: body.market_id,
    size: body.size,
    nonce: body.nonce,
    ...bySigner(body),
    signature: body.signature,
  })),
  'Pairs of contracts for 1 USD each, signed by their holder.',
);

export type RedeemRequest = z.infer<typeof redeemRequest>;
export type SignedRedeemRequest = z.infer<typeof signedRedeemRequest>;
