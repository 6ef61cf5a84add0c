import { clientId, marketId, network, nonceOf, user } from './named-fields';
import { u64 } from './field';
import { signedForm } from './signed-form';
import type { MessageOf } from './signed-form';

/** Redeems pairs of contracts for 1 USD each. */
export const redeemForm = signedForm(
  0x06,
  {
    network,
    market_id: marketId,
    user,
    size: u64('Pairs of contracts: as many YES as NO, none of them locked in an order'),
    nonce: nonceOf('order'),
  },
  { beside: { client_id: clientId } },
);

/** `size` in pairs of contracts, one YES and one NO each; the nonce is of the kind `order`. */
export type RedeemMessage = MessageOf<typeof redeemForm>;
