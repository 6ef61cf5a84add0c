import type { AsOf, ReplyOf } from '@bellwether/exchange';
import { z } from 'zod';
import { count, market, micro, named, placeFields } from './fields';
import type { Answer } from './fields';
import { presentMarketId, presentPlace } from './units';

export const redeemedAnswer = named(
  'Redeemed',
  z.strictObject({
    market_id: market(),
    size: count('Pairs that were redeemed: as many YES as NO are gone', 10),
    paid_micro_usdc: micro('What was paid for them', 10_000_000),
    nonce: count('As it was sent', 1),
    ...placeFields,
  }),
  'Pairs of contracts that were redeemed for 1 USD each.',
);
export type RedeemedAnswer = Answer<typeof redeemedAnswer>;

export const presentRedeemed = (
  reply: Pick<ReplyOf<'redeem'>, 'marketId' | 'size' | 'paidMicroUsdc' | 'nonce'>,
  asOf: AsOf,
): RedeemedAnswer => ({
  market_id: presentMarketId(reply.marketId),
  size: reply.size,
  paid_micro_usdc: reply.paidMicroUsdc,
  nonce: reply.nonce,
  ...presentPlace(asOf),
});
