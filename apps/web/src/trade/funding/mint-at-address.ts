import type { Deposit } from '@bellwether/client';

/** Native tokens have none: 32 zeros stand for it. */
const NATIVE = '1'.repeat(32);

/** The mint of a rejected deposit's amount at its address. */
export function mintAtAddress({ source_token: token, stage }: Deposit, usdc: string): string {
  // A swapped deposit is there as USDC.
  if (token === 'USDC' || stage === 'bridge') return usdc;
  return token === 'SOL' ? NATIVE : token;
}
