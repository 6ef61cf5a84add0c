import { addressOf, splitAccountOf } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { decodeSplit, messageAmountOf, targetChainOf } from '@bellwether/funding';
import type { Transfer } from '@bellwether/funding';
import type { RelayerParts } from '../parts';

/** What the bridge's message of a transfer must say. */
export interface AskedFor {
  readonly amount: bigint;
  /** The token account on the target chain: the split account if it is shared. */
  readonly to: Address;
}

export async function messageOf(
  transfer: Transfer,
  { splitProgram, usdc }: Pick<RelayerParts, 'splitProgram' | 'usdc'>,
): Promise<AskedFor> {
  const amount = BigInt(messageAmountOf(transfer));
  const { split, recipientAccount, direction } = transfer;
  if (split === null) return { amount, to: addressOf(recipientAccount) };
  const mint = usdc[targetChainOf(direction)];
  return { amount, to: (await splitAccountOf(splitProgram, mint, decodeSplit(split))).token };
}
