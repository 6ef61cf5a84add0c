import { claimAddress, completionsIn, postedVaaAddress } from '@bellwether/chain';
import type { BridgeSide, FinalTransaction, TransactionSearch } from '@bellwether/chain';
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
): Promise<FinalTransaction | undefined> {
  const claim = await claimAddress(side, vaa);
  const postedVaa = await postedVaaAddress(side, vaa);
  return search.find(claim, ({ transaction }) =>
    completionsIn(side, transaction).some((completion) => completion.postedVaa === postedVaa),
  );
}
