/** The bodies of docs/protocol/http.md, section 6, about deposits and withdrawals. */
import { FUNDING_CHAINS, TIERS } from '@bellwether/funding';
import { z } from 'zod';
import { named } from '../answer/fields';
import { integer, publicKey, word } from './fields';

const TIER_MESSAGE = `an integer from 0 to ${TIERS.length - 1}`;

/** `POST /admin/bridge/user-tier` */
export const userTierRequest = named(
  'UserTierRequest',
  z.strictObject({
    user: publicKey,
    tier: z.literal(TIERS, { error: TIER_MESSAGE }).meta({
      description: '0: everyone; 1: liquidity providers; 2: institutions',
      example: 1,
    }),
  }),
  'The tier of a user, which caps its deposits.',
);

/** `POST /admin/bridge/invalidate-tier-cache` */
export const tierCacheRequest = named(
  'TierCacheRequest',
  z.strictObject({ user: publicKey }),
  'Whose tier to read again.',
);

/** `POST /admin/bridge/executor` */
export const bridgeExecutorRequest = named(
  'BridgeExecutorRequest',
  z.strictObject({
    enabled: z
      .boolean({ error: 'true or false' })
      .meta({ description: 'Whether new deposits are sent over the bridge', example: true }),
  }),
  'The switch of the bridge.',
);

/** `PUT /admin/bridge/daily-cap`; 0 stops all deposits under the cap. */
export const dailyCapRequest = named(
  'DailyCapRequest',
  z
    .strictObject({
      micro_usdc: integer(0, Number.MAX_SAFE_INTEGER, ' (micro-USDC)').meta({
        description: 'What all users together may bring a day, in micro-USDC; 0 lets nothing in',
        example: 100_000_000_000,
      }),
    })
    .transform((body) => ({ microUsdc: body.micro_usdc })),
  'The daily cap of the bridge.',
);

/** `POST /admin/scan/step-over` */
export const stepOverRequest = named(
  'StepOverRequest',
  z.strictObject({
    chain: word(FUNDING_CHAINS).meta({
      description: 'Whose scan it is: `ext`, where deposits come in, or `main`',
      example: 'ext',
    }),
    slot: integer(1, Number.MAX_SAFE_INTEGER).meta({
      description: 'The slot of the block, as the alarm `block_unreadable` names it',
      example: 312_000_000,
    }),
  }),
  'A block that the scan is to step over.',
);

export type UserTierRequest = z.infer<typeof userTierRequest>;
export type TierCacheRequest = z.infer<typeof tierCacheRequest>;
export type BridgeExecutorRequest = z.infer<typeof bridgeExecutorRequest>;
export type DailyCapRequest = z.infer<typeof dailyCapRequest>;
export type StepOverRequest = z.infer<typeof stepOverRequest>;
