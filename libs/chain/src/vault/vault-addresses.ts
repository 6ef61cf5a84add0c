import { vaultSeeds } from '@bellwether/vault-program';
import type { Address } from '../address';
import { associatedTokenAddress, derivedAddress } from '../tokens/token-address';

/** A deployment of the vault program and its fixed addresses. */
export interface Vault {
  readonly program: Address;
  /** The mint it holds: wrapped USDC of main. */
  readonly mint: Address;
  readonly state: Address;
  /** The token account that holds all users' money; owned by the state. */
  readonly token: Address;
}

/** Where a user's deposits arrive on main. */
export interface ProxyWallet {
  /** Holds its lamports; no one has a key to it. */
  readonly wallet: Address;
  /** Its associated token account of the vault's mint, which receives USDC. */
  readonly token: Address;
}

export async function vaultAt(program: Address, mint: Address): Promise<Vault> {
  const state = await derivedAddress(program, vaultSeeds.state());
  return { program, mint, state, token: await associatedTokenAddress(state, mint) };
}

/** @param user the user's 32-byte public key */
export async function proxyWalletOf(vault: Vault, user: Uint8Array): Promise<ProxyWallet> {
  const wallet = await derivedAddress(vault.program, vaultSeeds.proxy(user));
  return { wallet, token: await associatedTokenAddress(wallet, vault.mint) };
}
