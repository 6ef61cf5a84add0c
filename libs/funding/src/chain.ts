/** `ext`: users deposit from it. `main`: balances are held on it. */
export const FUNDING_CHAINS = ['ext', 'main'] as const;
export type FundingChain = (typeof FUNDING_CHAINS)[number];
