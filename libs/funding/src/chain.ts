/** `ext`: the chain users deposit from. `main`: the chain that holds the balances. */
export const FUNDING_CHAINS = ['ext', 'main'] as const;
export type FundingChain = (typeof FUNDING_CHAINS)[number];
