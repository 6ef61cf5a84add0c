import { address } from '@solana/kit';
import type { Address } from '@solana/kit';

/** The mint of USDC on Solana. The local ext chain has its own mint at that address. */
export const USDC_EXT = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
export const USDC_DECIMALS = 6;
export const USDC_MICRO_USDC = 1_000_000n;

/** The second test token: any token the swap can route, with other decimals than USDC. 0.02 USDC each. */
export const TOKEN_DECIMALS = 5;
export const TOKEN_MICRO_USDC = 20_000n;

/** In the token bridge's custody from the start; its counterpart belongs to the faucet and the treasury of main. */
export const FAUCET_STOCK_MICRO_USDC = 1_000_000_000n * USDC_MICRO_USDC;
export const TREASURY_STOCK_MICRO_USDC = 100_000_000n * USDC_MICRO_USDC;
export const CUSTODY_MICRO_USDC = FAUCET_STOCK_MICRO_USDC + TREASURY_STOCK_MICRO_USDC;
export const SWAP_STOCK_MICRO_USDC = 1_000_000_000n * USDC_MICRO_USDC;
export const SWAP_STOCK_TOKEN = 10n ** 9n * 10n ** BigInt(TOKEN_DECIMALS);
/** For fees and rent, and for the swap's payments in native units. */
export const STOCK_LAMPORTS = 1_000_000n * 10n ** 9n;

/** A token available on a chain. */
export interface NetworkToken {
  readonly mint: Address;
  readonly decimals: number;
}

/** The most that may leave the vault in a UTC day: everything, so that no test waits a day. */
export const VAULT_DAILY_LIMIT_MICRO_USDC = CUSTODY_MICRO_USDC;
