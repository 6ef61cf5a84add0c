import type { Deposit } from '@bellwether/client';

/** Native tokens have none: 32 zeros stand for it. */
const NATIVE = '1'.repeat(32);

/** What lies at the deposit address of a deposit that was not taken, by its mint. */
export function mintAtAddress({ source_token: token, stage }: Deposit, usdc: string): string {
  // What was exchanged lies there as USDC.
  if (token === 'USDC' || stage === 'bridge') return usdc;
  return token === 'SOL' ? NATIVE : token;
}
