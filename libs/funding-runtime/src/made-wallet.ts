import { bytesOfAddress, proxyWalletOf } from '@bellwether/chain';
import type { Chain, Vault } from '@bellwether/chain';
import { CAPITAL_ACCOUNTS } from '@bellwether/funding';
import type { MadeAccount } from '@bellwether/persistence';

/** The user's proxy wallet as an account that a transaction makes at the exchange's cost. */
export async function madeWallet(
  user: Uint8Array,
  { main, vault }: { readonly main: Pick<Chain, 'minimumLamports'>; readonly vault: Vault },
): Promise<MadeAccount> {
  const account = bytesOfAddress((await proxyWalletOf(vault, user)).wallet);
  const lamports = Number(await main.minimumLamports(CAPITAL_ACCOUNTS.proxy.bytes));
  return { account, kind: 'proxy', lamports };
}
