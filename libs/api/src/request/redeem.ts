/** Redeeming pairs of contracts, as users sign it (gateway) and as builders send it (signer). */
import { redeemForm } from '@bellwether/canonical-message';
import { MAX_ORDER_SIZE } from '@bellwether/exchange';
import type { z } from 'zod';
import { named } from '../answer/fields';
import { integer, nonce } from './fields';
import { requestsOf } from './form-fields';

const { byBuilder, byUser } = requestsOf(redeemForm, {
  size: integer(1, MAX_ORDER_SIZE, ' (pairs of contracts)').meta({
    description: 'How many pairs: as many YES as NO, none of them locked in an order',
    example: 10,
  }),
  nonce: nonce.describe('Of the kind `order`: higher than any that an order or a redemption used'),
});

/** `POST /v1/redeem` of the signer. */
export const redeemRequest = named(
  'RedeemRequest',
  byBuilder,
  'Pairs of contracts of a user of the calling builder, for 1 USD each.',
);

/** `POST /v1/positions/redeem` of the gateway. */
export const signedRedeemRequest = named(
  'SignedRedeemRequest',
  byUser,
  'Pairs of contracts for 1 USD each, signed by their holder.',
);

export type RedeemRequest = z.infer<typeof redeemRequest>;
export type SignedRedeemRequest = z.infer<typeof signedRedeemRequest>;
