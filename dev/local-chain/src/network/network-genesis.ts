import type { ChainName } from '@bellwether/wormhole';
import type { Genesis } from '../chain/genesis';
import { associatedTokenAddress } from '../associated-token';
import { readCheckoutFile } from './checkout-file';
import { guardianSetOf } from '../wormhole/guardian-keys';
import { wormholeGenesis } from '../wormhole/wormhole-genesis';
import { wallet } from './genesis-account';
import { tokensOfExt, tokensOfMain, usdcOfMain } from './genesis-tokens';
import { STOCK_LAMPORTS } from './network-assets';
import { NETWORK_ROLES } from './network-keys';
import type { NetworkKeys } from './network-keys';
import { SPLIT_PROGRAM, VAULT_PROGRAM, vaultStateAddress } from './network-programs';

/** Roles that sign on the chains and so pay fees and rent. The faucet gets its native units from its chain. */
const WALLETS = NETWORK_ROLES.filter((role) => role !== 'faucet');

/** The content of a network's chain before its first block. */
export async function networkGenesis(chain: ChainName, keys: NetworkKeys): Promise<Genesis> {
  const wallets = {
    accounts: WALLETS.map((role) => wallet(keys.signers[role].address, STOCK_LAMPORTS)),
  };
  const wormhole = await wormholeGenesis({ chain, guardianSets: [guardianSetOf(keys.guardians)] });
  const split = {
    programs: [{ address: SPLIT_PROGRAM, elf: readCheckoutFile('libs/split-program/split.so') }],
  };
  if (chain === 'ext') return together([wallets, wormhole, split, await tokensOfExt(keys)]);
  return together([wallets, wormhole, split, await tokensOfMain(keys), await vaultGenesis()]);
}

/** The vault's program and the token account that `initialize` requires. */
async function vaultGenesis(): Promise<Genesis> {
  const mint = await usdcOfMain();
  const holding = { mint, owner: await vaultStateAddress() };
  return {
    programs: [{ address: VAULT_PROGRAM, elf: readCheckoutFile('libs/vault-program/vault.so') }],
    tokenAccounts: [{ ...holding, address: await associatedTokenAddress(holding), amount: 0n }],
  };
}

function together(parts: readonly Genesis[]): Genesis {
  return {
    programs: parts.flatMap(({ programs }) => programs ?? []),
    mints: parts.flatMap(({ mints }) => mints ?? []),
    tokenAccounts: parts.flatMap(({ tokenAccounts }) => tokenAccounts ?? []),
    accounts: parts.flatMap(({ accounts }) => accounts ?? []),
  };
}
