import { TIER_CAPS_MICRO_USDC } from './limits';

/** 0 retail, 1 liquidity provider, 2 institutional. */
export const TIERS = [0, 1, 2] as const;
export type Tier = (typeof TIERS)[number];

export const isTier = (value: number): value is Tier => value === 0 || value === 1 || value === 2;

/** The highest amount of one deposit in this tier, inclusive. */
export const tierCapMicroUsdc = (tier: Tier): number => TIER_CAPS_MICRO_USDC[tier];
