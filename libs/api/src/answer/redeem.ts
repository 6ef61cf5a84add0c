import { z } from 'zod';
import { clientId, count, market, micro, named, placeFields } from './fields';

export const redeemedAnswer = named(
  'Redeemed',
  z.strictObject({
    market_id: market(),
    size: count('Pairs that were redeemed: as many YES as NO are gone', 10),
    paid_micro_usdc: micro('What was paid for them', 10_000_000),
    nonce: count('As it was sent', 1),
    ...clientId,
    ...placeFields,
  }),
  'Pairs of contracts that were redeemed for 1 USD each.',
);
