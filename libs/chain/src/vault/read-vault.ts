/**
 * The vault's accounts, finalized, as every witness shows them. An account owned by another program counts as absent.
 */
import { DecodeError } from '@bellwether/codec';
import { Fault } from '@bellwether/errors';
import { decodeProxy, decodeVaultState } from '@bellwether/vault-program';
import type { Proxy, VaultState } from '@bellwether/vault-program';
import type { ChainAccount } from '../accounts/read-accounts';
import type { Address } from '../address';
import type { Chain } from '../connect-chain';
import { parseTokenAccount } from '../tokens/token-account';
import { proxyWalletOf } from './vault-addresses';
import type { Vault } from './vault-addresses';

type Reader = Pick<Chain, 'readAccount'>;

/** @returns null if the vault does not exist yet @throws Fault (retry) if it is of an unknown version */
export const readVault = (chain: Reader, vault: Vault): Promise<VaultState | null> =>
  read(chain, vault, vault.state, decodeVaultState);

export interface VaultHolding {
  /** The balance of the vault's token account, including gifts from anyone. Micro-USDC. */
  readonly held: bigint;
  readonly state: VaultState;
  readonly slot: number;
}

/** The vault's sums and balance, as of one slot. Null and errors as in `readVault`. */
export async function readVaultHolding(
  chain: Pick<Chain, 'readAccounts'>,
  vault: Vault,
): Promise<VaultHolding | null> {
  const { slot, accounts } = await chain.readAccounts([vault.state, vault.token]);
  const [stateAccount, token] = accounts;
  const state = decoded(stateAccount, vault, decodeVaultState);
  if (state === null) return null;
  return { held: token ? (parseTokenAccount(token)?.amount ?? 0n) : 0n, state, slot };
}

/** @returns null if the user has no proxy wallet yet */
export const readProxy = async (
  chain: Reader,
  vault: Vault,
  user: Uint8Array,
): Promise<Proxy | null> =>
  read(chain, vault, (await proxyWalletOf(vault, user)).wallet, decodeProxy);

/** The proxy wallet in an account that was read; null and errors as in `readProxy`. */
export const proxyIn = (account: ChainAccount | null | undefined, vault: Vault): Proxy | null =>
  decoded(account, vault, decodeProxy);

const read = async <T>(
  chain: Reader,
  vault: Vault,
  at: Address,
  decode: (data: Uint8Array) => T,
): Promise<T | null> => decoded(await chain.readAccount(at), vault, decode);

function decoded<T>(
  account: ChainAccount | null | undefined,
  vault: Vault,
  decode: (data: Uint8Array) => T,
): T | null {
  // Anyone may send lamports to an address before the vault creates its account there.
  if (!account || account.program !== vault.program) return null;
  try {
    return decode(account.data);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new Fault('retry', `the vault's account ${account.address} has another layout`, {
      cause: error,
    });
  }
}
