/** The vault's accounts, finalized, as every witness shows them. An account of another program counts as not there. */
import { DecodeError } from '@bellwether/codec';
import { Fault } from '@bellwether/errors';
import { decodeProxy, decodeVaultState, decodeWithdrawal } from '@bellwether/vault-program';
import type { Proxy, VaultState, Withdrawal } from '@bellwether/vault-program';
import type { Address } from '../address';
import type { Chain } from '../connect-chain';
import { proxyWalletOf, withdrawalAddress } from './vault-addresses';
import type { Vault } from './vault-addresses';

type Reader = Pick<Chain, 'readAccount'>;

/** @returns null where the vault was not made yet @throws Fault (retry) where it is of a version we do not know */
export const readVault = (chain: Reader, vault: Vault): Promise<VaultState | null> =>
  read(chain, vault, vault.state, decodeVaultState);

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

async function read<T>(
  chain: Reader,
  vault: Vault,
  at: Address,
  decode: (data: Uint8Array) => T,
): Promise<T | null> {
  const account = await chain.readAccount(at);
  // Anyone may send lamports to an address before the vault makes its account there.
  if (account === null || account.program !== vault.program) return null;
  try {
    return decode(account.data);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new Fault('retry', `the vault's account ${at} has another layout`, { cause: error });
  }
}
