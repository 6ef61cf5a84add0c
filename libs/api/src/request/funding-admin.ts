/** The admin bodies of decisions 9 and 10 that are about deposits and withdrawals. */
import { MAX_REFERENCE_BYTES } from '@bellwether/exchange';
import { TIERS } from '@bellwether/funding';
import { z } from 'zod';
import { chainAddress, integer, publicKey, text } from './fields';

const TIER_MESSAGE = `an integer from 0 to ${TIERS.length - 1}`;

/** `POST /admin/bridge/user-tier` */
export const userTierRequest = z.strictObject({
  user: publicKey,
  tier: z.literal(TIERS, { error: TIER_MESSAGE }),
});

/** `POST /admin/bridge/invalidate-tier-cache` */
export const tierCacheRequest = z.strictObject({ user: publicKey });

/** `POST /admin/bridge/executor` */
export const bridgeExecutorRequest = z.strictObject({
  enabled: z.boolean({ error: 'true or false' }),
});

/** `PUT /admin/bridge/daily-cap`; 0 lets nothing in. */
export const dailyCapRequest = z
  .strictObject({ micro_usdc: integer(0, Number.MAX_SAFE_INTEGER, ' (micro-USDC)') })
  .transform((body) => ({ microUsdc: body.micro_usdc }));

/** `POST /admin/recoveries`: once a `reference`. */
export const operatorRecoverRequest = z
  .strictObject({
    user: publicKey,
    mint: chainAddress,
    recipient_ext: chainAddress,
    reference: text({ maxBytes: MAX_REFERENCE_BYTES }),
  })
  .transform(({ recipient_ext: recipient, ...body }) => ({ ...body, recipient }));

export type UserTierRequest = z.infer<typeof userTierRequest>;
export type TierCacheRequest = z.infer<typeof tierCacheRequest>;
export type BridgeExecutorRequest = z.infer<typeof bridgeExecutorRequest>;
export type DailyCapRequest = z.infer<typeof dailyCapRequest>;
export type OperatorRecoverRequest = z.infer<typeof operatorRecoverRequest>;
