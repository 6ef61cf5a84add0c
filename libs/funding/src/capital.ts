/**
 * Accounts of the exchange's own keys and programs. Only the exchange can close them, so their rent is its capital: no
 * user is charged for it, and it comes back where an account is empty and unused for a while.
 */
import type { FundingChain } from './chain';
import { rentLamports } from './gas-bill';
import type { GasTariff } from './gas';
import { chargeOf, exactCost } from './gas';

/**
 * - `deposit_token`: the USDC account of a user's deposit address, on ext
 * - `proxy_token`: that of the user's proxy wallet, on main
 * - `proxy`: the proxy wallet itself, which the vault program owns
 */
export const CAPITAL_KINDS = ['deposit_token', 'proxy_token', 'proxy'] as const;
export type CapitalKind = (typeof CAPITAL_KINDS)[number];

/** Bytes, as the programs make them. */
export const CAPITAL_ACCOUNTS: Readonly<
  Record<CapitalKind, { readonly chain: FundingChain; readonly bytes: number }>
> = {
  deposit_token: { chain: 'ext', bytes: 165 },
  proxy_token: { chain: 'main', bytes: 165 },
  proxy: { chain: 'main', bytes: 112 },
};

/** What the rent of one is worth, in micro-USDC, rounded up. */
export function capitalMicroUsdc(kind: CapitalKind, tariff: GasTariff): number {
  const { chain, bytes } = CAPITAL_ACCOUNTS[kind];
  const lamports = BigInt(rentLamports(chain, bytes, tariff));
  return chargeOf(exactCost({ ext: 0n, main: 0n, [chain]: lamports }, tariff), 0);
}
