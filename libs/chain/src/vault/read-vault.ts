/** The vault's accounts, finalized, as every witness shows them. An account of another program counts as not there. */
import { DecodeError } from '@bellwether/codec';
import { Fault } from '@bellwether/errors';
import { decodeProxy, decodeVaultState, decodeWithdrawal } from '@bellwether/vault-program';
import type { Proxy, VaultState, Withdrawal } from '@bellwether/vault-program';
import type { ChainAccount } from '../accounts/read-accounts';
import type { Address } from '../address';
import type { Chain } from '../connect-chain';
import { parseTokenAccount } from '../tokens/token-account';
import { proxyWalletOf, withdrawalAddress } from './vault-addresses';
import type { Vault } from './vault-addresses';

type Reader = Pick<Chain, 'readAccount'>;

/** @returns null where the vault was not made yet @throws Fault (retry) where it is of a version we do not know */
export const readVault = (chain: Reader, vault: Vault): Promise<VaultState | null> =>
  read(chain, vault, vault.state, decodeVaultState);

export interface VaultHolding {
  /** What lies in the vault's token account, anybody's gifts included. Micro-USDC. */
  readonly held: bigint;
  readonly state: VaultState;
  readonly slot: number;
}

/** The vault's sums and what it holds, of one slot. Null and errors as of `readVault`. */
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

/** @returns null where the user has no proxy wallet yet */
export const readProxy = async (
  chain: Reader,
  vault: Vault,
  user: Uint8Array,
): Promise<Proxy | null> =>
  read(chain, vault, (await proxyWalletOf(vault, user)).wallet, decodeProxy);

/** @returns null as long as the withdrawal was not paid */
export const readWithdrawal = async (
  chain: Reader,
  vault: Vault,
  withdrawalId: Uint8Array,
): Promise<Withdrawal | null> =>
  read(chain, vault, await withdrawalAddress(vault, withdrawalId), decodeWithdrawal);

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
  // Anyone may send lamports to an address before the vault makes its account there.
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
