import { claimAddress, completionsIn, postedVaaAddress, signatureBytes } from '@bellwether/chain';
import type { BridgeSide, TransactionSearch } from '@bellwether/chain';
import type { Vaa } from '@bellwether/wormhole';

/**
 * The transaction that completed a transfer, from any sender. `undefined` if nodes do not show it (yet), or if the next
 * call must search further. Anyone may name the claim account in a transaction, before and after: only the one that
 * redeemed the message counts.
 */
export async function completionOf(
  vaa: Vaa,
  side: BridgeSide,
  search: Pick<TransactionSearch, 'find'>,
): Promise<Uint8Array | undefined> {
  const claim = await claimAddress(side, vaa);
  const postedVaa = await postedVaaAddress(side, vaa);
  const found = await search.find(claim, ({ transaction }) =>
    completionsIn(side, transaction).some((completion) => completion.postedVaa === postedVaa),
  );
  return found && signatureBytes(found.transaction.signature);
}
