import { addressOf, associatedTokenAddress, proxyWalletOf } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { targetChainOf } from '@bellwether/funding';
import type { TransferRow } from '@bellwether/persistence';
import type { RelayerParts } from '../parts';

type Parts = Pick<RelayerParts, 'stores' | 'usdc' | 'vault'>;

/**
 * The wallet whose associated account is paid, so that the account can be created: the user's proxy wallet, or the
 * withdrawal's recipient. `undefined` if the transfer pays another account, which must exist.
 */
export async function recipientWalletOf(
  transfer: TransferRow,
  parts: Parts,
): Promise<Address | undefined> {
  const wallet = await expectedWallet(transfer, parts);
  if (wallet === undefined) return undefined;
  const mint = parts.usdc[targetChainOf(transfer.direction)];
  const account = await associatedTokenAddress(wallet, mint);
  return account === addressOf(transfer.recipientAccount) ? wallet : undefined;
}

async function expectedWallet(
  { direction, subjectId, user }: TransferRow,
  { stores, vault }: Parts,
): Promise<Address | undefined> {
  if (direction === 'deposit') return (await proxyWalletOf(vault, user)).wallet;
  const withdrawal = await stores.withdrawals.byId(subjectId);
  return withdrawal === null ? undefined : addressOf(withdrawal.recipient);
}
